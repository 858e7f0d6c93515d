#!/usr/bin/env python3
"""What `fairslot list policies --json` says: whole, of every policy, and the same as the text and the program's own rules."""
import json
import os
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
PROBLEM = {"K": 2, "T": 1, "servers": [[4000, 8]], "users": [{"jobs": [{"submit": 1, "tasks": 1, "demand": [1000, 1], "duration": 1}]}]}
NAMES = ["tvtsf", "tsf", "cdrf", "cdrf_g", "drf", "drfh", "cmmf", "eunomia", "lt_drf", "decayed", "sdrf", "dynamic_drf",
         "fifo", "fair", "capacity", "slots", "karma", "psdsf", "hdrf"]


def call(*arguments, **more):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60, **more)


class PoliciesList(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        done = call("list", "policies", "--json")
        assert done.returncode == 0 and done.stderr == "", done.stderr
        cls.policies = json.loads(done.stdout)["policies"]

    def test_all_have_all(self):
        self.assertEqual(sorted(p["name"] for p in self.policies), sorted(NAMES))
        for policy in self.policies:
            self.assertEqual(list(policy), ["name", "lowest", "source", "remembers", "claims", "options"])
            for key in ("lowest", "source", "remembers", "claims"):
                self.assertTrue(policy[key].strip(), (policy["name"], key))
            self.assertRegex(policy["source"], r"\b(19|20)\d\d\b", policy["name"])

    def test_the_text_says_the_same(self):
        text = call("list", "policies").stdout
        for policy in self.policies:
            for words in (policy["lowest"], policy["source"], policy["remembers"], policy["claims"]):
                self.assertIn(words, text)
            for option in policy["options"]:
                self.assertIn(option["summary"], text)

    def exit_code(self, policy):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(PROBLEM, file)
            file.flush()
            done = call("run", file.name, "--policy", policy, "--json")
        self.assertEqual(done.stderr.count("\n"), 1 if done.returncode else 0, done.stderr)
        return done.returncode

    def test_defaults_are_the_first_names_and_within_ranges(self):
        for policy in self.policies:
            for option in policy["options"]:
                place = (policy["name"], option["name"])
                if option["type"] == "name":
                    self.assertEqual(option["default"], option["values"][0], place)
                else:
                    self.assertLessEqual(option["least"], option["default"], place)
                self.assertEqual(self.exit_code(f"{policy['name']}:{option['name']}={option['default']}"), 0, place)

    def test_ranges_end_where_the_program_ends_them(self):
        tried = 0
        for policy in self.policies:
            for option in policy["options"]:
                if option["type"] not in ("integer", "number") or option["name"] == "seed" and policy["name"] != "tsf":
                    continue
                code = lambda value: self.exit_code(f"{policy['name']}:{option['name']}={value}")
                open_end = option.get("below_most", False)
                self.assertEqual(code(option["least"]), 0, option)
                self.assertEqual(code(option["most"]), 2 if open_end else 0, option)
                self.assertEqual(code(option["most"] + 1), 2, option)
                if option["least"] > 0:
                    self.assertEqual(code(option["least"] - 1), 2, option)
                tried += 1
        self.assertEqual(tried, 6)  # half_life, delta, two alpha, per, one seed

    def test_only_policies(self):
        for words in (["list", "--json"], ["list", "keys", "--json"]):
            done = call(*words)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))


if __name__ == "__main__":
    unittest.main()
