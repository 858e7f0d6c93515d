#!/usr/bin/env python3
"""scripts/ in a copy of their own: a download with another digest is never run, hopeless folders are refused in a line."""
import hashlib
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BACKEND = """
import pathlib
pathlib.Path({marker!r}).write_text("the download was run")
raise SystemExit(1)
"""


class Scripts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shared = tempfile.TemporaryDirectory()
        cls.addClassCleanup(shared.cleanup)
        cls.venv = pathlib.Path(shared.name) / "venv"
        subprocess.run([sys.executable, "-m", "venv", cls.venv], check=True)

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.folder.chmod(0o755)

    def copy(self, name="copy"):
        copy = self.folder / name
        shutil.copytree(ROOT / "scripts", copy / "scripts")
        shutil.copytree(ROOT / "cmake", copy / "cmake")
        return copy

    def call(self, copy, *command, environment=None, **options):
        return subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL,
                              env={**os.environ, **(environment or {})}, **options)

    def test_paths_that_cannot_be_built_in(self):
        for name in ("it's here", 'a"b', "a$b", "a;b", "a\\b", "a`b", "a\nb"):
            copy = self.copy(name)
            for script in ("setup", "run", "test", "build-cuda"):
                with self.subTest(name, script=script):
                    done = self.call(copy, f"scripts/{script}")
                    self.assertEqual((done.returncode, done.stdout), (2, ""))
                    self.assertEqual(done.stderr.count("\n"), 1)
                    self.assertIn("cannot be built in", done.stderr)
                    self.assertFalse((copy / ".deps").exists())

    def test_a_checkout_that_cannot_be_written(self):
        copy = self.copy()
        for path in [copy, *copy.rglob("*")]:
            path.chmod(0o555)
        self.addCleanup(lambda: [path.chmod(0o755) for path in [copy, *copy.rglob("*")]])
        options = {"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {}
        done = self.call(copy, "scripts/setup", "--no-apt", **options)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertIn("read-only", done.stderr)

    def environment(self, copy, *stamps):
        """A Python environment in which the stamped files count as installed; packages come from `index` only."""
        (copy / ".venv").symlink_to(self.venv)
        for stamp in self.venv.glob("*.sha256"):
            stamp.unlink()
        for name in stamps:
            digest = hashlib.sha256((copy / "scripts" / name).read_bytes()).hexdigest()
            (copy / ".venv" / f"{name}.sha256").write_text(f"{digest}  -\n")
        (self.folder / "index").mkdir()
        return {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.folder / "index"), "PIP_CONFIG_FILE": os.devnull}

    def test_a_source_with_another_digest(self):
        """The build back end of the source would write a file: pip must not get as far."""
        copy = self.copy()
        environment = self.environment(copy, "requirements.txt", "requirements-build.txt")
        marker = self.folder / "marker"
        files = {"backend.py": BACKEND.format(marker=str(marker)), "PKG-INFO": "Name: symmetrix-xl\nVersion: 0.1.1\n",
                 "pyproject.toml": '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'}
        with tarfile.open(self.folder / "index" / "symmetrix_xl-0.1.1.tar.gz", "w:gz") as archive:
            for name, text in files.items():
                entry = tarfile.TarInfo(f"symmetrix_xl-0.1.1/{name}")
                entry.size = len(text)
                archive.addfile(entry, io.BytesIO(text.encode()))
        # An installed Kokkos is never used for the thread sanitizer: there is a download.
        done = self.call(copy, "scripts/setup", "--no-apt", "tsan", environment=environment)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("DO NOT MATCH THE HASHES", done.stderr)
        self.assertFalse(marker.exists())

    def test_a_wheel_with_another_digest(self):
        copy = self.copy()
        environment = self.environment(copy)
        info = "contourpy-1.3.3.dist-info"
        with zipfile.ZipFile(self.folder / "index" / "contourpy-1.3.3-py3-none-any.whl", "w") as wheel:
            wheel.writestr("contourpy/__init__.py", "")
            wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: contourpy\nVersion: 1.3.3\n")
            wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr(f"{info}/RECORD", "")
        (copy / "scripts/requirements.txt").write_text("contourpy==1.3.3 --hash=sha256:" + "0" * 64 + "\n")
        done = self.call(copy, "scripts/setup", "--no-apt", environment=environment)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("DO NOT MATCH THE HASHES", done.stderr)
        self.assertEqual(list(copy.glob(".venv/lib/*/site-packages/contourpy")), [])

    def test_every_requirement_has_a_digest(self):
        for path in (ROOT / "scripts").glob("requirements*.txt"):
            text = path.read_text().replace("\\\n", " ")
            for line in filter(lambda line: line and not line.startswith("#"), text.splitlines()):
                self.assertRegex(line, r"^[\w.-]+==[\w.]+( +--hash=sha256:[0-9a-f]{64})+ *$", path.name)


if __name__ == "__main__":
    unittest.main()
