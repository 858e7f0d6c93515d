"""A whole file of another version of fairslot is told from what is no results file, in one line."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import h5py
import numpy

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
SCENARIO = """
policies = ["fifo", "drf"]
samples = 1
[workload]
jobs = 5
[[sweep]]
key = "workload.demand"
values = ["pairs", "rows"]
"""
sys.path.insert(0, str(ROOT / "tests/record"))

import forge  # noqa: E402


def leave_out(file, path, column):
    rows = file[path][:]
    fewer = numpy.empty(rows.size, [(name, rows.dtype[name]) for name in rows.dtype.names if name != column])
    for name in fewer.dtype.names:
        fewer[name] = rows[name]
    forge.replace_rows(file, path, fewer)


class Older(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fairslot_older_")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "s.toml").write_text(SCENARIO)
        self.results = self.folder / "s.h5"
        self.call(PROGRAM, "run", "s.toml", "--out", "s.h5", "--quiet", code=0)

    def call(self, *command, code=2):
        done = subprocess.run([*map(str, command)], capture_output=True, text=True, cwd=self.folder, timeout=120)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stderr

    def refused(self, *command, code=2):
        said = self.call(*command, code=code)
        self.assertEqual(said.count("\n"), 1, said)
        self.assertIn("s.h5: written by another version of fairslot (", said)

    def test_columns_are_others(self):
        for path, column in (("summary/points", "samples"), ("summary/settings", "meaning"), ("summary/moments", "sd")):
            with self.subTest(path):
                self.call(PROGRAM, "run", "s.toml", "--out", "s.h5", "--quiet", "--force", code=0)
                with h5py.File(self.results, "r+") as file:
                    leave_out(file, path, column)
                forge.sign(self.results)
                self.refused(PROGRAM, "verify", "s.h5", code=5)
                self.refused(PROGRAM, "run", "s.toml", "--out", "s.h5")
                self.refused(sys.executable, ROOT / "analysis/report.py", "s.h5", "--out", "figures")
                self.assertEqual(list(self.folder.glob("figures/*")), [])

    def test_the_format_is_another(self):
        with h5py.File(self.results, "r+") as file:
            forge.replace(file["scenario"], "format_version", 2)
        forge.sign(self.results)
        self.refused(PROGRAM, "report", "s.h5", "--tables")
        self.refused(sys.executable, ROOT / "analysis/report.py", "s.h5")

    def test_numbers_of_stages_are_others(self):
        self.call(PROGRAM, "run", ROOT / "scenarios/stages/toy.toml", "--out", "s.h5", "--quiet", "--force", code=0)
        self.call(PROGRAM, "explain", "s.h5", "--job", "0", code=0)
        with h5py.File(self.results, "r+") as file:
            forge.replace(file["scenario"], "semantic_version", numpy.int64(file["scenario"].attrs["semantic_version"] - 1))
        forge.sign(self.results)
        self.refused(PROGRAM, "explain", "s.h5", "--job", "0")


if __name__ == "__main__":
    unittest.main()
