"""cmake --install: the program, its report and its library work from the prefix alone, wherever that is moved.

usage: install_test.py BUILD_FOLDER CMAKE CXX KOKKOS_FOLDER
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD, CMAKE, CXX, KOKKOS = sys.argv[1:5]

SCENARIO = """
policies = ["tsf", "fifo"]
samples = 4
workload = {jobs = 20, submit_slots = 30, max_duration = 20}
cluster = {name = "table3", servers = 5}
"""


def run(*command, **options):
    return subprocess.run([str(part) for part in command], text=True, capture_output=True, timeout=600, **options)


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="fairslot install "))  # a blank is in every path
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        done = run(CMAKE, "--install", BUILD, "--prefix", cls.folder / "first prefix")
        assert done.returncode == 0, done.stderr
        cls.prefix = cls.folder / "moved prefix"
        (cls.folder / "first prefix").rename(cls.prefix)
        cls.work = cls.folder / "work"
        cls.work.mkdir()
        (cls.work / "small.toml").write_text(SCENARIO)
        cls.environment = {name: value for name, value in os.environ.items() if not name.startswith("FAIRSLOT_")}

    def program(self, *arguments, **environment):
        return run(self.prefix / "bin/fairslot", *arguments, cwd=self.work, env=self.environment | environment)

    def test_the_program_runs_verifies_and_reports(self):
        ran = self.program("run", "small.toml", "--quiet", "--force", "--out", "program.h5")
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        self.assertEqual(self.program("report", "program.h5", "--tables").stdout, ran.stdout)
        self.assertIn("1 point x 2 policies x 4 samples", self.program("validate", "small.toml").stdout)
        self.assertEqual(self.program("verify", "program.h5").returncode, 0)
        scenarios = self.prefix / "share/fairslot/scenarios"
        for file in (scenarios / "study.toml", scenarios / "worked/t1.toml"):
            self.assertEqual(self.program("validate", file).returncode, 0, file)

    def test_figures_are_drawn_by_the_installed_script(self):
        python = os.environ.get("FAIRSLOT_PYTHON", "")
        if not python or run(python, "-c", "import h5py, matplotlib, numpy, pandas").returncode != 0:
            self.skipTest("needs .venv: scripts/setup makes it")
        self.program("run", "small.toml", "--quiet", "--force", "--out", "figures.h5")
        script = self.prefix / "share/fairslot/analysis/report.py"
        kept = script.read_text()
        script.write_text(kept.replace("\nimport sys\n", "\nimport sys\nprint('installed', file=sys.stderr)\n", 1))
        try:
            drawn = self.program("report", "figures.h5", "--out", "drawn", FAIRSLOT_PYTHON=python)
        finally:
            script.write_text(kept)
        self.assertEqual(drawn.returncode, 0, drawn.stderr)
        self.assertIn("installed", drawn.stderr)
        self.assertTrue(list((self.work / "drawn").glob("*.png")))

    def build(self, source, folder, kind):
        done = run(CMAKE, "-S", source, "-B", folder, "-G", "Ninja",
                   f"-DCMAKE_BUILD_TYPE={kind}", f"-DCMAKE_CXX_COMPILER={CXX}",
                   f"-DCMAKE_PREFIX_PATH={self.prefix};{KOKKOS}")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = run(CMAKE, "--build", folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_program_of_others_runs_a_plan(self):
        ran = self.program("run", "small.toml", "--quiet", "--json", "--force", "--out", "expected.h5")
        mean = json.loads(ran.stdout)["points"][0]["policies"][0]["waiting"]["sample_mean"]
        digest = json.loads(self.program("verify", "expected.h5", "--json").stdout)[0]["digest"]
        plain = tempfile.mkdtemp(prefix="fairslot_preloaded_")  # LD_PRELOAD takes no blanks
        self.addCleanup(shutil.rmtree, plain)
        signals = Path(plain) / "signals.so"
        built = run(CXX, "-shared", "-fPIC", ROOT / "tests/install/signals.cpp", "-o", signals)
        self.assertEqual(built.returncode, 0, built.stderr)
        for kind in ("Release", "Debug"):
            with self.subTest(kind):
                self.build(ROOT / "tests/install/consumer", self.folder / kind, kind)
                ran = run(self.folder / kind / "consumer", "small.toml", f"{kind}.h5", cwd=self.work,
                          env=self.environment | {"LD_PRELOAD": str(signals)})
                self.assertEqual((ran.returncode, ran.stdout, ran.stderr),
                                 (0, f"tsf: 4 samples, {mean:.17g} slots\n", ""))
                said = json.loads(self.program("verify", f"{kind}.h5", "--json").stdout)[0]
                self.assertEqual((said["digest"], said["complete"]), (digest, True))

    def test_the_example_in_the_documents_works(self):
        text = (ROOT / "docs/library.md").read_text()
        source = self.folder / "example"
        source.mkdir()
        for language, name in (("cmake", "CMakeLists.txt"), ("cpp", "mine.cpp")):
            (source / name).write_text(re.search(f"```{language}\n(.*?)```", text, re.S)[1])
        self.build(source, self.folder / "example built", "Release")
        (self.work / "mine.toml").write_text(SCENARIO)
        ran = run(self.folder / "example built/mine", cwd=self.work, env=self.environment)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertRegex(ran.stdout, r"^tsf: [0-9.]+ slots, mine.h5\n$")
        self.assertTrue(ran.stderr.splitlines()[-1].startswith("20 samples, "), ran.stderr)

    def test_the_libraries_are_position_independent(self):
        archives = list((self.prefix / "lib").rglob("libfairslot_*.a"))
        self.assertEqual(len(archives), 2)
        linked = run(CXX, "-shared", "-Wl,--whole-archive", *archives, "-Wl,--no-whole-archive",
                     "-Wl,--unresolved-symbols=ignore-all", "-o", self.folder / "all.so")
        self.assertEqual(linked.returncode, 0, linked.stderr[-2000:])

    def test_no_header_of_a_library_behind_ours_is_needed(self):
        include = self.prefix / "include/fairslot"
        for header in sorted(include.rglob("*.hpp")):
            name = header.relative_to(include)
            done = run(CXX, "-std=c++20", "-fsyntax-only", "-x", "c++", "-Wall", "-Wextra", "-Werror", f"-I{include}",
                       "-include", name, "/dev/null", "-H")
            self.assertEqual(done.returncode, 0, done.stderr)
            for word in ("H5Cpp", "Kokkos_", "toml++", "nlohmann", "fmt/"):
                self.assertNotIn(word, done.stderr, name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
