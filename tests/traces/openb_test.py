#!/usr/bin/env python3
"""A cut of openb as docs/benchmarks/openb.md runs the whole: picks equal openb/picks.csv (openb_test.py --update writes it anew), and
analysis/openb.py prints what plain sums over these picks come to."""
import csv
import subprocess
import sys
import unittest
from pathlib import Path

from trace_case import ROOT, TraceCase

CUT = Path(__file__).with_name("openb")
POLICIES = ("tsf", "cdrf_g", "drfh:fit=dot")
COLUMNS = ("policy", "slot", "user", "job", "server")
SCENARIO = f"""policies = {list(POLICIES)}
[workload]
kind = "trace"
trace = "trace.h5"
order = "shuffled"
departures = false
inflate = {{resource = "gpu_milli", factor = 1.3}}
[record]
picks = true
"""


class Cut(TraceCase):
    def setUp(self):
        super().setUp()
        told, self.tables = self.imported("openb", CUT / "nodes.csv", CUT / "pods.csv")
        self.assertEqual((told["nodes"], told["jobs"], told["bad_rows"]), (200, 800, 0))
        self.write("s.toml", SCENARIO)
        self.call("run", "s.toml", "--quiet", "--out", "r.h5")

    def results(self):
        from fairslot_results import Results
        return Results(self.folder / "r.h5")

    def test_picks(self):
        with self.results() as results:
            rows = [(policy, *map(str, row)) for policy in POLICIES
                    for row in results.table(policy, "picks")[list(COLUMNS[1:])].itertuples(index=False)]
        if "--update" in sys.argv:
            with (CUT / "picks.csv").open("w", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])
        with (CUT / "picks.csv").open() as file:
            self.assertEqual([COLUMNS, *rows], list(map(tuple, csv.reader(file))))

    def allocated(self, policy, percent):
        """GPUs of the pods that are picked up to the slot in which this part of all GPUs has been asked for, in per cent."""
        gpu = {user: demand for user, _, _, _, _, _, _, demand, _, _ in self.tables["jobs"]}
        total = sum(row[-1] for row in self.tables["nodes"])
        with self.results() as results:
            jobs, picks = (results.table(policy, name) for name in ("jobs", "picks"))
        asked, last = 0, 0
        for slot, user in sorted(zip(jobs.submit, jobs.user)):
            asked, last = asked + gpu[user], slot
            if 100 * asked >= percent * total:
                break
        return 100 * sum(gpu[user] for slot, user in zip(picks.slot, picks.user) if slot <= last) / total

    def test_figures(self):
        done = subprocess.run([sys.executable, "-B", ROOT / "analysis/openb.py", "trace.h5", "r.h5", "r.h5"], cwd=self.folder,
                              capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for policy in POLICIES:
            want = " | ".join(f"{self.allocated(policy, percent):.2f} ± 0.00" for percent in (90, 100, 130))
            self.assertIn(f"| `{policy}` | {want} |\n", done.stdout)

    def test_other_files_are_refused_in_one_line(self):
        done = subprocess.run([sys.executable, "-B", ROOT / "analysis/openb.py", "s.toml", "trace.h5"], cwd=self.folder,
                              capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[argument for argument in sys.argv if argument != "--update"])
