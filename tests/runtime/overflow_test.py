"""Runs whose sums pass 2^63-1: a row with its status each, the sweep goes on, one line at the end and exit code 1."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
SCENARIO = ROOT / "tests/runtime/overflow.toml"
LONG = 2**31 - 1

PROBLEM = {
    "K": 1, "T": 0, "resources": ["slots"], "servers": [[1]],
    "users": [{"jobs": [{"submit": 1, "tasks": 200000, "demand": [1], "duration": LONG}]}],
}


class Overflow(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def run_program(self, *arguments):
        return subprocess.run([PROGRAM, *map(str, arguments)], text=True, capture_output=True, timeout=120,
                              cwd=self.folder)

    def test_the_sweep_goes_on(self):
        ran = self.run_program("run", SCENARIO, "--out", "o.h5", "--json")
        self.assertEqual(ran.returncode, 1, ran.stderr)
        last = ran.stderr.splitlines()[-1]
        self.assertTrue(last.startswith("fairslot: ") and "overflow.toml: 1 of 3 samples" in last, last)
        self.assertEqual(ran.stderr.count("fairslot: "), 1)
        said = json.loads(ran.stdout)
        self.assertFalse(said["interrupted"])
        self.assertEqual([point["samples"] for point in said["points"]], [1, 0, 1])
        self.assertEqual([point["failed"] for point in said["points"]],
                         [[], [{"sample": 0, "policy": "tvtsf", "status": "queue_sum_overflow"}], []])
        self.assertIsNone(said["points"][1]["policies"][0]["waiting"]["mean"])
        self.assertEqual(self.run_program("verify", "o.h5").returncode, 0)
        shown = self.run_program("report", "o.h5", "--tables")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("1 of 3 samples left out", shown.stdout)

    def test_stored_results_say_it_again(self):
        first = self.run_program("run", SCENARIO, "--out", "o.h5", "--quiet")
        again = self.run_program("run", SCENARIO, "--out", "o.h5", "--quiet")
        self.assertEqual((again.returncode, again.stdout, again.stderr), (1, first.stdout, first.stderr))

    def test_every_engine_leaves_the_same_file(self):
        digests = set()
        for engine in ("scan", "certified", "team", "wide"):
            self.run_program("run", SCENARIO, "--out", f"{engine}.h5", "--quiet", "--engine", engine)
            digests.add(json.loads(self.run_program("verify", f"{engine}.h5", "--json").stdout)[0]["digest"])
        self.assertEqual(len(digests), 1)

    def test_nothing_is_left_where_all_overflow(self):
        ran = self.run_program("run", SCENARIO, "--out", "o.h5", "--quiet", "--json",
                               "--set", "users.0.jobs.0.tasks=80000", "--policy", "tvtsf")
        self.assertEqual(ran.returncode, 1, ran.stderr)
        self.assertIn("1 of 1 samples", ran.stderr)
        self.assertEqual(self.run_program("verify", "o.h5").returncode, 0)

    def test_a_problem_ends_with_its_message(self):
        (self.folder / "p.json").write_text(json.dumps(PROBLEM))
        ran = self.run_program("run", "p.json", "--policy", "tsf", "--out", "o.h5", "--quiet")
        self.assertEqual((ran.returncode, ran.stdout), (1, ""))
        self.assertIn("p.json: policy tsf: a job's queue_sum passed 2^63-1", ran.stderr)
        self.assertFalse((self.folder / "o.h5").exists())

    def test_the_policy_that_picks_then_is_named(self):
        """Before an event, after it, and where it overflows in the slots that it goes through again."""
        full = {"submit": 1, "tasks": 1024, "demand": [2**30], "duration": LONG}
        waiting = {"submit": 2, "tasks": 1, "demand": [1], "duration": 1}
        for first, then, slot in (("tvtsf:h=full", "fifo", 2**30), ("fifo", "tvtsf:h=full", 9),
                                  ("fifo", "tvtsf:h=full", 2**30)):
            problem = {"K": 1, "servers": [[2**30]] * 1024, "users": [{"jobs": [full]}, {"jobs": [waiting]}],
                       "events": [{"slot": slot, "policy": then}]}
            (self.folder / "p.json").write_text(json.dumps(problem))
            with self.subTest(first=first, slot=slot):
                ran = self.run_program("run", "p.json", "--policy", first, "--quiet")
                self.assertEqual((ran.returncode, ran.stdout), (1, ""))
                self.assertIn("p.json: policy tvtsf:h=full: a user's H_sum passed 2^63-1", ran.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
