#!/usr/bin/env python3
"""fairslot report --users: the shares of chosen users, in the picture as the results have them."""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "analysis")]
from program_case import PROGRAM, ProgramCase  # noqa: E402

SCENARIO = """policies = ["tsf", "fifo"]
samples = 2
record.shares = true
[workload]
jobs = 60
users = 9
"""


class Shares(ProgramCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="fairslot_shares_")
        cls.addClassCleanup(folder.cleanup)
        scenario, cls.results = Path(folder.name) / "s.toml", Path(folder.name) / "s.h5"
        scenario.write_text(SCENARIO)
        subprocess.run([PROGRAM, "run", scenario, "--out", cls.results, "--quiet"], check=True, capture_output=True)

    def setUp(self):
        super().setUp()
        os.link(self.results, self.folder / "s.h5")

    def legends(self):
        """Of the picture of shares: its texts are comments of the SVG."""
        return re.findall(r"<!-- (user \d+ .*?) -->", (self.folder / "s_shares.svg").read_text())

    def test_chosen_users_are_drawn_in_their_order(self):
        self.good("report", "s.h5", "--users", "7,0")
        lines = ["user 7 holds", "user 7 is entitled to", "user 0 holds", "user 0 is entitled to"]
        self.assertEqual(self.legends(), 2 * lines)
        self.assertIn("sample 0: users 7, 0", (self.folder / "s_shares.svg").read_text())

    def test_nobody_chosen_is_who_is_furthest_behind(self):
        self.good("report", "s.h5")
        self.assertEqual(len(self.legends()), 2 * 2 * 4)

    def test_what_cannot_be_drawn_is_one_line_and_no_folder(self):
        for users, line in (("9", "--users 9: s.h5 has no such user (allowed: 0 .. 8)"),
                            ("1,x", "--users 1,x: is no list of users (allowed: their numbers, each once, like 3,17)"),
                            ("", "--users : is no list of users (allowed: their numbers, each once, like 3,17)"),
                            ("3,3", "--users 3,3: is no list of users (allowed: their numbers, each once, like 3,17)"),
                            ("0,1,2,3,4,5,6,7", "--users 0,1,2,3,4,5,6,7: 8 users (allowed: at most 7 in a figure)")):
            done = self.run_program("report", "s.h5", "--users", users, "--out", "figures")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", line + "\n"))
            self.assertFalse((self.folder / "figures").exists())

    def test_results_without_shares_are_one_line(self):
        (self.folder / "none.toml").write_text(SCENARIO)
        self.good("run", "none.toml", "--out", "none.h5", "--quiet", "--set", "record.shares=false")
        done = self.run_program("report", "none.h5", "--users", "1")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        self.assertIn("run it with record.shares = true", done.stderr)


if __name__ == "__main__":
    unittest.main()
