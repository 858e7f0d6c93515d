#!/usr/bin/env python3
"""What is said of values that are refused: what is allowed, and of a sweep which value of it."""
import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program_case import ProgramCase  # noqa: E402

PROBLEM = {"K": 1, "servers": [[4], [4]], "queues": {"a": 0.5}, "users": [
    {"queue": "a", "own": [0, 0], "jobs": [{"submit": 1, "tasks": 1, "demand": [1], "duration": 1}]}]}
SCENARIO = """policies = ["tsf"]
queues = {a = 0.5, "a/x" = 0.25, "b.c" = 0.25}
cluster.groups = [{count = 2, capacity = [4]}]
[[users]]
own = [0, 1]
jobs = [{tasks = 3, demand = [1], duration = 2}]
"""


class Messages(ProgramCase):
    def setUp(self):
        super().setUp()
        (self.folder / "p.json").write_text(json.dumps(PROBLEM))
        (self.folder / "s.toml").write_text(SCENARIO)

    def test_parts_of_a_whole(self):
        text = json.dumps(PROBLEM)
        for value in "-0.5", "0", "1.5", '"x"':
            with self.subTest(value):
                (self.folder / "p.json").write_text(text.replace("0.5", value))
                self.refused(["p.json: /queues/a: ", "above 0, at most 1"], "validate", "p.json")
                self.refused(["queues.a", "above 0, at most 1"], "validate", "s.toml", "--set", f"queues.a={value}")

    def test_numbers_that_no_double_holds(self):
        (self.folder / "p.json").write_text(json.dumps(PROBLEM).replace("0.5", "1e400"))
        self.refused(["/queues/a", "1e400", "up to 1.797"], "validate", "p.json")
        (self.folder / "s.toml").write_text(SCENARIO.replace("0.5", "1e400"))
        self.refused(["s.toml:2", "1e400", "up to 1.797"], "validate", "s.toml")

    def test_what_is_swept_is_named(self):
        for key, good, value, parts in (("users.0.own.1", 0, 7, ["7 is no server", "swept: users.0.own.1 = 7"]),
                                        ("queues.a", 0.5, 0.9, ["sum to 1.15", "swept: queues.a = 0.9"]),
                                        ("queues.a", 0.5, 1.5, ["s.toml:9:16: queues.a: 1.5"])):
            with self.subTest(key, value=value):
                (self.folder / "s.toml").write_text(f'{SCENARIO}[[sweep]]\nkey = "{key}"\nvalues = [{good}, {value}]\n')
                self.refused(parts, "validate", "s.toml")

    def test_swept_keys_may_be_quoted(self):
        for key in 'queues."a/x"', 'queues."b.c"', 'queues.a/x', '"queues".a':
            with self.subTest(key):
                (self.folder / "s.toml").write_text(f"{SCENARIO}[[sweep]]\nkey = '{key}'\nvalues = [0.25, 0.5]\n")
                self.assertIn("2 points", self.good("validate", "s.toml"))
                shown = self.good("show", "s.toml")
                (self.folder / "t.toml").write_text(shown)
                self.assertEqual(self.good("show", "t.toml"), shown)
                self.assertIn("1 point ", self.good("validate", "s.toml", "--set", f"{key}=0.25"))

    def test_names_in_capitals(self):
        self.refused(["did you mean 'hdrf'?"], "validate", "p.json", "--policy", "HDRF")
        self.refused(["did you mean 'memory'?"], "validate", "p.json", "--policy", "tsf:MEMORY=slot")

    def test_a_queue_that_is_there_twice(self):
        (self.folder / "s.toml").write_text(SCENARIO.replace('"a/x"', '"b\\"b" = 0.1, "b\\"b"'))
        self.refused(["s.toml:2", "the key is there twice"], "validate", "s.toml")

    def test_one_task(self):
        self.assertIn(" 1 job, 1 task, ", self.good("validate", "p.json"))
        self.assertIn(", 3 tasks expected, ", self.good("validate", "s.toml"))
        self.assertIn(", 1 task expected, ", self.good("validate", "s.toml", "--set", "users.0.jobs.0.tasks=1"))

    def test_one_task_that_is_lost_and_cannot_run(self):
        """Its server stays down: a larger one would not help it."""
        down = "[[events]]\nslot = 2\nserver = 0\nup = false\n"
        (self.folder / "s.toml").write_text(SCENARIO.replace("tasks = 3", "tasks = 1, servers = [0]") + down)
        said = self.good("run", "s.toml", "--quiet", "--out", "s.h5")
        self.assertIn("Lost as servers went down, and queued again: 1 task.\n", said)
        self.assertIn("tsf: 1 user has a task that cannot run (sample 0, user 0, job 0)\n", said)

    def test_files_for_one_output(self):
        (self.folder / "q.json").write_text(json.dumps(PROBLEM))
        self.refused(["--out takes one file to run (2 are given)"], "run", "p.json", "q.json", "--policy", "tsf", "--out", "r.h5")
        self.refused(["--picks takes one file to run"], "run", "p.json", "q.json", "--policy", "tsf", "--picks", "r.csv")

    def test_losses_as_csv(self):
        (self.folder / "s.toml").write_text(SCENARIO + "[[events]]\nslot = 2\nserver = 0\nup = false\n[[events]]\nslot = 3\nserver = 0\nup = true\n")
        self.good("run", "s.toml", "--quiet", "--out", "s.h5")
        self.call("report", "s.h5", "--csv", "csv")
        self.assertEqual((self.folder / "csv/losses.csv").read_text(), "point,policy,cancelled,lost,blocked_users\n0,tsf,0,3,0\n")


if __name__ == "__main__":
    unittest.main()
