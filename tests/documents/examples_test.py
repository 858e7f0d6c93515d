"""What the documents show, run: commands, files, outputs, figures."""

import json
import os
import re
import shlex
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
FOLDERS = ("kernels", "analysis", "docs", "scenarios", "tests")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))])


def call(*arguments, cwd=ROOT):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, cwd=cwd)


def blocks(text, kind=""):
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M)
    return [inside for its_kind, inside in fenced if its_kind == kind]


class Names(unittest.TestCase):
    def test_links_resolve(self):
        for path in DOCUMENTS:
            for link in re.findall(r"\]\(([^)#]+)", path.read_text()):
                if not link.startswith("https://"):
                    self.assertTrue((path.parent / link).exists(), f"{path}: {link}")

    def test_paths_exist(self):
        pattern = r"`((?:kernels|host|tests|docs|analysis|scenarios|scripts|cmake|\.ci)/[\w./-]*)[ `]"
        for path in DOCUMENTS:
            for name in re.findall(pattern, path.read_text()):
                self.assertTrue((ROOT / name).exists(), f"{path}: {name}")

    def test_options_are_known_to_their_commands(self):
        helps = {}
        for path in DOCUMENTS:
            text = path.read_text().replace("\\\n", " ")
            for command, line in re.findall(r"fairslot (run|validate|show|list|report|verify|bench) ([^`\n]*)", text):
                known = helps.setdefault(command, call(command, "--help").stdout)
                for option in re.findall(r"(?<![\w-])--[a-z-]+", line.split("#")[0]):
                    self.assertRegex(known, rf"(?m)^ +{option}\b", f"{path}: fairslot {command} {line}")


class ProblemFiles(unittest.TestCase):
    """docs/problem-files.md: its example and what it says of it."""

    @classmethod
    def setUpClass(cls):
        cls.text = (ROOT / "docs/problem-files.md").read_text()
        cls.example, cls.answer = blocks(cls.text, "json")
        cls.table, cls.picks, cls.errors = blocks(cls.text)
        folder = tempfile.TemporaryDirectory(prefix="fairslot_documents_")
        cls.addClassCleanup(folder.cleanup)
        cls.here = Path(folder.name)
        (cls.here / "example.json").write_text(cls.example)

    def test_the_table(self):
        command = re.search(r"`fairslot (run example\.json [^`]*)`", self.text).group(1)
        done = call(*shlex.split(command), cwd=self.here)
        self.assertEqual((done.returncode, done.stdout), (0, self.table), done.stderr)

    def test_picks_and_json(self):
        done = call("run", "example.json", "--policy", "tvtsf", "--picks", "picks.csv", "--json", cwd=self.here)
        self.assertEqual((done.returncode, done.stdout), (0, self.answer), done.stderr)
        self.assertEqual((self.here / "picks.csv").read_text(), self.picks)

    def test_errors(self):
        wrong = [("[1000, 2048]", "[1000, -2]"), ('"tasks": 6', '"task": 6'), ('"K": 2', '"K": 2, "K": 2'),
                 ('"T": 0,', '"T": 0')]
        *of_files, of_policies = self.errors.splitlines(keepends=True)
        for (right, bad), line in zip(wrong, of_files, strict=True):
            (self.here / "bad.json").write_text(self.example.replace(right, bad))
            done = call("run", "bad.json", "--policy", "tsf", cwd=self.here)
            self.assertEqual((done.returncode, done.stderr), (2, line))
        done = call("run", "example.json", "--policy", "tsf", "--policy", "tsf:memory=running", cwd=self.here)
        self.assertEqual((done.returncode, done.stderr), (2, of_policies))


class Study(unittest.TestCase):
    """README.md: the lines of the study that it shows."""

    def test_figures(self):
        lines = next(block for block in blocks((ROOT / "README.md").read_text()) if "Gains" in block).splitlines()
        rows = [line.removeprefix("0.5").split() for line in lines if re.match(r"(0\.5)? +ts|(0\.5)? +tvtsf", line)]
        self.assertEqual(len(rows), 5)
        policies = ("tvtsf", "tsf", "tsf:memory=slot", "cdrf", "cdrf:memory=slot")
        with tempfile.TemporaryDirectory(prefix="fairslot_documents_") as folder:
            done = call("run", "scenarios/study.toml", "--samples", 20, "--set", "workload.large_share=0.5",
                        *(word for name in policies for word in ("--policy", name)),
                        "--out", Path(folder) / "study.h5")
        self.assertEqual(done.returncode, 0, done.stderr)
        shown = [line.split() for line in done.stdout.splitlines()]
        for row in rows:
            self.assertIn(row, shown)

    def test_the_error(self):
        text = (ROOT / "README.md").read_text()
        line = next(block for block in blocks(text) if block.startswith("fairslot: --set"))
        done = call("validate", "scenarios/study.toml", "--set", "workload.jbos=3")
        self.assertEqual((done.returncode, done.stderr), (2, line))


def keys(value):
    """All names of fields in a JSON value, but those that are a user's."""
    if isinstance(value, list):
        for one in value:
            yield from keys(one)
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            if name not in ("set", "utilisation"):
                yield from keys(inner)


class Json(unittest.TestCase):
    def test_every_field_is_described(self):
        section = (ROOT / "analysis/README.md").read_text().split("## `--json` of a scenario")[1]
        gains = re.findall(r"^\| `(\w+)` \|", re.search(r"### `comparisons`.*?\n#", (ROOT / "analysis/README.md").read_text(),
                                                       re.S).group(), re.M)
        with tempfile.TemporaryDirectory(prefix="fairslot_documents_") as folder:
            done = call("run", "scenarios/worked/t2.toml", "--json", "--out", Path(folder) / "t2.h5")
        self.assertEqual(done.returncode, 0, done.stderr)
        known = {*re.findall(r"`(\w+)`", section), *gains, "waiting", "queueing", "completion"}
        self.assertEqual(set(keys(json.loads(done.stdout))) - known, set())


if __name__ == "__main__":
    unittest.main()
