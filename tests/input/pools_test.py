#!/usr/bin/env python3
"""Instances of `fairslot solve` as people get them wrong: one line with file, line, key and what is allowed, exit code 2."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from program_case import ProgramCase  # noqa: E402

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
# All but thesis/slots.toml, whose trace is made by scripts/traces.
EXPERIMENTS = ["tvtsf/optimum.toml", "thesis/properties.toml", "ddrf/properties.toml", "ddrf/scaling.toml", "dfe/exp1.toml", "dfe/exp2.toml",
               "dfe/region.toml"]
GOOD = """resources = ["cpu", "mem"]
capacity = [9, 18]
[[users]]
name = "A"
demand = [1, 4]
[[users]]
name = "B"
demand = [3, 1]
"""
SERVERS = """[[servers]]
capacity = [9, 3]
[[servers]]
capacity = [3, 9]
[[users]]
demand = [1, 1]
[[users]]
demand = [3, 1]
servers = [1]
"""
AMOUNT = "(allowed: a number, 0 or 1e-30 .. 1e+30)"

# What is put for what, where it is refused, and in which words.
WRONG = [
    ("[1, 4]", "[-1, 4]", "i.toml:5:11: users.0.demand.0: -1 is not allowed " + AMOUNT),
    ("[1, 4]", "[nan, 4]", "i.toml:5:11: users.0.demand.0: nan is not allowed " + AMOUNT),
    ("[1, 4]", "[1, inf]", "i.toml:5:14: users.0.demand.1: inf is not allowed " + AMOUNT),
    ("[1, 4]", "[1e400, 4]", "i.toml:5:16: not TOML: "),
    ("[1, 4]", "[1e31, 4]", "users.0.demand.0: 1e+31 is not allowed " + AMOUNT),
    ("[1, 4]", "[true, 4]", "users.0.demand.0: true is not allowed"),
    ("[1, 4]", "[\"1\", 4]", "users.0.demand.0: \"1\" is not allowed"),
    ("[1, 4]", "4", "i.toml:5:10: users.0.demand: 4 is not allowed (allowed: a list of numbers)"),
    ("[1, 4]", "[0, 0]", "i.toml:5:10: users.0.demand: all are 0 (allowed: one above 0)"),
    ("[1, 4]", "[1]", "i.toml:5:10: users.0.demand: 1 numbers are not allowed (allowed: 2, one a resource)"),
    ("[1, 4]", "[1, 4, 1]", "users.0.demand: 3 numbers are not allowed (allowed: 2, one a resource)"),
    ("demand = [1, 4]\n", "", "i.toml:3:1: users.0.demand: is missing"),
    ("[1, 4]", "[1, 4]\nweight = 0", "i.toml:6:10: users.0.weight: 0 is not allowed for drf (allowed: above 0)"),
    ("[1, 4]", "[1, 4]\nweight = [1, 0]", "users.0.weight: 0 is not allowed for drf"),
    ("[1, 4]", "[1, 4]\nweight = -1", "users.0.weight: -1 is not allowed (allowed: a number, 0 or "),
    ("[1, 4]", "[1, 4]\nweight = [1, 1, 1]", "users.0.weight: 3 numbers are not allowed (allowed: 2, one a resource)"),
    ("[1, 4]", "[1, 4]\ntasks = -2", "users.0.tasks: -2 is not allowed " + AMOUNT),
    ("[1, 4]", "[1, 4]\ncontribution = 0", "users.0.contribution: 0 is not allowed"),
    ("[1, 4]", "[1, 4]\ncontribution = 1", "i.toml:7:1: users.1.contribution: is missing, and others have it"),
    ("[1, 4]", "[1, 4]\nleave_after = 1", "users.0.leave_after: has a meaning only with contribution"),
    ("[1, 4]", "[1, 4]\ncontribution = 1\nleave_after = 3", "i.toml:7:15: users.0.leave_after: 3 is not allowed (allowed: an integer, 1 .. 2)"),
    ("[1, 4]", "[1, 4]\ndemand_slots = []", "users.0.demand_slots: an empty list"),
    ("[1, 4]", "[1, 4]\ndemand_slots = [1, -1]", "users.0.demand_slots.1: -1 is not allowed"),
    ("[3, 1]", "[3, 1]\ndemand_slots = [1]", "i.toml:3:1: users.0.demand_slots: is missing, and others have it"),
    ("[1, 4]", "[1, 4]\nvalues = [1]", "users.0.values: has a meaning only with jobs"),
    ("[1, 4]", "[1, 4]\nservers = [0]", "i.toml:6:11: users.0.servers: has a meaning only with servers"),
    ("[3, 1]", "[3, 1]\n[[published]]\nmechanism = \"dfr\"\nsource = \"p\"\nused = []", "i.toml:10:13: published.0.mechanism: unknown mechanism 'dfr'"),
    ("[3, 1]", "[3, 1]\n[[published]]\nmechanism = \"drf:discrete=no\"\nsource = \"p\"\nused = []",
     'published.0.mechanism: "drf:discrete=no" is not allowed (allowed: "drf")'),
    ("[3, 1]", "[3, 1]\n[[published]]\nmechanism = \"drf\"\nsource = \"p\"\nused = []", "i.toml:12:8: published.0.used: an empty list"),
    ("[3, 1]", "[3, 1]\n[[published]]\nmechanism = \"drf\"\nused = []", "published.0.source: is missing"),
    ("[3, 1]", "[3, 1]\n[[published]]\nmechanism = \"drf\"\nsource = \"p\"", "published.0.allocation: is missing (allowed: allocation, used or both)"),
    ("[3, 1]", "[3, 1]\n[[published]]\nmechanism = \"drf\"\nsource = \"p\"\nallocation = [[1, 4]]",
     "i.toml:12:14: published.0.allocation: 1 numbers are not allowed (allowed: 2, a list a user)"),
    ("[3, 1]", "[3, 1]\n[[published]]\nmechanism = \"drf\"\nsource = \"p\"\nused = [[1, 4], [1]]",
     "published.0.used.1: 1 numbers are not allowed (allowed: 2, one a resource)"),
    ("[3, 1]", "[3, 1]\n[[published]]\nmechanism = \"drf\"\nsource = \"p\"\nused = [[1, -4]]", "published.0.used.0.1: -4 is not allowed " + AMOUNT),
    ("[1, 4]", "[1, 4]\ndemnad = 1", "i.toml:6:1: users.0.demnad: unknown key (allowed in users.0: name, demand, "),
    ("[1, 4]", "[1, 4]\nweigth = 1", "did you mean weight?"),
    ("\"B\"", "\"A\"", "i.toml:7:8: users.1.name: A is there twice"),
    ("\"B\"", "7", "users.1.name: 7 is not allowed (allowed: a text)"),
    ("[9, 18]", "[0, 0]", "i.toml:2:12: capacity: the pool is empty"),
    ("[9, 18]", "[]", "i.toml:2:12: capacity: 0 resources are not allowed (allowed: 1 .. 8)"),
    ("[9, 18]", "[1, 2, 3, 4, 5, 6, 7, 8, 9]", "capacity: 9 resources are not allowed (allowed: 1 .. 8)"),
    ("[9, 18]", "[9, 18, 1]", "i.toml:1:13: resources: 2 names are not allowed (allowed: 3, one a number of the capacity)"),
    ("[9, 18]", "[9, -18]", "capacity.1: -18 is not allowed " + AMOUNT),
    ("[9, 18]", "[0, 18]", "i.toml:5:10: users.0.demand: 1 of cpu, of which there is nothing, is not allowed for drf"),
    ("\"mem\"]", "\"cpu\"]", "resources.1: cpu is there twice"),
    ("capacity = [9, 18]\n", "", "i.toml:4:10: users.0.demand: has a meaning only with capacity, or servers"),
    ("[[users]]", "[[servers]]\ncapacity = [1, 1]\n[[users]]", "servers: and capacity are both given (allowed: one of them)"),
    (GOOD[GOOD.index("[[users]]"):], "", "i.toml:1:1: users: is missing (allowed: a list of tables, at least one)"),
    (GOOD[GOOD.index("[[users]]"):], "users = []", "i.toml:3:9: users: an empty list (allowed: at least one user)"),
    ("capacity", "capacty", "i.toml:2:1: capacty: unknown key"),
    ("capacity", "capacity = [1]\ncapacity", "i.toml:3:1"),
    (GOOD, "", "users: is missing"),
]
UTILITIES = [
    ("{kind = \"linaer\", d = 1}", "utility.kind: \"linaer\" is not allowed (allowed: linear, elastic, real_time, rate_adaptive, points; did you mean 'linear'?)"),
    ("{d = 1}", "utility.kind: is missing"),
    ("{kind = \"linear\"}", "utility.d: is missing (allowed: a number, "),
    ("{kind = \"elastic\", c = 0}", "utility.c: 0 is not allowed"),
    ("{kind = \"elastic\", c = 1, m = 1}", "utility.m: unknown key (allowed in users.0.utility: kind, c)"),
    ("{kind = \"points\", points = [[0, 0], [2, 3], [4, 1]]}", "utility.points.2: the utility falls from 3 to 1 (allowed: one that never decreases)"),
    ("{kind = \"points\", points = [[0, 0], [2, 1], [1, 2]]}", "utility.points.2: the amount falls from 2 to 1"),
    ("{kind = \"points\", points = [[1, 0], [2, 1]]}", "utility.points.0: 1 is not allowed (allowed: the first amount is 0)"),
    ("{kind = \"points\", points = [[0, 0]]}", "utility.points: 1 points are not allowed (allowed: two or more)"),
    ("{kind = \"points\", points = [[0, 0, 0], [1, 1]]}", "utility.points.0: 3 numbers are not allowed (allowed: 2, amount and utility)"),
    ("4", "users.0.utility: 4 is not allowed (allowed: a table)"),
]
ON_SERVERS = [
    ("[1]", "[2]", "i.toml:9:12: users.1.servers.0: 2 is not allowed (allowed: an integer, 0 .. 1)"),
    ("[1]", "[]", "users.1.servers: an empty list (allowed: at least one server)"),
    ("[1]", "[1, 1]", "users.1.servers: 1 is listed twice"),
    ("[3, 9]", "[3]", "i.toml:4:12: servers.1.capacity: 1 numbers are not allowed (allowed: 2, one a resource)"),
    ("[3, 9]", "[3, 9]\ncount = 0", "servers.1.count: 0 is not allowed (allowed: an integer, 1 .. 999999)"),
    ("[3, 9]", "[3, 9]\nspeed = 0", "servers.1.speed: 0 is not allowed"),
    ("", "", "i.toml:9:11: users.1.servers: drf divides one pool, which has no permitted servers"),
]
JOBS = [
    ("[[0, 2, 2]]", "jobs.0.0: 0 is not allowed (allowed: an integer, 1 .. 2147483647)"),
    ("[[2, 1, 1]]", "jobs.0.1: 1 is not allowed (allowed: an integer, 2 .. 2147483647)"),
    ("[[1, 2, 3]]", "jobs.0.2: 3 is not allowed (allowed: an integer, 1 .. 2)"),
    ("[[1, 2]]", "jobs.0: 2 numbers are not allowed (allowed: 3, release, deadline, processing)"),
    ("[]", "jobs: an empty list (allowed: at least one job)"),
]


class Pools(ProgramCase):
    def solve_refused(self, text, words, *arguments):
        (self.folder / "i.toml").write_text(text)
        self.refused(["fairslot: ", words], "solve", *(arguments or ["drf"]), "i.toml")

    def test_instances(self):
        self.assertEqual(len({(old, new) for old, new, _ in WRONG}), len(WRONG))
        for old, new, words in WRONG:
            with self.subTest(new=new):
                self.assertIn(old, GOOD)
                self.solve_refused(GOOD.replace(old, new, 1), words)

    def test_servers(self):
        for old, new, words in ON_SERVERS:
            with self.subTest(new=new):
                self.solve_refused(SERVERS.replace(old, new) if old else SERVERS, words)

    def test_utilities(self):
        for utility, words in UTILITIES:
            with self.subTest(utility=utility):
                self.solve_refused(GOOD.replace("[1, 4]", f"[1, 4]\nutility = {utility}"), words)

    def test_jobs(self):
        for jobs, words in JOBS:
            with self.subTest(jobs=jobs):
                self.solve_refused(f"jobs = {jobs}\n{GOOD}", words)

    def test_allocation(self):
        for allocation, words in (("[1]", "allocation: 1 numbers are not allowed (allowed: 2, one a user)"),
                                  ("[0, 0]", "allocation: all are 0"), ("[-1, 1]", "allocation.0: -1 is not allowed")):
            self.solve_refused(f"allocation = {allocation}\n{GOOD}", words)

    def test_mechanisms(self):
        self.solve_refused(GOOD, "unknown mechanism 'dfr' (allowed: max_min, ", "dfr")
        self.solve_refused(GOOD, "did you mean 'drf'?", "dfr")
        self.solve_refused(GOOD, "mechanism 'drf': discrete=maybe is not a value (allowed: no, skip, strict", "drf:discrete=maybe")
        self.solve_refused(GOOD, "has no option 'discret'", "drf:discret=skip")
        self.solve_refused(GOOD, "drf is given twice", "drf", "drf:ties=lowest")
        self.solve_refused('solve = ["dfr"]\n' + GOOD, "i.toml:1:10: solve.0: unknown mechanism 'dfr'", "--json")
        self.solve_refused('solve = ["drf", "drf:discrete=no"]\n' + GOOD, "i.toml:1:17: solve.1: drf is given twice", "--json")
        self.solve_refused("solve = 1\n" + GOOD, "i.toml:1:9: solve: 1 is not allowed (allowed: a list of mechanisms)", "--json")
        self.solve_refused(GOOD, "i.toml: solve: is missing", "--json")
        self.solve_refused("solve = []\n" + GOOD, "i.toml:1:9: solve: an empty list", "--json")

    def test_what_a_mechanism_needs(self):
        self.solve_refused("[[users]]\nname = 'A'\n", "i.toml:1:1: capacity: is missing: drf needs it (allowed: a list of numbers; or servers)")

        for mechanism, words in (("ddrf", "users.0.contribution: is missing: ddrf needs it"), ("sdrf", "users.0.demand_slots: is missing: sdrf needs it"),
                                 ("dynamic_drf", "users.0.demand_slots: is missing"), ("utility_max_min", "users.0.utility: is missing"),
                                 ("matching_bagfilling", "jobs: is missing: matching_bagfilling needs it")):
            self.solve_refused(GOOD, words, mechanism)

    def test_what_a_mechanism_does_not_take(self):
        arriving = GOOD.replace("]\n[[", "]\ncontribution = 1\n[[").replace("[3, 1]", "[3, 1]\ncontribution = 1").replace("18]\ncontribution = 1", "18]")
        self.solve_refused(arriving.replace("[3, 1]", "[3, 1]\ntasks = 1"), "users.1.tasks: has no meaning for ddrf (allowed: no such key)", "ddrf")
        self.solve_refused(arriving.replace("[3, 1]", "[3, 1]\nweight = 2"), "users.1.weight: 2 is not allowed for ddrf", "ddrf")
        slotted = GOOD.replace("4]", "4]\ndemand_slots = [1]").replace("[3, 1]", "[3, 1]\ndemand_slots = [1]")
        self.solve_refused(slotted, "capacity: 2 resources are not allowed for dynamic_mmf (allowed: 1; or dynamic_drf)", "dynamic_mmf")
        self.solve_refused(slotted.replace("[3, 1]", "[3, 1]\nweight = 2"), "users.1.weight: 2 is not allowed for sdrf", "sdrf")
        self.solve_refused(slotted, "alpha=2 is not a value", "dynamic_drf:alpha=2")
        self.solve_refused(GOOD.replace("[1, 4]", "[1e-30, 1e-30]"), "capacity: has room for more than 1000000 tasks", "drf:discrete=skip")

    def test_there_is_nothing_of_the_one_resource(self):
        text = GOOD.replace("[9, 18]", "[0, 18]").replace("[1, 4]", "[0, 4]").replace("[3, 1]", "[0, 1]")
        for mechanism in ("max_min", "proportional_fairness", "cmmf"):
            self.solve_refused(text, f"i.toml:2:12: capacity: there is nothing of cpu, which {mechanism} is asked to divide (allowed: above 0)", mechanism)
        self.good("solve", "max_min:resource=1", "i.toml")

    def test_experiments_are_run_by_themselves(self):
        text, words = 'experiment = "dfe"\n' + GOOD, "i.toml:1:1: experiment: is run by itself (allowed: no mechanisms and no other files beside this one)"
        self.solve_refused(text, words)
        self.refused([words], "solve", "i.toml", "i.toml")

    def test_experiments(self):
        """What each file says, but for one key, put wrong in the file and by --set."""
        for path in EXPERIMENTS:
            lines = (SCENARIOS / path).read_text().splitlines()
            head = lines[:next((at for at, line in enumerate(lines) if line.startswith("[[")), None)]
            keys = [(at, line.split("=")[0].rstrip()) for at, line in enumerate(head) if line[:1].isalpha() and not line.endswith("[")]
            self.assertGreater(len(keys), 1, path)
            for at, key in keys:
                for value in ("nan", "-1", "1e400", "{}"):
                    with self.subTest(path=path, key=key, value=value):
                        wrong = [*lines[:at], f"{key} = {value}", *lines[at + 1:]]
                        (self.folder / "i.toml").write_text("\n".join(wrong))
                        self.refused([f"fairslot: i.toml:{at + 1}:"], "solve", "i.toml", "--out", "o.h5")
                        self.refused([f"fairslot: --set {key}={value}: {key}: "], "solve", SCENARIOS / path, "--set", f"{key}={value}")
            self.refused(["--set experiment=dfee: experiment: ", "did you mean 'dfe'?"], "solve", SCENARIOS / path, "--set", "experiment=dfee")
            self.refused(["--set sede=1: sede: unknown key (allowed: "], "solve", SCENARIOS / path, "--set", "sede=1")
            self.assertFalse((self.folder / "o.h5").exists())

    def test_who_needs_what_is_not_there(self):
        text = GOOD.replace("[9, 18]", "[0, 18]").replace("[1, 4]", "[0, 4]")
        self.solve_refused(text, "users.1.demand: 3 of cpu, of which there is nothing", "drf:discrete=strict")
        done = self.good("solve", "drf:discrete=skip", "i.toml")
        self.assertIn("left out, needing what is not there: B", done)

    def test_command_line(self):
        self.refused(["required"], "solve")
        self.refused(["no file (allowed: "], "solve", "drf")
        self.refused(["no.toml", "no such file"], "solve", "drf", "no.toml")
        self.solve_refused(GOOD, "--set users.0.demand.0=-1: users.0.demand.0: -1 is not allowed", "drf", "--set", "users.0.demand.0=-1")
        self.solve_refused(GOOD, "not an assignment", "drf", "--set", "x")
        self.solve_refused(GOOD, "no element 2 in this list of 2", "drf", "--set", "users.2.weight=1")

    def test_nothing_is_printed_of_files_before_a_wrong_one(self):
        (self.folder / "good.toml").write_text(GOOD)
        (self.folder / "bad.toml").write_text(GOOD.replace("[1, 4]", "[1]"))
        self.refused(["bad.toml:5"], "solve", "drf", "good.toml", "bad.toml")


if __name__ == "__main__":
    unittest.main()
