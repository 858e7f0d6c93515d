"""Users that leave: limits of `leave` in problem files and scenarios, and what show and run say of it."""

import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program_case import ProgramCase  # noqa: E402

LAST = 2**31 - 1
SCENARIO = """
policies = ["tsf"]
cluster = {{groups = [{{capacity = [4]}}]}}
[[users]]
leave = {}
jobs = [{{tasks = 9, demand = [1], duration = 2}}]
"""
DRAWN = 'policies = ["tsf"]\nsamples = 1\nhorizon = 50\n[workload]\njobs = 20\nsubmit_slots = 20\nlarge_share = 1\n'


class Leave(ProgramCase):
    def problem(self, leave):
        job = {"submit": 1, "tasks": 9, "demand": [1], "duration": 2}
        (self.folder / "p.json").write_text(json.dumps({"K": 1, "servers": [[4]], "users": [{"leave": leave, "jobs": [job]}]}))
        return ["run", "p.json", "--policy", "tsf", "--json"]

    def scenario(self, text):
        (self.folder / "s.toml").write_text(text)
        return ["run", "s.toml", "--out", "s.h5", "--json", "--quiet"]

    def refused(self, words, command):
        super().refused(words, *command)
        self.assertEqual(sorted(path.suffix for path in self.folder.iterdir()), sorted({Path(command[1]).suffix}))

    def test_problems_refuse_what_is_no_slot(self):
        for value in (0, -1, LAST + 1, 2.0, True, "3", None, [3]):
            with self.subTest(value):
                self.refused(("p.json: /users/0/leave: ", "(allowed: an integer, 1 to 2147483647)"), self.problem(value))
                (self.folder / "p.json").unlink()

    def test_scenarios_refuse_what_is_no_slot(self):
        for value in ("0", "-1", str(LAST + 1), "2.0", "true", '"3"', "[3]"):
            with self.subTest(value):
                self.refused(("users.0.leave", "1 .. 2147483647"), self.scenario(SCENARIO.format(value)))
        for line, words in {"leave_share = -0.1": ("leave_share", "0 .. 1"), "leave_share = 1.1": ("leave_share", "0 .. 1"),
                            "leave_within = 0": ("leave_within", "1 .. 2147483647"),
                            f"leave_within = {LAST + 1}": ("leave_within", "1 .. 2147483647"),
                            "leave_shar = 0.5": ("leave_shar", "leave_share")}.items():
            with self.subTest(line):
                self.refused(words, self.scenario(DRAWN + line))

    def test_what_is_cancelled(self):
        for slot, tasks in {1: 0, 2: 5, 3: 5, 5: 1, LAST: 0}.items():
            with self.subTest(slot):
                said = json.loads(self.call(*self.problem(slot)))["policies"][0]
                self.assertEqual((said["cancelled"], said["blocked"]), ([[0, tasks]] if tasks else [], []))
                self.assertEqual(said["summary"]["started"], 0 if slot == 1 else 9 - tasks)
                shown = json.loads(self.call(*self.scenario(SCENARIO.format(slot)), "--force"))["points"][0]["policies"][0]
                self.assertEqual(shown["cancelled"], tasks)
                self.call("verify", "s.h5")

    def test_show_prints_it_and_takes_it_back(self):
        self.scenario(SCENARIO.format(7))
        shown = self.call("show", "s.toml")
        self.assertIn("leave = 7", shown)
        (self.folder / "again.toml").write_text(shown)
        self.assertEqual(self.call("show", "again.toml"), shown)
        self.scenario(DRAWN + "leave_share = 0.25\nleave_within = 9")
        self.assertIn("leave_share = 0.25\nleave_within = 9\n", self.call("show", "s.toml"))

    def test_who_leaves_is_drawn_and_nothing_else_with_it(self):
        """A user's jobs stay the same, and more users leave at a higher share, the same ones among them."""
        started = []
        for share in ("0", "0.5", "1"):
            said = json.loads(self.call(*self.scenario(DRAWN + f"leave_share = {share}\nleave_within = 1"), "--force"))
            policy = said["points"][0]["policies"][0]
            started.append((policy["queueing"]["count"], policy["cancelled"]))
        (all_run, none), (some_run, some), (few_run, most) = started
        self.assertEqual(none, 0)
        self.assertTrue(0 < some < most, started)
        self.assertTrue(few_run < some_run < all_run, started)


if __name__ == "__main__":
    unittest.main()
