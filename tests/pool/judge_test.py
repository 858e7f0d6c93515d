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
    """A random instance."""

    def __init__(self, rng, servers):
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

    def text(self, servers):
        if not servers:
            return instance([float(c) for c in self.capacity], self.users)
        tables = [{"capacity": row, "speed": v} for row, v in zip(self.servers, self.speed)]
        return instance(users=self.users, servers=tables)

    def permitted(self, user):
        return self.users[user].get("servers", range(len(self.servers)))

    def limit(self, user):
        return self.users[user].get("tasks", INFINITY)

    def room(self, user, server, floor=False):
        return min(c / d for c, d in zip(self.servers[server], self.users[user]["demand"]) if d > 0)


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


def lexicographic(unit, resources=None, by_speed=False):
    def judge(world, users):
        judged = Lexicographic(world, unit, resources, world.speed if by_speed else None)
        return [user["level"] for user in users], judged.levels()
    return judge


# Mechanism: whether its instances have servers, and what judges it: of a world and the users of the answer two lists that
# must be equal. Another mechanism is another line.
JUDGES = {
    "drf": (False, lexicographic(by_share)),
    "drfh": (True, lexicographic(by_share)),
    "tsf": (True, lexicographic(by_tasks_alone)),
    "cdrf_g": (True, lexicographic(by_tasks_alone_permitted)),
    "cmmf": (True, lexicographic(lambda world, user: 1, resources=[0])),
    "eunomia": (True, lexicographic(by_progress_alone, by_speed=True)),
}


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
    def worlds(self, name, servers):
        """Random ones, none of whose users needs what is not there; and their users in the answers."""
        rng = random.Random(f"judge of {name}")
        worlds = [World(rng, servers) for _ in range(CASES)]
        files = [f"{name}{number}.toml" for number in range(CASES)]
        for file, world in zip(files, worlds):
            (self.folder / file).write_text(world.text(servers))
        text, answers = self.good("solve", name, *files, "--json"), []
        decoder, place = json.JSONDecoder(), 0
        while place < len(text.rstrip()):
            document, place = decoder.raw_decode(text, place)
            place = len(text) - len(text[place:].lstrip())
            answers.append(document["results"][0]["users"])
        self.assertEqual(len(answers), CASES)
        return zip(worlds, answers)

    def test_what_is_maximised(self):
        for name, (servers, judge) in JUDGES.items():
            with self.subTest(mechanism=name):
                for world, users in self.worlds(name, servers):
                    have, want = judge(world, users)
                    for own, other in zip(have, want, strict=True):
                        self.assertLessEqual(abs(own - other), TOLERANCE * abs(other), (world.text(servers), have, want))

    def test_nash_products(self):
        for name in ("ceei", "bottleneck"):
            with self.subTest(mechanism=name):
                for world, users in self.worlds(name, False):
                    self.assertLessEqual(kkt_residual(world, users), 1e-9, world.text(False))
                    self.assertEqual(complaints(world, users), [], world.text(False))


if __name__ == "__main__":
    unittest.main()
