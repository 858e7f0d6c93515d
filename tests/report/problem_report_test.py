"""fairslot report of a problem's results: what run printed, byte for byte; nothing of it is believed unchecked."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
PROBLEMS = ROOT / "tests/golden/problems"
POLICIES = ("tvtsf", "tsf:memory=slot", "drf", "fifo")
LONG = {"K": 1, "servers": [[1]], "users": [{"jobs": [{"submit": 1, "tasks": 50000000, "demand": [1], "duration": 1}]}]}


def call(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, cwd=ROOT, timeout=120)


class Problem(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="fairslot_problem_report_"))
        self.results = self.folder / "results.h5"

    def tearDown(self):
        shutil.rmtree(self.folder)

    def run_of(self, problem, *more):
        policies = [text for policy in POLICIES for text in ("--policy", policy)]
        return call("run", problem, *policies, "--out", self.results, "--quiet", *more)

    def test_every_golden_problem_is_reported_as_it_was_run(self):
        shown = 0
        for problem in sorted(PROBLEMS.glob("*.json")):
            with self.subTest(problem.name):
                table = self.run_of(problem, "--force")
                if table.returncode == 2:  # not for all of these policies
                    continue
                self.assertEqual((table.returncode, table.stderr), (0, ""))
                as_json = self.run_of(problem, "--force", "--json")
                for text, form in (table.stdout, "--tables"), (as_json.stdout, "--json"):
                    done = call("report", self.results, form)
                    self.assertEqual((done.returncode, done.stdout, done.stderr), (0, text, ""))
                shown += 1
        self.assertGreater(shown, 5)

    def test_a_second_run_shows_what_is_stored(self):
        first = self.run_of(PROBLEMS / "t1.json")
        before = self.results.stat()
        self.assertEqual(self.run_of(PROBLEMS / "t1.json").stdout, first.stdout)
        self.assertEqual(self.results.stat().st_mtime_ns, before.st_mtime_ns)
        spoken = call("run", PROBLEMS / "t1.json", *(x for p in POLICIES for x in ("--policy", p)), "--out", self.results)
        self.assertIn("holds this result already", spoken.stderr)
        again = self.run_of(PROBLEMS / "t1.json", "--json")
        self.assertEqual([policy["name"] for policy in json.loads(again.stdout)["policies"]], list(POLICIES))

    def test_forms_of_scenarios_are_refused(self):
        self.run_of(PROBLEMS / "t1.json")
        for form in "--long", "--all-pairs":
            done = call("report", self.results, "--tables", form)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
            self.assertIn("results.h5: ", done.stderr)

    def test_an_interrupted_one_says_what_waits(self):
        problem = self.folder / "long.json"
        problem.write_text(json.dumps(LONG))
        running = subprocess.Popen([PROGRAM, "run", problem, "--policy", "tvtsf", "--policy", "tsf", "--json", "--quiet",
                                    "--out", self.results], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        running.send_signal(signal.SIGINT)
        printed, errors = running.communicate(timeout=60)
        self.assertEqual((running.returncode, errors), (130, ""))
        said = json.loads(printed)
        self.assertEqual((said["policies"], said["interrupted"]), ([], True))
        self.assertTrue(set(said["waiting"]) <= {"tvtsf", "tsf"} and said["waiting"])
        self.assertEqual(call("report", self.results, "--json").stdout, printed)
        self.assertIn("Interrupted: ", call("report", self.results, "--tables").stdout)


if __name__ == "__main__":
    unittest.main()
