"""The worked numbers of docs/policies.md, by the program: tasks started a user in each slot."""

import collections
import csv
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
TEXT = " ".join((ROOT / "docs/policies.md").read_text().split())

# Problem, policy, tasks started a user in the first slots, the words of the document that say so.
STARTS = [
    ("job_weights", "tvtsf", "(4,2)(4,2)(3,3)(2,4)", "`tvtsf` starts {}"),
    ("job_weights", "tsf", "(4,2)(4,2)(2,4)(2,4)", "and `tsf` {}"),
    ("per_server", "tsf", "(4,8)", "at most two a server: slot 1 is {}"),
    ("contribution", "tvtsf:weights=contribution", "(6,2,0)(6,0,0)(0,6,2)(0,0,2)(0,0,8)", "`tvtsf:weights=contribution` starts {}"),
    ("cmmf", "cmmf", "(3,0,1)", "order 0, 1, 2, 3: {}"),
    ("policy_tvtsf", "tsf", "(2,0)(2,0)(1,1)(0,2)(1,1)", "5/8 and 1/4: {}"),
    ("eunomia", "eunomia", "(5,6,7)", "Slot 1 is {}"),
    ("eunomia", "tsf", "(6,6,6)", "`tsf` gives {}"),
    ("cdrf_g", "cdrf_g", "(8,4)", "slot 1 is (8,4)"),
    ("cdrf_g", "tsf", "(6,6)", "could run 12, gives {}"),
    ("decayed", "lt_drf", "(1,0)(1,0)(0,1)(0,1)", "slots 3 and 4 are user 1's"),
    ("sdrf", "sdrf:delta=0.5", "(10,0)(4,6)(5,5)(5,5)", "`delta=0.5`: {}"),
    ("fair", "fair", "(2,4,2)", "with what is left: {}"),
    ("slots", "slots:per=1", "(3,1,1)", "`per=1`: {}"),
    ("slots", "slots:per=4", "(1,1,0)", "`per=4`: {}"),
    ("slots", "drfh", "(3,2,1)", "`drfh` gives {}"),
    ("ties", "tsf:ties=random", "(0,1,1)(1,1,0)(1,1,0)(0,1,1)", "`tsf:ties=random` {}"),
    ("passing", "drfh", "(1,0)(2,0)(1,0)", "`drfh` starts {}"),
    ("passing", "drfh:backfill=1", "(2,0)(2,0)", "with `backfill=1` {}"),
    ("passing", "drfh:skip_unplaceable=1", "(1,0)(1,1)(2,0)", "with `skip_unplaceable=1` {}"),
    ("passing_turn", "cdrf:backfill=1", "(0,4)", "`cdrf:backfill=1` starts {}"),
    ("thesis", "drf", "(2,3)", "picks are of users 0, 1, 1, 0, 1"),
    ("thesis_strict", "drf", "(4,2)", "the other way round: {}"),
    ("thesis_strict", "drf:strict=1", "(3,2)", "with `strict=1` {}. (`drf_zero"),
    ("drf_zero", "drf", "(5,5,5)", "and (0,1): {}"),
    ("cmmf", "cmmf:order=reversed", "(2,1,1)", "With `order=reversed` it is {}"),
    ("dynamic_drf_two", "dynamic_drf:alpha=0", "(12,0)(0,12)(8,8)", "`alpha=0` gives {}"),
    ("dynamic_drf_two", "dynamic_drf:alpha=1", "(12,0)(6,9)(6,9)", "`alpha=1` slots 2 and 3 are (6,9)"),
    ("leave", "tsf", "(2,2,0,0)(0,2,0,0)(0,2,0,0)(0,4,0,0)", "`tsf` starts {}"),
    ("karma", "karma", "(10,0)(2,8)(3,7)(5,5)(5,5)", "from slot 2 on: {}"),
    ("decayed", "decayed", "(1,0)(1,0)(0,1)(0,1)", "has slots 3 and 4"),
    ("decayed", "decayed:half_life=1", "(1,0)(1,0)(0,1)(1,0)", "with `half_life=1` slot 4 is user 0's"),
    ("dynamic_drf", "dynamic_drf:alpha=0", "(4,0)(0,4)(2,2)", "`alpha=0` {}"),
    ("dynamic_drf", "dynamic_drf", "(4,0)(1,3)(1,3)", "the default {}"),
    ("dynamic_drf", "dynamic_drf:alpha=1", "(4,0)(2,2)(2,2)", "`alpha=1` {}"),
    ("capacity", "capacity", "(0,8,0)(6,2,0)(2,2,4)", "user 2 has 4: (2,2,4)"),
    ("capacity", "capacity:elastic=0", "(0,2,0)", "with `elastic=0` 2"),
    ("memory", "tsf", "(3,0)(0,1)(0,1)", "`tsf` gives it to user 1"),
    ("memory", "tsf:memory=slot", "(3,0)(1,0)(1,0)", "`tsf:memory=slot` gives it to user 0"),
    ("t2", "tvtsf", "(2,2)(2,0)(2,2)(2,0)(2,2)(2,0)", "`exclusive` {}"),
    ("t2", "tvtsf:h=full", "(2,2)(1,1)(2,1)(1,2)(1,1)(2,1)", "`full` {}"),
    ("t2", "tvtsf:h=fluid", "(3,1)(2,1)(2,1)(2,1)(2,1)(2,1)", "`fluid` {}"),
    ("t3", "tvtsf", "(4,0)(4,0)(4,0)(1,3)(1,3)(2,2)(2,2)", "T3, user 1 arrives in slot 4: {}"),
    ("t3", "tvtsf:denominators=since_start", "(4,0)(4,0)(4,0)(0,4)(0,4)(0,4)(2,2)", "`denominators=since_start` {}"),
    ("idle", "tvtsf", "(2,2)(4,0)(4,0)(1,3)(1,3)(2,2)", "`backlogged` {}"),
    ("idle", "tvtsf:denominators=since_arrival", "(2,2)(4,0)(4,0)(0,4)(0,4)(2,2)", "`since_arrival` and"),
    ("idle", "tvtsf:denominators=since_start", "(2,2)(4,0)(4,0)(0,4)(0,4)(2,2)", "and `since_start` {}"),
    ("t7", "tvtsf", "(4,2)(4,2)(4,2)", "(4,2) in every slot"),
    ("t8", "tvtsf", "(1,1,0)(1,0,1)(0,1,1)(1,1,0)", "(1,1,0)(1,0,1)(0,1,1) and again"),
    ("t8", "tsf", "(1,1,0)" * 20, "(1,1,0) for 20 slots"),
    ("t8", "cdrf:memory=slot", "(1,1,0)" * 20, "(1,1,0) for 20 slots"),
    ("t3", "tsf", "(4,0)(4,0)(4,0)(2,2)(2,2)", "T3: (4,0)(4,0)(4,0), then (2,2) in every slot"),
    ("t4", "tsf", "(15,5)", "may use the first only: {}"),
    ("t5a", "cdrf", "(0,3)", "user 0 none: {}"),
    ("t5a", "tsf", "(1,0)", "on the tie of zeros: {}"),
    ("t5a", "tvtsf", "(1,0)", "on the tie of zeros: {}"),
    ("t5b", "drf", "(1,3)", "the pool (9,6) takes {}"),
    ("t5b", "drfh", "(1,1)", "the servers under `drfh` {}"),
    ("strict", "drf", "(1,5)", "slot 1 is {}"),
    ("strict", "drf:strict=1", "(1,3)", "`strict=1` {}"),
    ("drfh", "drfh", "(10,10)", "best fit {}"),
    ("drfh", "drfh:fit=first", "(6,6)", "first fit {}"),
    ("permitted", "drfh", "(4)(2)", "4 and 2 in two slots"),
    ("permitted", "drfh:permitted=ignore", "(6)", "with `permitted=ignore` all six in the first"),
    ("t8", "fifo", "(2,0,0)" * 10, "user 0 alone, (2,0,0), until its 20 tasks are through"),
]


def path_of(case):
    return ROOT / f"tests/golden/problems/{case}.json"


def picks(case, policy):
    """(slot, user, server) of every start."""
    with tempfile.TemporaryDirectory(prefix="fairslot_worked_") as folder:
        command = [PROGRAM, "run", path_of(case), "--policy", policy, "--picks", "picks.csv", "--quiet"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        with open(Path(folder) / "picks.csv", newline="") as file:
            return [(int(row["slot"]), int(row["user"]), int(row["server"])) for row in csv.DictReader(file)]


def starts(case, policy, slots):
    count = collections.Counter((slot, user) for slot, user, _ in picks(case, policy))
    users = range(len(json.loads(path_of(case).read_text())["users"]))
    return "".join("({})".format(",".join(str(count[slot, user]) for user in users)) for slot in range(1, slots + 1))


class Worked(unittest.TestCase):
    def test_starts(self):
        for case, policy, expected, words in STARTS:
            with self.subTest(policy=policy, words=words):
                self.assertIn(words.format(expected), TEXT)
                self.assertEqual(starts(case, policy, expected.count("(")), expected)

    def test_servers(self):
        order = "(0,0)(1,1)(0,0)(1,1)(0,0)(1,1)(0,0)(0,1)(0,1)"
        self.assertIn(f"Picks of slot 1 (user,server): {order}", TEXT)
        first = [(user, server) for slot, user, server in picks("t1", "tvtsf") if slot == 1]
        self.assertEqual("".join(f"({user},{server})" for user, server in first), order)
        self.assertIn("best takes server 1, first 0, worst 2, tightest 3, dot 5, cosine 4", TEXT)
        for fit, server in {"best": 1, "first": 0, "worst": 2, "tightest": 3, "dot": 5, "cosine": 4}.items():
            self.assertEqual(picks("fits", f"tsf:fit={fit}"), [(1, 0, server)])
        self.assertIn("best fit fills server 1", TEXT)
        self.assertEqual([server for *_, server in picks("shapes", "drfh")], [1, 1, 1, 1, 0])
        self.assertIn("first fit fills server 0", TEXT)
        self.assertEqual([server for *_, server in picks("shapes", "drfh:fit=first")], [0, 0, 0, 0, 1])


if __name__ == "__main__":
    unittest.main()
