"""What a scenario compares: the same gains on the screen, in JSON, CSV and HDF5, after run and by report."""

import csv
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import h5py

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
SOURCE = 'O’Neil, "Zhao" and $\\\\frac 1999'  # as TOML has it
SCENARIO = f"""
policies = ["fifo", "drf", "tsf", "cdrf"]
samples = 4
[workload]
jobs = 15
[[sweep]]
key = "workload.demand"
values = ["pairs", "rows"]
[[compare]]
ours = ["tsf", "cdrf"]
against = ["fifo", "drf:strict=0"]
metric = "queueing"
published = ["none", -2.5]
source = "{SOURCE.replace('"', chr(92) + '"')}"
[[compare]]
ours = "drf"
against = "fifo"
"""


def call(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, cwd=ROOT)


def setUpModule():
    global folder, scenario
    folder = Path(tempfile.mkdtemp(prefix="fairslot_compare_"))
    scenario = folder / "mine.toml"
    scenario.write_text(SCENARIO)


def tearDownModule():
    shutil.rmtree(folder)


def run(*arguments, file=None):
    results = folder / "results.h5"
    done = call("run", file or scenario, "--out", results, "--force", *arguments)
    assert done.returncode == 0, done.stderr
    return done, results


def gains_of(text):
    return [line for line in text[text.index("Gains"):].splitlines() if line]


class Everywhere(unittest.TestCase):
    def test_the_screen_has_a_row_a_comparison(self):
        head, columns, *rows = gains_of(run("--quiet")[0].stdout)
        self.assertIn("over the better of two", head)
        self.assertIn("[as O’Neil, \"Zhao\" and $\\frac 1999 report]", head)
        self.assertEqual(len(rows), 2 * 3)
        self.assertEqual([row.split("  ")[0] for row in rows if row[0] != " "], ['"pairs"', '"rows"'])
        self.assertNotIn("[", "".join(rows[:3]))
        self.assertEqual(["[-2.5]" in row for row in rows[3:]], [True, True, False])
        self.assertEqual([row.count("±") for row in rows], [1, 1, 3] * 2)

    def test_json_csv_and_hdf5_hold_the_same(self):
        done, results = run("--json", "--quiet")
        points = json.loads(done.stdout)["points"]
        paired = [{"point": number} | pair for number, point in enumerate(points) for pair in point["paired"]]
        self.assertEqual(len(paired), 2 * (2 + 3))
        self.assertEqual([pair["metric"] for pair in paired[:5]],
                         ["queueing", "queueing", "waiting", "queueing", "completion"])
        self.assertEqual(call("report", results, "--json").stdout, done.stdout)
        with h5py.File(results) as file:
            stored = file["summary/comparisons"][:]
            gains = {(r["point"], r["metric"], r["a"], r["b"]): r["gain"] for r in file["summary/gains"][:]}
        self.assertEqual(call("report", results, "--csv", folder / "csv").returncode, 0)
        with (folder / "csv/comparisons.csv").open(newline="") as file:
            written = list(csv.DictReader(file))
        for pair, row, line in zip(paired, stored, written, strict=True):
            self.assertLessEqual(pair["low"], pair["gain"])
            self.assertLessEqual(pair["gain"], pair["high"])
            self.assertEqual(pair["gain"], gains[row["point"], row["metric"], row["a"], row["b"]])
            self.assertEqual(row["against"].decode().split(), pair["against"])
            self.assertEqual(line["against"].split(), pair["against"])
            for name in "point", "samples", "gain", "low", "high":
                self.assertEqual(float(line[name]), pair[name])
                self.assertEqual(row[name], pair[name])
            for name in "metric", "a", "b":
                self.assertEqual((line[name], row[name].decode()), (pair[name], pair[name]))
            published = pair["published"]
            self.assertEqual(line["published"], "" if published is None else str(published))
            self.assertEqual(row["published"] == published, published is not None)
            self.assertEqual((line["source"], row["source"].decode()), (pair["source"] or "",) * 2)
        self.assertEqual([pair["published"] for pair in paired], [None] * 5 + [-2.5, -2.5, None, None, None])

    def test_without_wishes_the_first_policy_is_compared(self):
        plain = folder / "plain.toml"
        plain.write_text(SCENARIO.split("[[compare]]")[0])
        done, results = run("--json", "--quiet", file=plain)
        pairs = [(p["metric"], p["a"], p["b"], p["against"]) for p in json.loads(done.stdout)["points"][1]["paired"]]
        self.assertEqual(pairs, [(metric, "fifo", other, [other]) for metric in ("waiting", "queueing", "completion")
                                 for other in ("drf", "tsf", "cdrf")])
        self.assertEqual(call("report", results, "--json").stdout, done.stdout)


class AnotherWorld(unittest.TestCase):
    """Published gains stand beside points of the file only, whatever --set says."""

    def published(self, *arguments):
        done, results = run("--json", *arguments)
        with h5py.File(results) as file:
            text = file["scenario/text"][0].decode()
        points = json.loads(done.stdout)["points"]
        return [[p["published"] for p in point["paired"][:2]] for point in points], done.stderr, text

    def test_what_changes_the_world(self):
        for change in "workload.jobs=14", "cluster.servers=50", "horizon=900":
            gains, errors, text = self.published("--set", change)
            self.assertEqual(gains, [[None, None]] * 2)
            self.assertIn("published gains are left out", errors)
            self.assertNotIn("Zhao", text)

    def test_what_does_not(self):
        for change in ("--samples", 3), ("--seed", 9), ("--set", "record.picks=true"), ("--set", "description=x"):
            gains, errors, text = self.published(*change)
            self.assertEqual(gains, [[None, None], [-2.5, -2.5]])
            self.assertNotIn("left out", errors)
            self.assertIn("Zhao", text)

    def test_an_edited_copy_does_not_show_what_is_published_of_the_original(self):
        original = (ROOT / "scenarios/tvtsf/large50.toml").read_text()
        for change, shown in ((("samples = 100", "samples = 2"), True), (("jobs = 300", "jobs = 30"), False),
                              (('cluster = "table3"', 'cluster = { name = "table3", servers = 50 }'), False)):
            self.assertIn(change[0], original)
            copy = folder / "copy.toml"
            copy.write_text(original.replace(*change))
            done, _ = run("--samples", "1", "--policy", "tvtsf", "--policy", "tsf", "--policy", "cdrf", file=copy)
            with self.subTest(change):
                self.assertEqual("[36]" in done.stdout, shown)
                self.assertEqual("published gains are left out: they are of the world 9a8b94c299a9314d" in done.stderr,
                                 not shown)

    def test_points_of_the_file_keep_theirs(self):
        gains, _, _ = self.published("--set", 'sweep.0.values=["rows", "independent", "pairs"]')
        self.assertEqual(gains, [[-2.5, -2.5], [None, None], [None, None]])
        self.assertEqual(self.published("--set", "workload.demand=rows")[0], [[-2.5, -2.5]])

    def test_a_file_shown_elsewhere_is_the_same_plan(self):
        for sets in (), ("--set", "workload.jobs=14"), ("--set", "workload.demand=rows"):
            shown = call("show", scenario, *sets)
            self.assertEqual((shown.returncode, shown.stderr), (0, ""))
            (folder / "shown.toml").write_text(shown.stdout)
            self.assertEqual(call("show", folder / "shown.toml").stdout, shown.stdout)

    def test_policies_that_do_not_run_are_said(self):
        names = [word for name in ("tsf", "drf") for word in ("--policy", name)]
        done, _ = run("--json", *names)
        pairs = json.loads(done.stdout)["points"][1]["paired"]
        self.assertEqual([(p["a"], p["b"]) for p in pairs], [("tsf", "drf")] * 3)  # as without wishes
        self.assertIn("not compared, as they do not all run: cdrf against fifo/drf; drf against fifo; tsf against", done.stderr)


class Study(unittest.TestCase):
    """scenarios/study.toml shows what it always did."""

    def test_rows_and_published_gains(self):
        done, _ = run("--quiet", "--samples", 1, "--set", "workload.large_share=0.25", file=ROOT / "scenarios/study.toml")
        head, _, *rows = gains_of(done.stdout)
        self.assertIn("over the better of two; positive: shorter; [as Li and Wang 2024 report]", head)
        self.assertEqual([tuple(row.split()[:2]) for row in rows],
                         [(ours, f"tsf/cdrf{memory}") for memory in ("", ":memory=slot")
                          for ours in ("tvtsf", "tvtsf:h=full", "tvtsf:h=fluid")])
        for row in rows:
            self.assertEqual(re.findall(r"\[(.*?)\]", row), ["5", "56", "119"])


if __name__ == "__main__":
    unittest.main()
