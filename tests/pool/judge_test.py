#!/usr/bin/env python3
"""Optimisation as the judge of mechanisms: another solver's answer to what each of them maximises, on random instances."""
import json
import random
import sys
import unittest
from pathlib import Path

import highspy
import numpy

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from pool_case import PoolCase, instance  # noqa: E402

CASES = 300
TOLERANCE = 1e-7
LEVEL_TOLERANCE = 1e-8
INFINITY = float("inf")


class Program:
    """A linear program, max, that changes. Columns are from 0 to infinity."""

    def __init__(self, columns):
        self.highs = highspy.Highs()
        for option, value in [("output_flag", False), ("threads", 1), ("primal_feasibility_tolerance", 1e-10),
                              ("dual_feasibility_tolerance", 1e-10), ("presolve", "off")]:
            self.highs.setOptionValue(option, value)
        self.highs.changeObjectiveSense(highspy.ObjSense.kMaximize)
        for _ in range(columns):
            self.highs.addVar(0, highspy.kHighsInf)
        self.columns = columns

    def add_row(self, factors, least=-INFINITY, most=INFINITY):
        """factors: by column."""
        columns = [column for column, factor in factors.items() if factor]
        self.highs.addRow(max(least, -highspy.kHighsInf), min(most, highspy.kHighsInf), len(columns),
                          numpy.array(columns, dtype=numpy.int32), numpy.array([factors[c] for c in columns], dtype=float))
        return self.highs.getNumRow() - 1

    def maximum(self, gains):
        for column in range(self.columns):
            self.highs.changeColCost(column, gains.get(column, 0.0))
        self.highs.run()
        assert self.highs.getModelStatus() == highspy.HighsModelStatus.kOptimal, self.highs.getModelStatus()
        return self.highs.getInfo().objective_function_value


class World:
    """A random instance, of one pool or of servers."""

    def __init__(self, rng, servers):
        self.on_servers = servers
        self.K = rng.randint(1, 8)
        rows = [[rng.randint(10, 60) for _ in range(self.K)]]
        if servers:
            rows += [[rng.choice([0, *range(10, 40, 3)]) for _ in range(self.K)] for _ in range(rng.randint(0, 2))]
        self.servers = [row for row in rows for _ in range(rng.randint(1, 2) if servers else 1)]
        self.speed = [rng.choice([1, 1, 2.5]) for _ in self.servers]
        self.users = []
        for _ in range(rng.randint(1, 6)):
            equal = self.users and rng.random() < 0.3
            self.users.append(dict(rng.choice(self.users)) if equal else self.user(rng, servers))
        self.capacity = numpy.sum(self.servers, axis=0)

    def user(self, rng, servers):
        demand = [rng.choice([0, rng.randint(1, 8), rng.uniform(0.1, 8)]) for _ in range(self.K)]
        if not any(demand):
            demand[rng.randrange(self.K)] = 1
        own = {"demand": demand, "weight": rng.choice([1, 1, 2, 0.3, rng.uniform(0.1, 10)])}
        if rng.random() < 0.4:
            own["tasks"] = rng.choice([0, rng.randint(1, 6), rng.uniform(0.1, 6)])
        if servers and rng.random() < 0.5:
            own["servers"] = sorted(rng.sample(range(len(self.servers)), rng.randint(1, len(self.servers))))
        return own

    def text(self):
        if not self.on_servers:
            return instance([float(c) for c in self.capacity], self.users)
        tables = [{"capacity": row, "speed": v} for row, v in zip(self.servers, self.speed)]
        return instance(users=self.users, servers=tables)

    def permitted(self, user):
        return self.users[user].get("servers", range(len(self.servers)))

    def limit(self, user):
        return self.users[user].get("tasks", INFINITY)

    def room(self, user, server, floor=False):
        return min(c / d for c, d in zip(self.servers[server], self.users[user]["demand"]) if d > 0)


class Arrivals:
    """Users who come one by one to a pool."""

    def __init__(self, rng):
        self.capacity = [rng.randint(10, 60) for _ in range(rng.randint(1, 8))]
        self.users = []
        for _ in range(rng.randint(1, 7)):
            self.users.append(dict(rng.choice(self.users)) if self.users and rng.random() < 0.3 else self.user(rng))
        whole = sum(own["contribution"] for own in self.users)
        self.parts = [own["contribution"] / whole for own in self.users]

    def user(self, rng):
        least = rng.choice([0, 1])
        demand = [rng.choice([least, rng.randint(1, 8), rng.uniform(0.1, 8)]) for _ in self.capacity]
        if not any(demand):
            demand[rng.randrange(len(demand))] = 1
        return {"demand": demand, "contribution": rng.choice([1, 2, 5, rng.uniform(0.1, 10)])}

    def text(self):
        return instance(self.capacity, self.users)

    def shares(self, user):
        return [d / c for d, c in zip(self.users[user]["demand"], self.capacity)]


class Utilities:
    """Users of one resource whose utilities are linear, or concave in pieces: then programs can judge them."""

    def __init__(self, rng):
        self.amount = rng.randint(5, 60)
        self.users = []
        for _ in range(rng.randint(1, 7)):
            self.users.append(dict(rng.choice(self.users)) if self.users and rng.random() < 0.2 else self.user(rng))

    def user(self, rng):
        own = {"demand": [rng.choice([1, 2.5])], "weight": rng.choice([1, 1, 2, 0.3, rng.uniform(0.1, 10)])}
        if rng.random() < 0.4:
            own["tasks"] = rng.choice([0, rng.randint(1, 12), rng.uniform(0.1, 12)])
        if rng.random() < 0.5:
            return own | {"utility": {"kind": "linear", "d": rng.choice([1, 10, rng.uniform(0.5, 40)])}}
        points, slope = [[0, 0]], rng.uniform(0.2, 2)
        for _ in range(rng.randint(1, 4)):
            step = rng.uniform(0.5, 15)
            points.append([points[-1][0] + step, points[-1][1] + step * slope])
            slope *= rng.uniform(0.2, 0.9)
        return own | {"utility": {"kind": "points", "points": points}}

    def text(self):
        return instance([self.amount], self.users)

    def limit(self, user):
        return self.users[user].get("tasks", INFINITY) * self.users[user]["demand"][0]

    def lines(self, user):
        """Slope and height of each: the utility is the lowest."""
        utility = self.users[user]["utility"]
        if utility["kind"] == "linear":
            return [(1 / utility["d"], 0)]
        points = utility["points"]
        slopes = [(v - u) / (b - a) for (a, u), (b, v) in zip(points, points[1:])]
        return [(slope, u - slope * a) for slope, (a, u) in zip(slopes, points)] + [(0, points[-1][1])]


# Of a mechanism: what a user's tasks are divided by.
def by_share(world, user):
    return 1 / max(d / c for d, c in zip(world.users[user]["demand"], world.capacity) if d > 0)


def by_tasks_alone(world, user):
    return sum(world.room(user, m) for m in range(len(world.servers)))


def by_tasks_alone_permitted(world, user):
    return sum(world.room(user, m) for m in world.permitted(user))


def by_progress_alone(world, user):
    return sum(v * world.room(user, m) for m, v in enumerate(world.speed))


class Lexicographic:
    """Levels, the lowest first: a program a round, and one a user whether it could have more."""

    def __init__(self, world, unit, resources=None, speeds=None):
        self.world, self.speeds = world, speeds or [1] * len(world.servers)
        self.resources = range(world.K) if resources is None else resources
        users = range(len(world.users))
        self.unit = [0 if not any(self.demand(i)) else unit(world, i) * world.users[i]["weight"] for i in users]
        self.pairs = [(i, m) for i in users for m in world.permitted(i) if self.unit[i] > 0 and self.has_room(i, m)]
        self.open = sorted({i for i, _ in self.pairs if world.limit(i) > 0})
        self.level = [0.0] * len(world.users)

    def demand(self, user):
        return [self.world.users[user]["demand"][r] for r in self.resources]

    def has_room(self, user, server):
        return all(self.world.servers[server][r] > 0 for r, d in zip(self.resources, self.demand(user)) if d > 0)

    def worth(self, user):
        return {1 + p: self.speeds[m] for p, (i, m) in enumerate(self.pairs) if i == user}

    def write(self):
        program = Program(1 + len(self.pairs))
        for m, row in enumerate(self.world.servers):
            for k, r in enumerate(self.resources):
                if row[r] > 0:
                    program.add_row({1 + p: self.demand(i)[k] / row[r] for p, (i, n) in enumerate(self.pairs) if n == m}, most=1)
        for i in {i for i, _ in self.pairs}:
            if self.world.limit(i) < INFINITY:
                program.add_row({1 + p: 1 for p, (j, _) in enumerate(self.pairs) if j == i}, most=self.world.limit(i))
            if i in self.open:
                program.add_row({0: -self.unit[i], **self.worth(i)}, least=0)
            else:
                program.add_row(self.worth(i), least=self.level[i] * self.unit[i] * (1 - 1e-12))
        return program

    def levels(self):
        while self.open:
            program = self.write()
            lowest = program.maximum({0: 1})
            program.add_row({0: 1}, least=lowest * (1 - 1e-12))
            most = {i: program.maximum(self.worth(i)) / self.unit[i] for i in self.open}
            fixed = [i for i in self.open if most[i] <= lowest * (1 + LEVEL_TOLERANCE)]
            assert fixed, (lowest, most)
            for i in fixed:
                self.level[i] = lowest
            self.open = [i for i in self.open if i not in fixed]
        return self.level


class LexicographicUtilities(Lexicographic):
    """The same of utilities over weights: columns are the level, amounts, utilities."""

    def __init__(self, world):
        self.world, self.unit = world, [own["weight"] for own in world.users]
        self.open = [i for i in range(len(world.users)) if world.limit(i) > 0]
        self.level = [0.0] * len(world.users)

    def worth(self, user):
        return {1 + len(self.unit) + user: 1}

    def write(self):
        users = range(len(self.unit))
        program = Program(1 + 2 * len(self.unit))
        program.add_row({1 + i: 1 for i in users}, most=self.world.amount)
        for i in users:
            [utility] = self.worth(i)
            program.add_row({1 + i: 1}, most=self.world.limit(i))
            for slope, height in self.world.lines(i):
                program.add_row({utility: 1, 1 + i: -slope}, most=height)
            if i in self.open:
                program.add_row({utility: 1, 0: -self.unit[i]}, least=0)
            else:
                program.add_row({utility: 1}, least=self.level[i] * self.unit[i] * (1 - 1e-12))
        return program


def lexicographic(unit, resources=None, by_speed=False):
    def judge(world, result):
        judged = Lexicographic(world, unit, resources, world.speed if by_speed else None)
        return [user["level"] for user in result["users"]], judged.levels()
    return judge


def by_utilities(world, result):
    return [user["level"] for user in result["users"]], LexicographicUtilities(world).levels()


def by_arrivals(world, result):
    """Program (1) of CN105302650A a step: M, at least what each had; where all need everything, what each has then."""
    have, want, had = [], [], []
    for k, step in enumerate(result["steps"]):
        ratios = [[share / max(world.shares(i)) for share in world.shares(i)] for i in range(k + 1)]
        program = Program(2 + k)
        for i in range(k + 1):
            program.add_row({0: -world.parts[i], 1 + i: 1}, least=0)
        for i, own in enumerate(had):
            program.add_row({1 + i: 1}, least=own * (1 - 1e-12))
        for r in range(len(world.capacity)):
            program.add_row({1 + i: own[r] for i, own in enumerate(ratios)}, most=sum(world.parts[:k + 1]))
        level = program.maximum({0: 1})
        has = [x * max(world.shares(i)) for i, x in enumerate(step["tasks"])]
        have.append(step["level"])
        want.append(level)
        if all(map(all, ratios)):
            have += has
            want += [max(level * part, before) for part, before in zip(world.parts, [*had, 0])]
        had = has
    return have, want


def on_pool(rng):
    return World(rng, False)


def on_servers(rng):
    return World(rng, True)


# Mechanism: what makes a random instance, and what judges its answer: two lists that must be equal. Another mechanism is
# another line.
JUDGES = {
    "drf": (on_pool, lexicographic(by_share)),
    "drfh": (on_servers, lexicographic(by_share)),
    "tsf": (on_servers, lexicographic(by_tasks_alone)),
    "cdrf_g": (on_servers, lexicographic(by_tasks_alone_permitted)),
    "cmmf": (on_servers, lexicographic(lambda world, user: 1, resources=[0])),
    "eunomia": (on_servers, lexicographic(by_progress_alone, by_speed=True)),
    "ddrf": (Arrivals, by_arrivals),
    "utility_max_min": (Utilities, by_utilities),
}


def wide(make, rng):
    """One of several resources."""
    while (world := make(rng)).K < 2:
        pass
    return world


# Of what another mechanism, whose levels are close, gives a judge must not be content.
OTHERS = {"drf": "asset_fairness", "drfh": "tsf", "tsf": "cdrf_g", "cdrf_g": "tsf", "cmmf": "cmmf:resource=1", "eunomia": "tsf"}


def kkt_residual(world, users):
    """The least that prices leave of max Σ w log x: of what is used up only, at which whoever wants more spends its part."""
    weights = sum(own["weight"] for own in world.users)
    shares = [[a / c for a, c in zip(own["allocation"], world.capacity)] for own in users]
    used = numpy.sum(shares, axis=0)
    program = Program(1 + world.K)  # the residual, and prices
    for i, own in enumerate(shares):
        spent = {1 + r: share * weights / world.users[i]["weight"] for r, share in enumerate(own) if used[r] >= 1 - 1e-9}
        program.add_row({0: -1, **spent}, most=1)
        if users[i]["tasks"] < world.limit(i):
            program.add_row({0: 1, **spent}, least=1)
    return max(-program.maximum({0: -1}), max(used) - 1)


def complaints(world, users):
    """Who has less than it wants, and of nothing that is used up its part of all weights."""
    weights = sum(own["weight"] for own in world.users)
    used = numpy.sum([own["allocation"] for own in users], axis=0)
    return [i for i, own in enumerate(users) if own["tasks"] < world.limit(i) and not any(
        used[r] >= c * (1 - 1e-9) and own["allocation"][r] >= c * world.users[i]["weight"] / weights * (1 - 1e-9)
        for r, c in enumerate(world.capacity))]


class Judge(PoolCase):
    def worlds(self, name, make, cases=CASES):
        """Random ones, none of whose users needs what is not there; and the answers."""
        rng = random.Random(f"judge of {name}")
        worlds = [make(rng) for _ in range(cases)]
        files = [f"{number}.toml" for number in range(cases)]
        for file, world in zip(files, worlds):
            (self.folder / file).write_text(world.text())
        text, answers = self.good("solve", name, *files, "--json"), []
        decoder, place = json.JSONDecoder(), 0
        while place < len(text.rstrip()):
            document, place = decoder.raw_decode(text, place)
            place = len(text) - len(text[place:].lstrip())
            answers.append(document["results"][0])
        self.assertEqual(len(answers), cases)
        return list(zip(worlds, answers))

    def test_what_is_maximised(self):
        for name, (make, judge) in JUDGES.items():
            with self.subTest(mechanism=name):
                for world, result in self.worlds(name, make):
                    have, want = judge(world, result)
                    for own, other in zip(have, want, strict=True):
                        self.assertLessEqual(abs(own - other), TOLERANCE * abs(other), (world.text(), have, want))

    def assert_refused(self, judge, cases):
        """A third of them at least, by this judge."""
        wrong = [have for have, want in (judge(*case) for case in cases)
                 if any(abs(a - b) > TOLERANCE * abs(b) for a, b in zip(have, want, strict=True))]
        self.assertGreater(len(wrong), len(cases) / 3)

    def test_judges_refuse_what_is_something_else(self):
        for name, other in OTHERS.items():
            with self.subTest(mechanism=name):
                make, judge = JUDGES[name]
                self.assert_refused(judge, self.worlds(other, lambda rng, make=make: wide(make, rng), 30))
        arrivals, utilities = self.worlds("ddrf", Arrivals, 30), self.worlds("utility_max_min", Utilities, 30)
        for world, _ in arrivals:
            world.parts = [1.001 * part for part in world.parts]
        for world, _ in utilities:
            world.amount *= 1.001
        self.assert_refused(by_arrivals, arrivals)
        self.assert_refused(by_utilities, utilities)
        cases = self.worlds("drf", on_pool, 30)
        self.assertGreater(sum(kkt_residual(world, result["users"]) > 1e-3 for world, result in cases), 5)
        self.assertGreater(sum(bool(complaints(world, result["users"])) for world, result in cases), 2)

    def test_nash_products(self):
        for name in ("ceei", "bottleneck"):
            with self.subTest(mechanism=name):
                for world, result in self.worlds(name, on_pool):
                    self.assertLessEqual(kkt_residual(world, result["users"]), 1e-9, world.text())
                    self.assertEqual(complaints(world, result["users"]), [], world.text())


if __name__ == "__main__":
    unittest.main()
