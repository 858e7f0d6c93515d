#!/usr/bin/env python3
"""A trace that is written and run equals the same jobs as a problem file, pick by pick; what the keys of workload.kind =
"trace" do to jobs, by plain means."""
import csv
import json
import math
import random
import unittest

import h5py
import numpy
import pandas
from trace_case import TraceCase, write_trace

RESOURCES = ["cpu", "mem"]


def random_world(rng):
    nodes = [{"name": f"n{m}", "class": rng.choice([-1, 0, 1]), "speed": 1.0, "capacity_cpu": rng.randint(1, 12),
              "capacity_mem": rng.randint(1, 12)} for m in range(rng.randint(1, 6))]
    sets = [[0], [0, 1], [1]]
    jobs = [{"user": rng.randint(0, 3), "name": f"j{j}", "submit_ms": rng.randint(0, 20_000),
             "duration_ms": rng.choice([1, 999, 1000, 1001, 5000]), "tasks": rng.randint(1, 5),
             "demand_cpu": rng.randint(1, 5), "demand_mem": rng.randint(0, 5), "allowed": rng.choice([-1, -1, 0, 1, 2]),
             "per_server": rng.choice([-1, -1, 1, 2])} for j in range(rng.randint(1, 20))]
    users = [{"name": f"u{u}", "weight": rng.choice([1.0, 2.0, 0.5])} for u in range(4)]
    return nodes, sets, jobs, users


def problem(nodes, sets, jobs, users, scale=1):
    """The same as a problem file, submissions as many times as fast."""
    own = sorted(jobs, key=lambda job: job["submit_ms"])
    tables = [{"weight": user["weight"], "jobs": []} for user in users]
    for job in own:
        classes = None if job["allowed"] < 0 else sets[job["allowed"]]
        tables[job["user"]]["jobs"].append({
            "submit": 1 + math.floor((job["submit_ms"] - own[0]["submit_ms"]) / (scale * 1000)), "tasks": job["tasks"],
            "demand": [job["demand_cpu"], job["demand_mem"]], "duration": max(1, math.ceil(job["duration_ms"] / 1000)),
            **({} if classes is None else {"servers": [m for m, node in enumerate(nodes) if node["class"] in classes]}),
            **({} if job["per_server"] < 0 else {"per_server": job["per_server"]})})
    return {"K": 2, "resources": RESOURCES, "servers": [[node["capacity_cpu"], node["capacity_mem"]] for node in nodes],
            "users": tables}


class Replay(TraceCase):
    def trace(self, nodes, sets, jobs, users):
        write_trace(self.folder / "t.h5", RESOURCES, pandas.DataFrame(jobs), users=pandas.DataFrame(users),
                    nodes=pandas.DataFrame(nodes), classes=["a", "b"], allowed=sets)
        self.good("validate", "t.h5")

    def scenario(self, policy="tsf", workload="", top=""):
        self.write("s.toml", f'policies = ["{policy}"]\n{top}\n[workload]\nkind = "trace"\ntrace = "t.h5"\n{workload}\n'
                             "[record]\npicks = true\n")

    def test_results_elsewhere_are_run_again(self):
        self.trace(*random_world(random.Random(7)))
        self.scenario()
        here, there = self.folder / "here", self.folder / "there"
        for folder in (here, there):
            folder.mkdir()
        for name in ("t.h5", "s.toml"):
            (self.folder / name).rename(here / name)
        self.good("run", "here/s.toml", "--quiet", "--json", "--out", "there/r.h5")
        audit = ["audit", "r.h5", "--audit", "ef1", "--quiet", "--force"]
        found = self.good(*audit, cwd=there)
        trace = (here / "t.h5").read_bytes()
        self.trace(*random_world(random.Random(8)))
        (self.folder / "t.h5").rename(here / "t.h5")
        for command in (audit, ["explain", "r.h5", "--policy", "tsf", "--slot", 1]):
            done = self.run_program(*command, cwd=there)
            self.assertEqual((done.returncode, done.stderr),
                             (4, "fairslot: r.h5: the trace that its runs were of is another now\n"))
        write_trace(here / "t.h5", ["gpu"], pandas.DataFrame({"user": [0], "demand_gpu": [1]}),
                    nodes=pandas.DataFrame({"capacity_gpu": [1]}))
        done = self.run_program(*audit, cwd=there)
        self.assertEqual((done.returncode, done.stderr),
                         (4, "fairslot: r.h5: the trace that its runs were of is another now\n"))
        (here / "t.h5").unlink()
        done = self.run_program(*audit, cwd=there)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, "^fairslot: r.h5:[0-9:]+: workload.trace: .*here/t.h5: no such file .*\n$")
        (here / "s.toml").unlink()
        here.rmdir()
        (there / "t.h5").write_bytes(trace)
        self.assertEqual(self.good(*audit, cwd=there), found)

    def table(self, name):
        done = self.run_program("run", "s.toml", "--quiet", "--force", "--out", "r.h5")
        self.assertEqual(done.returncode, 0, done.stderr)
        with h5py.File(self.folder / "r.h5") as file:
            return pandas.DataFrame(next(iter(file["policies"].values()))[name][:])

    def test_as_a_problem_file(self):
        for seed in range(40):
            with self.subTest(seed=seed):
                rng = random.Random(seed)
                nodes, sets, jobs, users = world = random_world(rng)
                policy = rng.choice(["tsf", "tvtsf", "drfh:fit=worst", "fifo", "cdrf"])
                scale = rng.choice([1, 2, 0.5])
                self.trace(*world)
                self.scenario(policy, f"time_scale = {scale}")
                (self.folder / "p.json").write_text(json.dumps(problem(*world, scale)))
                self.call("run", "p.json", "--policy", policy, "--picks", "p.csv", "--json", "--force")
                want = [tuple(map(int, (row["slot"], row["user"], row["job"], row["server"])))
                        for row in csv.DictReader((self.folder / "p.csv").read_text().splitlines())]
                picks = self.table("picks")
                self.assertEqual(list(picks[["slot", "user", "job", "server"]].itertuples(index=False, name=None)), want)

    def jobs(self):
        return self.table("jobs")

    def world(self, count=50, **changes):
        """Jobs of one task a second, on a node with room for all."""
        jobs = [{"user": j % 3, "submit_ms": j * 1000, "duration_ms": 2500, "demand_cpu": 1 + j % 4, "demand_mem": 1, **changes}
                for j in range(count)]
        self.trace([{"capacity_cpu": 100, "capacity_mem": 1000}], [], jobs, [{"name": f"u{u}"} for u in range(3)])
        return jobs

    def test_cut(self):
        self.world()
        self.scenario(workload="from_s = 10\nto_s = 20")
        self.assertEqual(sorted(self.jobs().submit), list(range(1, 11)))

    def test_slots_are_rounded_up_and_times_down(self):
        self.world()
        self.scenario(workload="slot_seconds = 2")
        jobs = self.jobs()
        self.assertEqual(sorted(jobs.submit), sorted(1 + j // 2 for j in range(50)))
        self.assertEqual(set(jobs.finish - jobs.submit), {2})

    def test_shuffled_deals_submissions_anew(self):
        self.world()
        self.scenario(workload='order = "shuffled"', top="samples = 3")
        jobs = self.jobs()
        orders = []
        for _, own in jobs.groupby("sample"):
            self.assertEqual(sorted(own.submit), list(range(1, 51)))
            orders.append(tuple(own.sort_values("submit").user))
        self.assertEqual(len(set(orders)), 3)

    def test_resampled(self):
        self.world()
        self.scenario(workload="resample = 200", top="samples = 2")
        jobs = self.jobs()
        first, second = (own for _, own in jobs.groupby("sample"))
        self.assertEqual((len(first), len(second)), (200, 200))
        self.assertGreater(set(range(1, 51)) & set(first.submit), set())
        self.assertNotEqual(sorted(first.submit), sorted(second.submit))

    def test_inflated_and_without_departures(self):
        jobs = self.world()
        need = numpy.cumsum([job["demand_cpu"] for job in jobs] * 3)
        for factor in (0.3, 0.305, 1.0, 1.1, 1.3):  # 0.305: 30.5; 1.1: 110.00000000000001 as doubles
            self.scenario(workload=f'inflate = {{resource = "cpu", factor = {factor}}}\ndepartures = false')
            own = self.jobs()
            count = int(numpy.searchsorted(need, round(factor * 100, 6))) + 1
            self.assertEqual(len(own), count)
            slots = self.table("slots")
            self.assertEqual(slots.used_cpu.iloc[-1], min(need[count - 1], slots.used_cpu.max()))
            self.assertEqual(sorted(own.submit), list(range(1, count + 1)))

    def test_an_inflation_that_is_none(self):
        self.world()
        for inflation, words in (('{resource = "cpu"}', "no factor"), ("{factor = 2}", "no resource"),
                                 ('{resource = "cpu", factors = 2, factor = 2}', "inflate.factors: unknown key")):
            self.scenario(workload=f"inflate = {inflation}")
            self.refused(["s.toml:", "workload.inflate", words], "validate", "s.toml")

    def test_what_only_the_jobs_show_to_be_wrong_has_its_place(self):
        jobs = [{"user": 0, "submit_ms": ms, "duration_ms": 1, "demand_cpu": 1, "demand_mem": 0} for ms in (0, 9_000_000)]
        self.trace([{"capacity_cpu": 100, "capacity_mem": 1000}], [], jobs, [{"name": "u"}])
        for key, words in (("from_s = 10000", "no job is submitted"), ("time_scale = 1e-6", "a job comes in slot"),
                           ('inflate = {resource = "mem", factor = 1}', "no job needs mem")):
            name, value = key.split(" = ", 1)
            self.scenario(workload=key)
            self.refused([f"s.toml:6:{len(name) + 4}: workload.{name}: ", words, "(allowed: "], "validate", "s.toml")
            if name != "inflate":  # whose table cannot be swept
                self.scenario(top=f"sweep = [{{key = 'workload.{name}', values = [{value}]}}]")
                self.refused(["s.toml:2:", f": workload.{name}: ", words], "validate", "s.toml")
            self.scenario()
            self.refused([f"--set workload.{name}", f": workload.{name}: ", words], "validate", "s.toml",
                         "--set", f"workload.{name}={value}")

    def test_a_class_that_the_trace_does_not_know(self):
        self.trace([], [[0]], [{"user": 0, "demand_cpu": 1, "demand_mem": 0, "duration_ms": 1, "allowed": 0}], [{"name": "u"}])
        for name, words in (("a", None), ("c", 'cluster.groups.1.class: c is no class of the trace (allowed: a, b)')):
            self.write("s.toml", 'policies = ["tsf"]\n[cluster]\nresources = ["cpu", "mem"]\n[[cluster.groups]]\n'
                                 f'capacity = [1, 1]\n[[cluster.groups]]\nclass = "{name}"\ncapacity = [1, 1]\n'
                                 '[workload]\nkind = "trace"\ntrace = "t.h5"\n')
            if words:
                self.refused([words], "validate", "s.toml")
            else:
                self.good("validate", "s.toml")

    def test_unknown_durations(self):
        self.world(duration_ms=-1)
        self.scenario()
        self.refused(["workload.unknown_duration", "50 of 50 jobs"], "validate", "s.toml")
        self.scenario(workload="unknown_duration = 7")
        jobs = self.jobs()
        self.assertEqual(set(jobs.finish - jobs.submit), {7})

    def test_scaled_nodes_and_other_clusters(self):
        self.world()
        self.scenario(top="cluster = {servers = 3}")
        self.assertIn("ok", self.good("validate", "s.toml"))
        self.scenario(top="[[cluster.groups]]\ncapacity = [100, 1000]")
        self.assertEqual(len(self.jobs()), 50)
        self.scenario(top='[cluster]\nresources = ["cpu", "disk"]\n[[cluster.groups]]\ncapacity = [100, 1000]')
        self.refused(["cluster.resources", "mem"], "validate", "s.toml")

    def test_classes_of_groups(self):
        jobs = [{"user": 0, "demand_cpu": 1, "demand_mem": 0, "duration_ms": 1000, "allowed": 1}] * 3
        self.trace([], [[0], [1]], jobs, [{"name": "u"}])
        groups = '[[cluster.groups]]\nclass = "a"\ncapacity = [9, 9]\n[[cluster.groups]]\nclass = "b"\ncapacity = [9, 9]'
        self.scenario(top=groups)
        self.assertEqual(set(self.table("picks").server), {1})
        self.scenario(top="[[cluster.groups]]\ncapacity = [9, 9]")
        self.refused(["cluster.groups", "class"], "validate", "s.toml")
        self.scenario()
        self.refused(["cluster.name", "no nodes"], "validate", "s.toml")

    def test_the_trace_is_in_the_hash(self):
        self.world()
        self.scenario()
        self.call("run", "s.toml", "--quiet", "--out", "r.h5")
        self.assertIn("holds this result already", self.run_program("run", "s.toml", "--out", "r.h5").stderr)
        self.world(duration_ms=3500)
        self.refused(["holds something else"], "run", "s.toml", "--quiet", "--out", "r.h5")

    def test_without_the_file_a_line_says_what_makes_it(self):
        self.scenario()
        self.refused(["workload.trace", "t.h5: no such file", "fairslot import"], "validate", "s.toml")

    def test_samples_that_are_all_the_same(self):
        self.world()
        self.scenario(top="samples = 2")
        self.refused(["samples", "shuffled"], "validate", "s.toml")

    def test_common_random_numbers_and_sweeps(self):
        self.world()
        self.scenario(workload='order = "shuffled"', top="samples = 2")
        with (self.folder / "s.toml").open("a") as file:
            file.write('[[sweep]]\nkey = "workload.time_scale"\nvalues = [1, 2]\n')
        jobs = self.jobs()
        for sample in (0, 1):
            one, two = (jobs[(jobs["sample"] == sample) & (jobs.point == point)] for point in (0, 1))
            self.assertEqual(list((one.submit - 1) // 2), list(two.submit - 1))


if __name__ == "__main__":
    unittest.main()
