#!/usr/bin/env python3
"""The optimum of program (10): worked, against another solver on random problems, and what is no such problem."""
import json
import random
import sys
import unittest
from fractions import Fraction
from pathlib import Path

import highspy
import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "analysis")]
import gap_figures  # noqa: E402
from fairslot_results import Results  # noqa: E402
from program_case import ProgramCase  # noqa: E402

CASES = 40
WIDE = {"tasks": 40, "demand": [1, 1], "duration": 1, "submit": 1}
T4 = {"K": 2, "T": 1, "servers": [[10, 10], [10, 20]],
      "users": [{"weight": 1, "jobs": [{**WIDE, "servers": [0, 1]}]}, {"weight": 1, "jobs": [{**WIDE, "servers": [0]}]}]}


def random_problem(rng):
    slots, servers = rng.randint(1, 4), rng.randint(1, 3)
    users = []
    for _ in range(rng.randint(1, 3)):
        job = {"demand": [rng.randint(0, 4), rng.randint(1, 4)], "duration": rng.randint(1, 3),
               "servers": sorted(rng.sample(range(servers), rng.randint(1, servers)))}
        jobs = [{**job, "submit": rng.randint(1, slots), "tasks": rng.randint(1, 9)} for _ in range(rng.randint(1, 2))]
        users.append({"weight": rng.choice([1, 1, 2]), "jobs": jobs})
    return {"K": 2, "T": slots, "servers": [[rng.randint(3, 10), rng.randint(3, 10)] for _ in range(servers)], "users": users}


def credit(problem, user):
    """Σ w h, h = what it starts in a slot alone on all servers: all there is room for, as often as its tasks have ended."""
    job = min(user["jobs"], key=lambda own: own["submit"])
    room = sum(min(c // d for c, d in zip(server, job["demand"]) if d > 0) for server in problem["servers"])
    return user["weight"] * room * len(range(job["submit"], problem["T"] + 1, job["duration"]))


def best(problem):
    """The highest lowest share, for every set of users who have all they want."""
    users = range(len(problem["users"]))
    credits = [credit(problem, user) for user in problem["users"]]
    wanted = [sum(job["tasks"] for job in user["jobs"]) for user in problem["users"]]
    found = Fraction(0)
    for content in range(2 ** len(users)):
        starts = most_starts(problem, [u for u in users if content >> u & 1], credits, wanted)
        if starts is None:
            continue
        shares = [Fraction(starts[u], credits[u]) for u in users if credits[u] and starts[u] < wanted[u]]
        whole = max((Fraction(wanted[u], credits[u]) for u in users if credits[u]), default=Fraction(0))
        found = max(found, min(shares, default=whole))
    return found


def most_starts(problem, content, credits, wanted):
    """Tasks of each user where those who are content have all, and the lowest share of the others is the highest; or None."""
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("mip_rel_gap", 0.0)
    integer = highspy.HighsVarType.kInteger
    lowest = highs.addVariable(0, max((w / c for w, c in zip(wanted, credits) if c), default=0))
    starts = [(u, job, m, t, highs.addVariable(0, job["tasks"], type=integer))
              for u, user in enumerate(problem["users"]) for job in user["jobs"] for m in job["servers"]
              for t in range(job["submit"], problem["T"] + 1)]
    for m, server in enumerate(problem["servers"]):
        for at in range(1, problem["T"] + 1):
            for r, capacity in enumerate(server):
                highs.addConstr(sum((job["demand"][r] * x for _, job, n, t, x in starts
                                     if n == m and t <= at < t + job["duration"]), 0 * lowest) <= capacity)
    for u, user in enumerate(problem["users"]):
        for job in user["jobs"]:
            highs.addConstr(sum((x for _, own, _, _, x in starts if own is job), 0 * lowest) <= job["tasks"])
        own = sum((x for v, *_, x in starts if v == u), 0 * lowest)
        highs.addConstr(own >= (wanted[u] if u in content else credits[u] * lowest))
    highs.maximize(lowest)
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    values = [(u, round(highs.variableValue(x))) for u, *_, x in starts]
    return [sum(value for v, value in values if v == u) for u in range(len(problem["users"]))]


class Optimum(ProgramCase):
    def schedules(self, problem):
        (self.folder / "p.json").write_text(json.dumps(problem))
        return {own["schedule"]: own for own in json.loads(self.good("solve", "optimum", "p.json", "--json"))["schedules"]}

    def test_t4(self):
        schedules = self.schedules(T4)
        self.assertEqual([schedules[name]["fraction"] for name in ("optimum", "tvtsf")], ["1/2", "1/4"])
        self.assertEqual(schedules["optimum"]["tasks"], [10, 10])
        text = self.good("solve", "optimum", "p.json")
        self.assertIn(["optimum", "1/2", "0", "10", "10"], [line.split() for line in text.splitlines()])
        self.assertIn(["tvtsf", "1/4", "0.25", "15", "5"], [line.split() for line in text.splitlines()])

    def test_with_its_weights_sharing_pays(self):
        for user in (halves := json.loads(json.dumps(T4)))["users"]:
            user["weight"] = 0.5
        self.assertEqual([own["share"] for own in self.schedules(halves).values()], [1, 0.5, 0.5, 0.5])

    def test_another_solver_finds_nothing_better(self):
        rng = random.Random(10)
        for _ in range(CASES):
            problem = random_problem(rng)
            schedules = self.schedules(problem)
            self.assertEqual(Fraction(schedules["optimum"]["fraction"]), best(problem), problem)
            for own in schedules.values():
                self.assertGreaterEqual(own["gap"], 0, problem)

    def test_refused(self):
        late = {**T4, "T": 0}
        leaving = {**T4, "users": [{**T4["users"][0], "leave": 1}]}
        long = {**T4, "T": 2**31 - 1}
        for problem, words in ((late, ["/T"]), (leaving, ["leaves"]), (long, ["starts"])):
            (self.folder / "p.json").write_text(json.dumps(problem))
            self.refused(["p.json", *words], "solve", "optimum", "p.json")
        self.refused(["problems, .json"], "solve", "optimum", "i.toml")
        self.refused(["p.json", "for optimum"], "solve", "drf", "p.json")


class GapStudy(ProgramCase):
    def setUp(self):
        super().setUp()
        text = (ROOT / "scenarios/tvtsf/optimum.toml").read_text()
        (self.folder / "study.toml").write_text(text.replace("instances = 200", "instances = 12"))

    def test_what_is_written_printed_and_drawn(self):
        document = json.loads(self.good("solve", "study.toml", "--json", "--out", "o.h5", "--quiet"))
        lines = [line.split() for line in self.good("solve", "study.toml").splitlines()]
        self.good("verify", "o.h5", "--quiet")
        with Results(self.folder / "o.h5") as results:
            [(_, page)] = gap_figures.pages(results, "o")
            titles = {axes.get_title(): axes for axes in page(pyplot).axes}
            self.addCleanup(pyplot.close, "all")
            for own, line in zip(document["policies"], lines[2:], strict=True):
                table = results.frame(f"gaps/{own['policy']}/instances")
                self.assertEqual(list(table.gap), own["gaps"])
                self.assertEqual(list(table.optimum), document["optima"])
                self.assertEqual(list(table.optimum - table.share), own["gaps"])
                self.assertEqual(line[:2], [own["policy"], str(own["gaps"].count(0))])
                self.assertEqual(sum(bar.get_height() for bar in titles[own["policy"]].patches), 12)
        self.good("report", "o.h5")
        self.assertTrue((self.folder / "o_gaps.png").exists())

    def test_refused(self):
        for key, value in (("experiment", '"optimal"'), ("instances", "0"), ("servers", "13"), ("policies", "[]"), ("policies.0", '"tvtfs"'),
                           ("slot", "3")):
            self.refused([key], "solve", "study.toml", "--set", f"{key}={value}")


if __name__ == "__main__":
    unittest.main()
