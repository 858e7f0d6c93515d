"""What slots say of those that wait, worked out anew from the picks of random scenarios, in plain Python; and what is
refused of the keys."""

import math
import os
import random
import shutil
import subprocess
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path

import h5py

PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
BETAS = [0.5, 5]
RECORD = "record.picks = true\nrecord.shares = true\nrecord.dfe = [0.5, 5]\nrecord.fragmentation = true\n"


def setUpModule():
    global folder
    folder = Path(tempfile.mkdtemp(prefix="fairslot_metrics_"))


def tearDownModule():
    shutil.rmtree(folder)


def call(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=120)


class World:
    """A random scenario: servers, users with jobs, a server that goes down and comes back, a user without room."""

    def __init__(self, seed):
        draw = random.Random(seed)
        self.horizon = draw.choice([30, 60])
        self.servers = [[draw.randint(4, 12), draw.randint(4, 12)] for _ in range(draw.randint(2, 5))]
        self.users = []
        for _ in range(draw.randint(2, 12)):
            jobs = [{"submit": draw.randint(1, 20), "tasks": draw.randint(1, 12),
                     "demand": [draw.randint(0, 4), draw.randint(1, 4)], "duration": draw.randint(1, 9),
                     "servers": draw.choice([None, None, sorted(draw.sample(range(len(self.servers)),
                                                                            draw.randint(1, len(self.servers))))])}
                    for _ in range(draw.randint(1, 4))]
            self.users.append({"weight": draw.choice([1, 1, 2, 0.5]) if seed % 2 else 1, "jobs": jobs})
        self.users.append({"weight": 1, "jobs": [{"submit": 1, "tasks": 3, "demand": [1, 13], "duration": 1,
                                                  "servers": None}]})  # no server has room for it
        self.down, self.up = (6, 11) if seed % 3 == 0 else (None, None)  # of server 0
        self.totals = [sum(server[r] for server in self.servers) for r in range(2)]

    def toml(self, policies):
        lines = [f"policies = {policies}", f"horizon = {self.horizon}", RECORD, "[cluster]"]
        for server in self.servers:
            lines.append(f"[[cluster.groups]]\ncount = 1\ncapacity = {server}")
        for user in self.users:
            lines.append(f"[[users]]\nweight = {user['weight']}")
            for job in user["jobs"]:
                lines.append("[[users.jobs]]")
                lines += [f"{key} = {value}" for key, value in job.items() if value is not None]
        if self.down:
            lines.append(f"[[events]]\nslot = {self.down}\nserver = 0\nup = false")
            lines.append(f"[[events]]\nslot = {self.up}\nserver = 0\nup = true")
        return "\n".join(lines)

    def dominant(self, amounts):
        return max(Fraction(amount, total) for amount, total in zip(amounts, self.totals))


class Twin:
    """A run as its picks tell it, slot by slot."""

    def __init__(self, world, picks):
        self.world = world
        self.left = [list(server) for server in world.servers]
        self.running = []  # (end, start, user, job, server)
        self.started = {}
        self.lost_time = [0, 0]
        self.picks = picks

    def demand(self, user, job):
        return self.world.users[user]["jobs"][job]["demand"]

    def give(self, user, job, server, sign):
        for r, amount in enumerate(self.demand(user, job)):
            self.left[server][r] += sign * amount

    def step(self, slot):
        for task in [task for task in self.running if task[0] <= slot]:
            self.running.remove(task)
            self.give(*task[2:], 1)
        if slot == self.world.down:
            for task in [task for task in self.running if task[4] == 0]:
                self.running.remove(task)
                self.give(*task[2:], 1)
                self.started[task[2:4]] -= 1
                for r, amount in enumerate(self.demand(*task[2:4])):
                    self.lost_time[r] += amount * (slot - task[1])
        for user, job, server in self.picks.get(slot, []):
            self.give(user, job, server, -1)
            self.started[user, job] = self.started.get((user, job), 0) + 1
            duration = self.world.users[user]["jobs"][job]["duration"]
            self.running.append((slot + duration, slot, user, job, server))

    def queue(self, user, slot):
        """Jobs with tasks left, by submission."""
        jobs = self.world.users[user]["jobs"]
        order = sorted(range(len(jobs)), key=lambda j: jobs[j]["submit"])
        return [(j, jobs[j]["tasks"] - self.started.get((user, j), 0)) for j in order
                if jobs[j]["submit"] <= slot and jobs[j]["tasks"] > self.started.get((user, j), 0)]

    def blocked(self, user, slot):
        queue = self.queue(user, slot)
        if not queue:
            return False
        job = self.world.users[user]["jobs"][queue[0][0]]
        allowed = job["servers"] or range(len(self.world.servers))
        return not any(all(d <= c for d, c in zip(job["demand"], self.world.servers[m])) for m in allowed)

    def standings(self, slot):
        """User: (share, wanted, weight, dominant share of the next task or None), of those present."""
        found = {}
        for user, given in enumerate(self.world.users):
            held = [sum(self.demand(user, task[3])[r] for task in self.running if task[2] == user) for r in range(2)]
            queue = [] if self.blocked(user, slot) else self.queue(user, slot)
            if not queue and not any(task[2] == user for task in self.running):
                continue
            wanted = [held[r] + sum(count * self.demand(user, j)[r] for j, count in queue) for r in range(2)]
            following = self.world.dominant(self.demand(user, queue[0][0])) if queue else None
            found[user] = (self.world.dominant(held), self.world.dominant(wanted), Fraction(given["weight"]), following)
        return found

    def entitled(self, standings):
        rest, weights, parts = Fraction(1), sum(weight for _, _, weight, _ in standings.values()), {}
        for user in sorted(standings, key=lambda u: standings[u][1] / standings[u][2]):
            _, wanted, weight, _ = standings[user]
            parts[user] = min(wanted, weight * rest / weights)
            rest, weights = rest - parts[user], weights - weight
        return parts

    def fragmentation(self, slot):
        up = [m for m in range(len(self.left)) if not (self.world.down and m == 0 and
                                                       self.world.down <= slot < self.world.up)]
        free = [sum(self.left[m][r] for m in up) for r in range(2)]
        jobs = [job for user in self.world.users for job in user["jobs"]]
        tasks, lost = sum(job["tasks"] for job in jobs), [0, 0]
        for job in jobs:
            for m in up:
                if (job["servers"] is None or m in job["servers"]) and \
                        all(d <= left for d, left in zip(job["demand"], self.left[m])):
                    continue
                for r in range(2):
                    lost[r] += job["tasks"] * self.left[m][r]
        return [lost[r] / (tasks * free[r]) if free[r] else 0.0 for r in range(2)]


def dfe(shares, beta):
    if not any(shares):
        return math.nan
    if beta > 1 and not all(shares):
        return -math.inf
    whole = sum(float(share) ** (1 - beta) for share in shares if share)
    return math.copysign(whole ** (1 / beta), 1 - beta)


class Metrics(unittest.TestCase):
    def near(self, ours, theirs, what):
        if math.isnan(theirs) or math.isinf(theirs):
            self.assertEqual(repr(float(ours)), repr(float(theirs)), what)
        else:
            self.assertTrue(math.isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-12), f"{what}: {ours}, not {theirs}")

    def check_row(self, twin, row, told):
        slot = int(row["slot"])
        standings = twin.standings(slot)
        parts = twin.entitled(standings)
        waiting = [user for user, standing in standings.items() if standing[3] is not None]
        self.assertEqual((row["users"], row["waiting_users"]), (len(standings), len(waiting)), slot)
        gap = min((float(standings[u][0] / parts[u]) for u in waiting), default=math.nan)
        self.near(row["entitled_gap"], gap, f"gap in slot {slot}")
        self.near(row["smallest_unplaced"], min((float(standings[u][3]) for u in waiting), default=math.nan), slot)
        for beta in BETAS:
            self.near(row[f"dfe_{beta}"], dfe([standing[0] for standing in standings.values()], beta), (slot, beta))
        for r, part in enumerate(twin.fragmentation(slot)):
            self.near(row[f"fragmentation_r{r}"], part, f"fragmentation {r} in slot {slot}")
        for user in range(len(twin.world.users)):
            share, entitled = told.get(user, (0.0, 0.0))
            self.near(share, float(standings[user][0]) if user in standings else 0.0, f"share of {user} in {slot}")
            self.near(entitled, float(parts[user]) if user in standings else 0.0, f"entitled {user} in {slot}")

    def check_run(self, world, group):
        picks = {}
        for pick in group["picks"][:]:
            picks.setdefault(int(pick["slot"]), []).append(tuple(int(pick[name]) for name in ("user", "job", "server")))
        twin, told, shares = Twin(world, picks), {}, list(group["shares"][:])
        rows = {int(row["slot"]): row for row in group["slots"][:]}
        for slot in range(1, world.horizon + 1):
            twin.step(slot)
            while shares and shares[0]["slot"] == slot:
                row = shares.pop(0)
                now = float(row["share"]), float(row["entitled"])
                self.assertNotEqual(told.get(int(row["user"]), (0.0, 0.0)), now, f"no change in slot {slot}")
                told[int(row["user"])] = now
            if slot in rows:
                self.check_row(twin, rows[slot], told)
        self.assertEqual(shares, [])
        for r in range(2):
            self.assertEqual(group["runs"][0][f"lost_time_r{r}"], twin.lost_time[r])
        return sum(twin.lost_time)

    def test_columns_are_what_the_picks_say(self):
        lost = 0
        for seed in range(12):
            world = World(seed)
            (folder / "world.toml").write_text(world.toml('["tsf", "fifo", "tvtsf"]'))
            done = call("run", folder / "world.toml", "--out", folder / "world.h5", "--quiet", "--force")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(call("verify", folder / "world.h5").returncode, 0)
            with h5py.File(folder / "world.h5") as file:
                for policy in "tsf", "fifo", "tvtsf":
                    with self.subTest(seed=seed, policy=policy):
                        lost += self.check_run(world, file["policies"][policy])
        self.assertGreater(lost, 0)

    def test_what_was_not_asked_for_is_not_there(self):
        (folder / "plain.toml").write_text(World(1).toml('["tsf"]').replace(RECORD, ""))
        done = call("run", folder / "plain.toml", "--out", folder / "plain.h5", "--quiet", "--force")
        self.assertEqual(done.returncode, 0, done.stderr)
        with h5py.File(folder / "plain.h5") as file:
            group = file["policies/tsf"]
            self.assertEqual(sorted(group), ["jobs", "runs", "slots", "users"])
            self.assertEqual(group["slots"].dtype.names[-3:], ("waiting_users", "entitled_gap", "smallest_unplaced"))

    def test_each_so_many_th_row(self):
        for every in (1, 2, 3, 1000):
            (folder / "thin.toml").write_text(World(4).toml('["tsf"]'))
            done = call("run", folder / "thin.toml", "--set", f"record.every={every}", "--out", folder / f"{every}.h5", "--quiet", "--force")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(call("verify", folder / f"{every}.h5").returncode, 0)
            with h5py.File(folder / "1.h5") as all_of_them, h5py.File(folder / f"{every}.h5") as file:
                rows, kept = (f["policies/tsf/slots"][:] for f in (all_of_them, file))
                self.assertEqual(kept.tolist().__repr__(), rows[::every].tolist().__repr__())
                self.assertEqual(file["scenario"].attrs.get("every", 1), every)
                shares, held = (f["policies/tsf/shares"][:] for f in (all_of_them, file))
                for slot in kept["slot"]:  # what was told last is true of each row
                    told = [{row["user"]: (row["share"], row["entitled"]) for row in of if row["slot"] <= slot} for of in (shares, held)]
                    self.assertEqual(*({user: own for user, own in of.items() if own != (0, 0)} for of in told))

    def test_bad_keys_are_one_line(self):
        for text, said in (("record.every = 0", "record.every: 0 is not allowed (allowed: integer, 1 .."),
                           ("record.every = 2\nrecord.slots = false", "only with record.slots = true"),
                           ("record.dfe = [1]", "record.dfe: 1 is not allowed (allowed: list of numbers, 0.001 .. 1000"),
                           ("record.dfe = [5, 5]", "all different"), ("record.dfe = []", "0 numbers"),
                           ("record.dfe = [-2]", "-2"), ("record.dfe = 5", "list of numbers"),
                           ("record.dfe = [inf]", "inf"), ("record.shares = 1", "true or false"),
                           ("record.dfe = [5]\nrecord.slots = false", "only with record.slots = true"),
                           ("record.shares = true\nrecord.slots = false", "only with record.slots = true"),
                           ("record.fragmentation = true\nrecord.slots = false", "only with record.slots = true")):
            (folder / "bad.toml").write_text(World(1).toml('["tsf"]').replace(RECORD, text + "\n"))
            done = call("validate", folder / "bad.toml")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), text + done.stderr)
            self.assertIn(said, done.stderr)


if __name__ == "__main__":
    unittest.main()
