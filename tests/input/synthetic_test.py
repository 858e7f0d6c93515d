#!/usr/bin/env python3
"""Synthetic workloads from end to end: what is refused, what is said of what was drawn."""
import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program_case import ProgramCase  # noqa: E402

SCENARIO = """policies = ["tvtsf", "drfh"]
samples = 2
[cluster]
resources = ["cpu", "mem"]
groups = [{count = 8, capacity = [16, 64]}, {count = 2, capacity = [32, 64], attributes = ["gpu"]}]
[workload]
kind = "synthetic"
load = 0.6
users = 5
submit_slots = 100
tasks = "empirical:file=sizes.csv"
duration = "exponential:mean=9"
demands = ["uniform:least=1,most=4", "lognormal:median=4,sigma=1,most=32"]
"""
RATES = f"[{', '.join(['1'] * 24)}]"

# What is set, and what the line must tell besides the key.
REFUSED = {
    "workload.tasks='parteo'": ["unknown distribution 'parteo'", "did you mean 'pareto'?"],
    "workload.tasks='pareto:shap=2'": ["no option 'shap'", "did you mean 'shape'?"],
    "workload.tasks='pareto:shape=-1'": ["shape=-1", "a number, 0.1 to 100"],
    "workload.tasks='uniform:least=0,most=3'": ["draws values below 1"],
    "workload.tasks=3": ["3 is not allowed", "NAME or NAME:option=value"],
    "workload.tasks='empirical:file=none.csv'": ["none.csv: no such file"],
    "workload.duration='empirical:0*3,4'": ["draws values below 1"],
    "workload.demands=['constant']": ["1 distributions (allowed: 2, one a resource)"],
    "workload.demands=['constant:value=0', 'uniform:least=0']": ["may need nothing"],
    "workload.demands.1='zip'": ["workload.demands: ", "did you mean 'zipf'?"],
    "workload.load=-0.5": ["-0.5 is not allowed", "0 .. 1000"],
    "workload.jobs=100": ["has a meaning only with workload.load = 0"],
    "workload.users=0": ["0 with workload.load = 0.6"],
    "workload.correlation=1.5": ["-1 .. 1"],
    "workload.user_skew=-1": ["0 .. 10"],
    "workload.arrivals='burst'": ["did you mean bursty?"],
    "workload.on_slots=5": ["only with workload.arrivals = \"bursty\""],
    f"workload.hourly_rates={RATES}": ["only with workload.arrivals = \"diurnal\""],
    "workload.arrivals='diurnal'": ["workload.hourly_rates", "0 numbers (allowed: 24, one an hour)"],
    "workload.needs.gpus=0.5": ["workload.needs.gpus", "no server has it (allowed: attributes of cluster.groups: gpu)", "did you mean gpu?"],
    "workload.needs={gpu=1.5}": ["workload.needs.gpu", "0 .. 1"],
    "cluster.groups.0.attributes=['a', 'a']": ["listed twice"],
    "workload.large_share=0.5": ["only with workload.kind = \"alibaba\""],
    "workload.kind='alibaba'": ["workload.load: ", "only with workload.kind = \"synthetic\""],
    "workload.kind='synthetc'": ["did you mean synthetic?"],
}


class Synthetic(ProgramCase):
    def setUp(self):
        super().setUp()
        (self.folder / "sizes.csv").write_text("tasks,jobs\n1,70\n10,25\n100,5\n")
        (self.folder / "s.toml").write_text(SCENARIO)

    def test_what_is_refused(self):
        for text, parts in REFUSED.items():
            with self.subTest(text):
                named = parts[0].startswith("workload.")
                key = [] if named else [text.split("=")[0] + ": "]
                self.refused([*parts, *key], "validate", "s.toml", "--set", text)

    def test_rates_of_hours_that_do_not_come(self):
        rates = f"[{', '.join(['0'] * 12 + ['1'] * 12)}]"
        both = ["--set", "workload.arrivals='diurnal'", "--set", f"workload.hourly_rates={rates}"]
        self.refused(["all 0 in slots 1 .. 100"], "validate", "s.toml", *both)
        self.good("validate", "s.toml", *both, "--set", "workload.slot_seconds=3600")

    def test_a_table_of_counts(self):
        for line in "x,1", "3;1", "3,0", "-1,5", "3,1,2", "1073741825,1":
            with self.subTest(line):
                (self.folder / "sizes.csv").write_text(f"tasks,jobs\n1,2\n{line}\n")
                self.refused(["s.toml:11:9: workload.tasks: ", f"sizes.csv:3: \"{line}\" (allowed: "], "validate", "s.toml")

    def test_a_table_lies_beside_the_scenario(self):
        home = self.good("show", "s.toml")
        self.assertIn('tasks = "empirical:1*70,10*25,100*5"', home)
        self.assertEqual(self.good("show", self.folder / "s.toml", cwd="/"), home)
        (self.folder / "again.toml").write_text(home)
        (self.folder / "sizes.csv").unlink()
        self.assertEqual(self.good("show", "again.toml"), home)

    def test_what_was_drawn_is_told(self):
        facts = json.loads(self.good("show", "s.toml", "--json"))
        scarcest = max(facts["load"], key=facts["load"].get)
        self.assertGreaterEqual(facts["load"][scarcest], 0.6)
        of = {quantity["name"]: quantity for quantity in facts["quantities"]}
        self.assertEqual(list(of), ["tasks", "duration", "cpu", "mem", "users", "arrivals"])
        self.assertEqual(of["tasks"]["quantiles"]["1"], 100)
        self.assertAlmostEqual(of["tasks"]["mean"] * facts["jobs"], facts["tasks"])
        self.assertAlmostEqual(of["users"]["mean"] * 5, facts["jobs"])
        self.assertEqual(of["cpu"]["drawn_from"], "uniform:most=4")
        said = f"load {facts['load'][scarcest]:.4f} of {scarcest}"
        self.assertIn(said, self.good("validate", "s.toml"))
        shown = self.good("show", "s.toml")
        self.assertIn(f"# Sample 0: {facts['jobs']} jobs, {facts['tasks']} tasks, {facts['users']} of 5 users; {said}", shown)

    def test_json_is_of_what_is_drawn(self):
        (self.folder / "trace.toml").write_text("samples = 1\n")
        self.refused(["trace.toml: show --json", "allowed: workload.kind = \"synthetic\""], "show", "trace.toml", "--json")

    def test_a_run_starts_all_its_tasks(self):
        facts = json.loads(self.good("show", "s.toml", "--json"))
        done = self.call("run", "s.toml", "--json", "--quiet", "--samples", 1)
        policies = json.loads(done)["points"][0]["policies"]
        self.assertEqual({policy["name"] for policy in policies}, {"tvtsf", "drfh"})
        for policy in policies:
            self.assertEqual(policy["queueing"]["count"], facts["tasks"])

    def test_values_that_mean_the_same_are_one(self):
        sweep = "sweep=[{key='workload.tasks', values=['constant', 'constant:value=1']}]"
        self.refused(["are the same value of workload.tasks"], "validate", "s.toml", "--set", sweep)


if __name__ == "__main__":
    unittest.main()
