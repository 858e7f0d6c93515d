#!/usr/bin/env python3
"""What tasks demand over what a slot of a server holds, against a twin that looks at every task on every server, in fractions."""
import csv
import json
import random
import sys
import unittest
from collections import Counter
from fractions import Fraction
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import numpy  # noqa: E402
import pandas  # noqa: E402
from matplotlib import pyplot  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "analysis")]
import slot_ratio_figures  # noqa: E402
from fairslot_results import Results  # noqa: E402
from fairslot_traces import write_trace  # noqa: E402
from pool_case import toml  # noqa: E402
from program_case import ProgramCase  # noqa: E402

KINDS = ("below", "match", "above", "mixed")


def table3():
    """[server][resource] of the shipped table."""
    with open(ROOT / "scenarios/data/table3_servers.csv") as file:
        return [[int(row["cpu_cores"]) * 1000, int(row["memory_gb"]) * 1024] for row in csv.DictReader(file) for _ in range(int(row["servers"]))]


def fit(demand, slots, capacity):
    """Nothing asked of nothing is a match."""
    if capacity == 0:
        return "above" if demand else "match"
    ratio = demand / (Fraction(capacity) / slots)
    return "below" if ratio < Fraction("0.95") else "above" if ratio > Fraction("1.05") else "match"


def counts(tasks, servers, slots, may_use=lambda task, server: True):
    """[K + 1] counters of pairs, the last of all resources together, and those of ratios of each resource."""
    resources = len(servers[0])
    fits, ratios = [Counter() for _ in range(resources + 1)], [Counter() for _ in range(resources)]
    for t, (count, demand) in enumerate(tasks):
        for s, capacity in enumerate(servers):
            if not may_use(t, s):
                continue
            own = [fit(*pair, c) for *pair, c in ((d, slots, c) for d, c in zip(demand, capacity))]
            for r, kind in enumerate(own):
                fits[r][kind] += count
                ratios[r][demand[r], capacity[r]] += count
            both = set(own) - {"match"}
            fits[-1]["mixed" if len(both) == 2 else both.pop() if both else "match"] += count
    return fits, ratios


class SlotRatios(ProgramCase):
    def trace(self, tasks, resources=None, **more):
        names = resources or [f"r{k}" for k in range(len(tasks[0][1]))]
        frame = pandas.DataFrame([{"user": 0, "tasks": count, **{f"demand_{name}": d for name, d in zip(names, demand)}} for count, demand in tasks])
        for name in set(more) & {"allowed_of"}:
            frame["allowed"] = more.pop(name)
        write_trace(self.folder / "t.h5", names, frame, **more)

    def experiment(self, **more):
        keys = {"experiment": "slot_ratios", "trace": "t.h5", **more}
        (self.folder / "s.toml").write_text("".join(f"{key} = {toml(value)}\n" for key, value in keys.items()))
        return "s.toml"

    def solved(self, *arguments):
        return json.loads(self.good("solve", *arguments, "--json", "--quiet"))

    def same(self, document, tasks, servers, may_use=lambda task, server: True):
        for own in document["fits"]:
            fits, ratios = counts(tasks, servers, own["slots"], may_use)
            for have, want in zip([*own["resources"], own["all"]], fits, strict=True):
                self.assertEqual({kind: have.get(kind, 0) for kind in KINDS}, {kind: want[kind] for kind in KINDS})
        self.assertEqual(document["pairs"], sum(fits[0].values()))
        return ratios


class Counts(SlotRatios):
    def test_nine_and_six_slots_of_the_example(self):
        self.trace([(1, [1, 4]), (1, [3, 1])], ["cpu", "mem_gb"])
        for slots, ratios in ((9, {"cpu": [1, 3], "mem_gb": [0.5, 2]}), (6, {"cpu": [2 / 3, 2], "mem_gb": [1 / 3, 4 / 3]})):
            document = self.solved("slot_ratios", "t.h5", "--set", f"slots={slots}", "--set", "servers=[{capacity=[9, 18]}]", "--out", "o.h5",
                                   "--force")
            self.assertEqual((document["tasks"], document["servers"], document["pairs"]), (2, 1, 2))
            with Results(self.folder / "o.h5") as results:
                table = results.frame("slot_ratios/tasks/ratios")
            for name, want in ratios.items():
                values, shares = slot_ratio_figures.ratios(table[table.resource == name], slots)
                numpy.testing.assert_allclose(values, want, rtol=1e-12)
                self.assertEqual(list(shares), [0.5, 1])
            [fits] = document["fits"]
            if slots == 9:  # A: all the CPU of its slot and too much memory; B: too much CPU and half of the memory
                self.assertEqual(fits["resources"], [{"resource": "cpu", "below": 0, "match": 1, "above": 1},
                                                     {"resource": "mem_gb", "below": 1, "match": 0, "above": 1}])
                self.assertEqual(fits["all"], {"below": 0, "match": 0, "above": 1, "mixed": 1})
            else:
                self.assertEqual(fits["all"], {"below": 0, "match": 0, "above": 0, "mixed": 2})

    def test_edges_of_a_match(self):
        """Of a slot of 2,000 just 1,900 to 2,100 match."""
        self.trace([(1, [1899]), (10, [1900]), (100, [2100]), (1000, [2101])])
        [own] = self.solved("slot_ratios", "t.h5", "--set", "slots=3", "--set", "servers=[{capacity=[6000]}]")["fits"]
        self.assertEqual(own["resources"][0], {"resource": "r0", "below": 1, "match": 110, "above": 1000})

    def test_nothing_of_nothing(self):
        self.trace([(1, [0, 5]), (10, [5, 5])])
        [own] = self.solved("slot_ratios", "t.h5", "--set", "slots=1", "--set", "servers=[{capacity=[0, 5]}]")["fits"]
        self.assertEqual(own["all"], {"below": 0, "match": 1, "above": 10, "mixed": 0})

    def test_random_traces_on_listed_servers(self):
        for seed in range(20):
            rng = random.Random(seed)
            resources = rng.randint(1, 3)
            tasks = [(rng.randint(1, 9), [rng.choice([0, rng.randint(1, 40)]) for _ in range(resources - 1)] + [rng.randint(1, 40)])
                     for _ in range(rng.randint(1, 30))]
            groups = [{"capacity": [rng.randint(0, 99) for _ in range(resources)], "count": rng.randint(1, 4)} for _ in range(rng.randint(1, 5))]
            self.trace(tasks)
            document = self.solved(self.experiment(slots=rng.sample(range(1, 70), 4), servers=groups))
            with self.subTest(seed=seed):
                self.same(document, tasks, [own["capacity"] for own in groups for _ in range(own["count"])])

    def test_own_nodes_and_who_may_use_them(self):
        for seed in range(20):
            rng = random.Random(seed)
            tasks = [(rng.randint(1, 9), [rng.randint(1, 9), rng.randint(0, 9)]) for _ in range(20)]
            nodes = pandas.DataFrame({"class": [rng.randint(-1, 2) for _ in range(12)], "capacity_r0": [rng.choice([8, 9, 40]) for _ in range(12)],
                                      "capacity_r1": [rng.choice([0, 30]) for _ in range(12)]})
            sets, allowed = [[0], [0, 2], [1, 2]], [rng.randint(-1, 2) for _ in tasks]
            self.trace(tasks, nodes=nodes, classes=["a", "b", "c"], allowed=sets, allowed_of=allowed)
            document = self.solved("slot_ratios", "t.h5", "--set", "slots=[1, 4]")
            with self.subTest(seed=seed):
                self.same(document, tasks, nodes[["capacity_r0", "capacity_r1"]].to_numpy().tolist(),
                          lambda task, server: allowed[task] < 0 or nodes["class"][server] in sets[allowed[task]])

    def test_table3_by_names(self):
        tasks = [(3, [1180, 500]), (2, [4096, 1000]), (1, [100, 16000])]
        self.trace(tasks, ["mem_mib", "cpu_milli"])
        self.same(self.solved("slot_ratios", "t.h5", "--set", "slots=[4, 16]"), tasks, [[mem, cpu] for cpu, mem in table3()])


class Thesis(SlotRatios):
    def hour(self):
        """The hour's tasks, from the shipped table of its rows; MiB as the importer has them."""
        with open(ROOT / "scenarios/data/task_rows.csv") as file:
            rows = [{name: int(value) for name, value in row.items()} for row in csv.DictReader(file)]
        return [(row["instances"] * row["tasks"], [row["plan_cpu"] * 10, max(1, int(row["plan_mem_x100"] * (3.84 * 10.24) + 0.5))])
                for row in rows]

    def test_the_hour(self):
        tasks = self.hour()
        self.trace(tasks, ["cpu_milli", "mem_mib"])
        text = (ROOT / "scenarios/thesis/slots.toml").read_text()
        (self.folder / "s.toml").write_text(text.replace("../traces/alibaba1h.h5", "t.h5"))
        document = self.solved("s.toml", "--out", "o.h5")
        self.assertEqual((document["tasks"], document["servers"]), (3056536, 100))
        merged = Counter()
        for count, demand in tasks:
            merged[tuple(demand)] += count
        ratios = self.same(document, [(count, demand) for demand, count in merged.items()], table3())
        self.assertEqual([(own["slots"], *(one["match"] for one in [*own["resources"], own["all"]])) for own in document["fits"]],
                         [(2, 7424270, 250, 0), (4, 15325375, 5140, 0), (8, 22647050, 70380, 0), (16, 30637090, 1109670, 0),
                          (32, 44972795, 7922600, 0), (64, 38498565, 13197990, 0)])  # of the hour's own file
        # No number of slots fits both: what wastes less overloads more.
        for before, after in zip(document["fits"], document["fits"][1:]):
            for fewer, more in zip(before["resources"], after["resources"]):
                self.assertGreater(fewer["below"], more["below"])
                self.assertLess(fewer["above"], more["above"])
        self.written(document, ratios)

    def written(self, document, ratios):
        """The file says what the JSON and the twin say; figures show it."""
        self.good("verify", "o.h5", "--quiet")
        with Results(self.folder / "o.h5") as results:
            fits, table = (results.frame(f"slot_ratios/tasks/{name}") for name in ("fits", "ratios"))
            pages = [page(pyplot) for _, page in slot_ratio_figures.pages(results, "o")]
        self.addCleanup(pyplot.close, "all")
        want = [[own["slots"], one.get("resource", ""), *(one.get(kind, 0) for kind in KINDS)]
                for own in document["fits"] for one in [*own["resources"], own["all"]]]
        self.assertEqual(fits[["slots", "resource", *KINDS]].to_numpy().tolist(), want)
        for name, own in zip(("cpu_milli", "mem_mib"), ratios):
            rows = table[table.resource == name]
            self.assertEqual({(row.demand, row.capacity): row.pairs for row in rows.itertuples()}, own)
        panels = {axes.get_title(): axes for page in pages for axes in page.axes}
        self.assertEqual(len(panels), 6 + 3)
        for own in document["fits"]:
            for line, resource in zip(panels[f"{own['slots']} slots a server"].lines, own["resources"], strict=True):
                at = line.get_xdata() < 0.95 - 1e-12
                self.assertAlmostEqual(line.get_ydata()[at][-1], resource["below"] / document["pairs"], 12)
        self.good("report", "o.h5")
        self.assertEqual(sorted(path.name for path in self.folder.glob("o_*")),
                         ["o_fits.png", "o_fits.svg", "o_ratios.png", "o_ratios.svg"])


class Refused(SlotRatios):
    def setUp(self):
        super().setUp()
        self.trace([(1, [1, 4])], ["cpu", "mem_gb"])

    def test_values(self):
        servers = [{"capacity": [9, 18]}]
        for words, more in ((["s.toml:4", "slots", "0", "1 .. 1000000"], {"slots": 0}), (["slots", "1000001"], {"slots": 1000001}),
                            (["slots.1", "0"], {"slots": [4, 0]}), (["slots.2", "twice"], {"slots": [4, 8, 4]}), (["slots", "empty"], {"slots": []}),
                            (["slots", "1.5"], {"slots": 1.5}), (["slots", "is missing"], {}), (["slts", "slots"], {"slots": 1, "slts": 1}),
                            (["servers.0.capacity", "2, one a resource"], {"slots": 1, "servers": [{"capacity": [9]}]}),
                            (["servers.0.capacity.1", "-1"], {"slots": 1, "servers": [{"capacity": [9, -1]}]}),
                            (["servers.0.count", "0"], {"slots": 1, "servers": [{"capacity": [9, 18], "count": 0}]}),
                            (["servers", "empty"], {"slots": 1, "servers": []}),
                            (["servers", "table4", "table3"], {"slots": 1, "servers": "table4"}),
                            (["servers", "Table 3", "cpu_milli"], {"slots": 1, "servers": "table3"}),
                            (["servers", "no nodes"], {"slots": 1, "servers": "trace"}),
                            (["trace", "not HDF5"], {"slots": 1, "servers": servers, "trace": "s.toml"}),
                            (["trace", "none.h5", "scripts/traces"], {"slots": 1, "servers": servers, "trace": "none.h5"})):
            with self.subTest(more=more):
                self.refused(words, "solve", self.experiment(**{"servers": servers, **more}), "--out", "o.h5")
        self.assertFalse((self.folder / "o.h5").exists())

    def test_too_many_pairs(self):
        self.trace([(2147483647, [1])] * 4)
        many = [{"capacity": [1], "count": 2147483647}]
        self.refused(["servers", "too many"], "solve", self.experiment(slots=1, servers=many))

    def test_command_line(self):
        self.refused(["slots", "is missing"], "solve", "slot_ratios", "t.h5")
        self.refused(["slots", "0"], "solve", "slot_ratios", "t.h5", "--set", "slots=0")
        self.refused(["none.h5", "no such file"], "solve", "slot_ratios", "none.h5", "--set", "slots=1")
        self.refused(["takes one trace"], "solve", "slot_ratios", ROOT / "scenarios/thesis/slots.toml")
        self.refused(["takes one trace"], "solve", "slot_ratios", "t.h5", "t.h5")
        self.refused(["--strict"], "solve", "slot_ratios", "t.h5", "--strict", "--set", "slots=1")
        (self.folder / "b.h5").write_bytes(b"no trace")
        self.refused(["b.h5", "not HDF5"], "solve", "slot_ratios", "b.h5", "--set", "slots=1")

    def test_classes(self):
        nodes = pandas.DataFrame({"class": [0], "capacity_r0": [1]})
        self.trace([(1, [1])], nodes=nodes, classes=["a", "b"], allowed=[[1]], allowed_of=[0])
        self.refused(["servers", "none is of a class"], "solve", self.experiment(slots=1))
        self.refused(["servers", "classes", '"trace"'], "solve", self.experiment(slots=1, servers=[{"capacity": [1]}]))


if __name__ == "__main__":
    unittest.main()
