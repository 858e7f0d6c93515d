"""fairslot report, as people call it: the tables that run printed, CSV, one line where Python lacks something."""

import csv
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
SCENARIO = """
policies = ["tsf", "tvtsf", "tsf:memory=slot", "fifo"]
samples = 3
[workload]
jobs = 15
[[sweep]]
key = "workload.demand"
values = ["pairs", "rows"]
[[sweep]]
key = "workload.large_share"
values = [-1, 0.5]
"""


def call(*arguments, **environment):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, cwd=ROOT,
                          env={**os.environ, **environment})


def setUpModule():
    global folder, results, printed
    folder = Path(tempfile.mkdtemp(prefix="fairslot_report_"))
    scenario, results = folder / "mine.toml", folder / "mine.h5"
    scenario.write_text(SCENARIO)
    printed = {}
    for form in (), ("--long",), ("--all-pairs",), ("--long", "--all-pairs"), ("--json",), ("--json", "--all-pairs"):
        done = call("run", scenario, "--out", results, "--quiet", "--force", *form)
        assert done.returncode == 0, done.stderr
        printed[form] = done.stdout


def tearDownModule():
    shutil.rmtree(folder)


class Tables(unittest.TestCase):
    def test_are_those_that_run_printed_and_need_no_python(self):
        for form, text in printed.items():
            tables = () if "--json" in form else ("--tables",)
            done = call("report", results, *tables, *form, FAIRSLOT_PYTHON="/none", FAIRSLOT_SOURCE="/none")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, text, ""), form)

    def test_are_short_unless_long_ones_are_asked_for(self):
        self.assertLess(len(printed[()].splitlines()), 40)
        self.assertLess(2 * len(printed[()].splitlines()), len(printed["--long",].splitlines()))
        self.assertLessEqual(max(map(len, printed[()].splitlines())), 140)

    def test_all_pairs_names_every_pair_once(self):
        pairs = json.loads(printed["--json", "--all-pairs"])["points"][0]["paired"]
        self.assertEqual(len({(p["metric"], p["a"], p["b"]) for p in pairs}), 3 * 4 * 3)
        gains = printed["--all-pairs",].split("Gains")[1]
        self.assertEqual(len(re.findall(r"tsf:memory=slot +fifo ", gains)), 4)
        self.assertEqual(len(gains.splitlines()), 2 + 4 * 6)

    def test_forms_are_for_tables(self):
        for wrong in (["--long"], ["--tables", "--json"], ["--tables", "--out", "x"], ["--csv", ""]):
            done = call("report", results, *wrong)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), wrong)

    def test_other_files_are_one_line(self):
        (folder / "text.h5").write_text("no HDF5")
        for name in "text.h5", "none.h5":
            done = call("report", folder / name, "--tables")
            self.assertIn(done.returncode, (1, 2))
            self.assertEqual((done.stdout, done.stderr.count("\n")), ("", 1))
            self.assertIn(name, done.stderr)


class Csv(unittest.TestCase):
    def test_holds_the_numbers_of_the_json(self):
        target = folder / "new" / "tables"
        done = call("report", results, "--csv", target, FAIRSLOT_PYTHON="/none")
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (0, "", 1), done.stderr)
        tables = {path.stem: list(csv.DictReader(path.open(newline=""))) for path in target.iterdir()}
        self.assertEqual(set(tables), {"points", "moments", "sample_means", "gains", "comparisons", "utilisation", "losses"})
        points = json.loads(printed["--json", "--all-pairs"])["points"]
        self.assertEqual([p["workload.demand"] for p in tables["points"]], ["pairs", "pairs", "rows", "rows"])
        for row in tables["moments"]:
            policy = next(p for p in points[int(row["point"])]["policies"] if p["name"] == row["policy"])
            for column in "mean", "sd", "median", "p99", "count", "unstarted":
                self.assertEqual(float(row[column]), policy[row["metric"]][column])
        for row in tables["utilisation"]:
            policy = next(p for p in points[int(row["point"])]["policies"] if p["name"] == row["policy"])
            self.assertEqual(float(row["utilisation"]), policy["utilisation"][row["resource"]])
        gains = {(int(g["point"]), g["metric"], g["a"], g["b"]): float(g["gain"]) for g in tables["gains"]}
        self.assertEqual(len(gains), 4 * 3 * 12)
        for (point, metric, a, b), gain in gains.items():
            self.assertEqual(gain, -gains[point, metric, b, a])
        self.assertEqual(len(tables["sample_means"]), 4 * 3 * 4)

    def test_replaces_files_and_leaves_no_others(self):
        target = folder / "again"
        target.mkdir()
        (target / "gains.csv").write_text("point,metric,old")
        self.assertEqual(call("report", results, "--csv", target).returncode, 0)
        self.assertTrue((target / "gains.csv").read_text().startswith("point,metric,a,b,"))
        self.assertEqual(len(list(target.iterdir())), 7)

    def test_all_files_are_written_or_none(self):
        target = folder / "taken"
        (target / "gains.csv").mkdir(parents=True)
        (target / "points.csv").write_text("point,samples,old")
        done = call("report", results, "--csv", target)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
        self.assertIn("gains.csv: is a folder", done.stderr)
        self.assertEqual(sorted(path.name for path in target.iterdir()), ["gains.csv", "points.csv"])
        self.assertEqual((target / "points.csv").read_text(), "point,samples,old")

    def test_a_name_too_long_is_one_line(self):
        for name in folder / ("x" * 300), "/".join([str(folder), *["y" * 200] * 25]), "z" * 5000:
            done = call("report", results, "--csv", name)
            self.assertEqual((done.stdout, done.stderr.count("\n")), ("", 1), done.stderr)
            self.assertIn(done.returncode, (1, 2))
            self.assertIn("too long", done.stderr)
            self.assertNotIn("filesystem error", done.stderr)

    def test_a_folder_that_cannot_be_is_one_line(self):
        (folder / "file").write_text("x")
        done = call("report", results, "--csv", folder / "file")
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (1, "", 1), done.stderr)


class Python(unittest.TestCase):
    def test_what_figures_need_is_said_in_one_line(self):
        bare = folder / "bare"
        bare.write_text('#!/bin/sh\nexec python3 -S -E "$@"\n')  # without any package
        bare.chmod(0o755)
        for python in bare, "/none":
            done = call("report", results, FAIRSLOT_PYTHON=str(python))
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (1, "", 1), done.stderr)
            for word in "h5py", "matplotlib", "numpy", "scripts/setup", "--tables":
                self.assertIn(word, done.stderr)


class Readme(unittest.TestCase):
    """Its commands, in a folder that looks like the reader's."""

    def setUp(self):
        if not (ROOT / ".venv/bin/python").exists():
            self.skipTest("no .venv")
        self.here = folder / "checkout"
        self.here.mkdir(exist_ok=True)
        for path in ROOT.iterdir():
            if not (self.here / path.name).exists():
                (self.here / path.name).symlink_to(path)

    def shell(self, command):
        path = f"{Path(PROGRAM).parent}:{os.environ['PATH']}"
        return subprocess.run(["bash", "-c", command], cwd=self.here, capture_output=True, text=True,
                              env={**os.environ, "PATH": path})

    def test_the_problem_prints_what_it_says(self):
        text = (ROOT / "README.md").read_text()
        command, expected = re.search(r"```sh\n(fairslot run \S+t1.json .*?)```\n```\n(.*?)```", text, re.S).groups()
        done = self.shell(command)
        self.assertEqual((done.returncode, done.stdout), (0, expected), done.stderr)

    def test_the_python_block_works_after_the_commands_before_it(self):
        text = (ROOT / "README.md").read_text()
        run = re.search(r"^fairslot run .*--out mine.h5$", text, re.M).group()
        block = re.search(r"```sh\n(\.venv/bin/python .*?)```\n```\n(.*?)```", text, re.S)
        self.assertEqual(self.shell(run).returncode, 0)
        done = self.shell(block.group(1))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, block.group(2))


if __name__ == "__main__":
    unittest.main()
