#!/usr/bin/env python3
"""Events: what problems and scenarios refuse of them in one line, and that both take the same."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
PROBLEM = {"K": 1, "servers": [[2], [2]], "users": [
    {"jobs": [{"submit": 1, "tasks": 4, "demand": [1], "duration": 3}]},
    {"jobs": [{"submit": 1, "tasks": 2, "demand": [2], "duration": 2}]}]}
SCENARIO = """policies = ["drfh"]
cluster.groups = [{count = 2, capacity = [2]}]
[[users]]
jobs = [{submit = 1, tasks = 4, demand = [1], duration = 3}]
[[users]]
jobs = [{submit = 1, tasks = 2, demand = [2], duration = 2}]
"""
DRAWN = """policies = ["tsf", "drfh"]
samples = 3
horizon = 200
record.picks = true
[workload]
jobs = 20
submit_slots = 40
[cluster]
servers = 10
"""
DOWN, UP = {"slot": 2, "server": 0, "up": False}, {"slot": 4, "server": 0, "up": True}
MISSING = object()


def toml(events, queues=None):
    def text(value):
        return json.dumps(value)
    given = f"queues = {{{', '.join(f'{name} = {part}' for name, part in queues.items())}}}\n" if queues else ""
    return given + SCENARIO + "".join("[[events]]\n" + "".join(f"{key} = {text(value)}\n" for key, value in event.items())
                              for event in events)


class Events(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def call(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60, cwd=self.folder)

    def good(self, *arguments):
        done = self.call(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def write(self, events, **more):
        (self.folder / "p.json").write_text(json.dumps(PROBLEM | {"events": events} | more))
        (self.folder / "s.toml").write_text(toml(events, more.get("queues")))

    def refused(self, parts, *arguments):
        done = self.call(*arguments)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr[:300])
        for part in parts:
            self.assertIn(part, done.stderr)
        self.assertLess(len(done.stderr), 400)

    def refused_of_both(self, events, event, key, part):
        self.write(events)
        place = f"/events/{event}/{key}" if key and key in events[event] else f"/events/{event}:"
        self.refused(["p.json", place, part], "validate", "p.json")
        self.refused(["s.toml", f"events.{event}", part], "validate", "s.toml")

    def test_limits_of_both(self):
        for event, key, value, part in (
                (0, "slot", 0, "1"), (0, "slot", 2147483648, "2147483647"), (0, "slot", MISSING, "missing"),
                (0, "server", 2, "0 to 1"), (0, "server", MISSING, "missing"),
                (1, "up", MISSING, "missing"), (1, "up", 1, "true or false"), (1, "up", False, "allowed: true"),
                (0, "up", True, "allowed: false"), (1, "slot", 1, "allowed: false")):
            events = [dict(DOWN), dict(UP)]
            if value is MISSING:
                del events[event][key]
            else:
                events[event][key] = value
            with self.subTest(events=events):
                # An event that comes before its turn is refused where the server is so already.
                at, of = (1, "up") if (event, key, value) == (1, "slot", 1) else (event, key)
                self.refused_of_both(events, at, of, part)

    def test_at_the_limits(self):
        self.write([{"slot": 2147483647, "server": 1, "up": False}, {"slot": 1, "server": 1, "up": False},
                    {"slot": 1, "server": 1, "up": True}])
        self.good("validate", "p.json", "s.toml")

    def test_an_unknown_key(self):
        self.write([DOWN | {"sever": 1}])
        self.refused(["/events/0", "sever", "server"], "validate", "p.json")
        self.refused(["events.0.sever", "server"], "validate", "s.toml")

    def test_limits_of_weights_and_guarantees(self):
        weight, guarantee = {"slot": 2, "user": 0, "weight": 2}, {"slot": 2, "queue": "a", "guarantee": 0.5}
        for event, key, value, part in (
                (weight, "user", 2, "0 to 1"), (weight, "user", MISSING, "missing"), (weight, "weight", MISSING, "missing"),
                (weight, "weight", 0.0, "2.3283064365386963e-10"), (weight, "weight", 4294967297.0, "4294967296"),
                (guarantee, "queue", "ab", "did you mean"), (guarantee, "queue", MISSING, "missing"),
                (guarantee, "guarantee", MISSING, "missing"), (guarantee, "guarantee", 0.0, "above 0"),
                (guarantee, "guarantee", 1.5, "1"), (guarantee, "guarantee", 0.76, "at most 1"),
                (weight, "server", 0, "another event"), (guarantee, "user", 0, "another event")):
            given = dict(event)
            if value is MISSING:
                del given[key]
            else:
                given[key] = value
            with self.subTest(given):
                self.write([given], queues={"a": 0.5, "b": 0.25})
                at = "/events/0"
                self.refused(["p.json", at, part], "validate", "p.json")
                self.refused(["s.toml", "events.0", part], "validate", "s.toml")

    def test_weights_and_guarantees_at_their_limits(self):
        self.write([{"slot": 1, "user": 1, "weight": 4294967296}, {"slot": 1, "user": 1, "weight": 2**-32},
                    {"slot": 3, "queue": "a", "guarantee": 0.75}, {"slot": 3, "queue": "a", "guarantee": 0.75},
                    {"slot": 9, "queue": "a", "guarantee": 0.5}, {"slot": 9, "queue": "b", "guarantee": 0.5}],
                   queues={"a": 0.5, "b": 0.25})
        self.good("validate", "p.json", "s.toml")
        for policy in "drf", "tvtsf", "capacity:elastic=0", "hdrf":
            self.good("run", "p.json", "--policy", policy)
        self.refused(["p.json", "elastic=1"], "run", "p.json", "--policy", "capacity:elastic=0,skip_unplaceable=1")
        self.refused(["policies.0", "elastic=1"], "validate", "s.toml", "--set",
                     "policies.0=capacity:elastic=0,skip_unplaceable=1")

    def test_limits_of_policies(self):
        for policy, parts in (("hdrfh", ["hdrf"]), ("tsf:memry=slot", ["memory"]), ("cmmf:resource=1", ["resource=0 to 0"]),
                              ("fair", ["resource=0 to 0"]), ("drf", ["pool"]), ("sdrf:fit=pool", ["pool"]),
                              ("tsf:skip_unplaceable=1", ["skip_unplaceable=0"]), ("", ["tvtsf"])):
            with self.subTest(policy):
                self.refused_of_both([DOWN, {"slot": 2, "policy": policy}], 1, "policy", parts[0])
        self.refused_of_both([{"slot": 2, "policy": "tsf", "server": 0}], 0, "policy", "another event")
        self.refused_of_both([{"policy": "tsf"}], 0, "slot", "missing")
        self.refused_of_both([{"slot": 0, "policy": "tsf"}], 0, "slot", "1")
        self.write([{"slot": 2, "policy": 7}])
        self.refused(["/events/0/policy", "7"], "validate", "p.json")
        self.refused(["events.0.policy", "7"], "validate", "s.toml")

    def test_policies_follow_one_that_is_no_pool(self):
        self.write([{"slot": 2, "policy": "tsf"}])
        for policy in "drf", "sdrf:fit=pool", "drfh:skip_unplaceable=1":
            with self.subTest(policy):
                self.refused(["p.json", policy, "allowed with events of policies"], "run", "p.json", "--policy", policy)
                self.refused(["policies.0", policy, "allowed with events of policies"], "validate", "s.toml", "--set",
                             f"policies.0={policy}")

    def test_one_policy_beside_those_of_events(self):
        self.write([UP | {"slot": 9, "up": False}, {"slot": 2, "policy": "tsf"}])
        self.refused(["p.json", "/events/1/policy", "2 (allowed: with one --policy)"], "run", "p.json", "--policy", "tsf",
                     "--policy", "drfh", "--out", "p.h5")
        self.refused(["p.json", "/events/1/policy"], "validate", "p.json", "--policy", "tsf", "--policy", "drfh")
        self.refused(["events.1.policy", "2 (allowed: with one in policies)"], "validate", "s.toml", "--set",
                     'policies=["tsf", "drfh"]')
        self.assertFalse((self.folder / "p.h5").exists())

    def test_another_policy_picks(self):
        """The result keeps the name given, also in what is stored and in a scenario."""
        self.write([{"slot": 1, "policy": "tsf"}, DOWN, {"slot": 3, "policy": "karma:fit=worst"}, UP,
                    {"slot": 5, "policy": "slots:per=1"}, {"slot": 99, "policy": "fifo"}])
        own = json.loads(self.good("run", "p.json", "--policy", "eunomia", "--json"))["policies"][0]
        self.assertEqual((own["name"], own["summary"]["started"]), ("eunomia", 6))
        self.good("run", "p.json", "--policy", "eunomia", "--out", "p.h5", "--quiet")
        self.good("verify", "p.h5")
        self.assertEqual(json.loads(self.good("report", "p.h5", "--json"))["policies"][0], own)
        self.good("run", "s.toml", "--set", "policies.0=eunomia", "--set", "record.picks=true", "--quiet", "--out", "s.h5")
        self.good("verify", "s.h5")
        point = json.loads(self.good("report", "s.h5", "--json"))["points"][0]["policies"][0]
        self.assertEqual((point["name"], point["queueing"]["mean"]), ("eunomia", own["summary"]["mean_queueing"]))

    def test_lots_of_other_policies_are_those_of_the_sample(self):
        """As if the policy of the event had picked from the first."""
        (self.folder / "d.toml").write_text(DRAWN.replace('["tsf", "drfh"]', '["tsf"]') +
                                            '[[events]]\nslot = 1\npolicy = "cdrf:ties=random,order=random"\n')
        (self.folder / "e.toml").write_text(DRAWN.replace('["tsf", "drfh"]', '["cdrf:ties=random,order=random"]'))
        points = [json.loads(self.good("run", file, "--json", "--quiet", "--out", "r.h5", "--force"))["points"][0]["policies"][0]
                  for file in ("d.toml", "e.toml")]
        self.assertEqual((points[0].pop("name"), points[1].pop("name")), ("tsf", "cdrf:ties=random,order=random"))
        self.assertEqual(*points)

    def test_nothing_happens(self):
        self.write([{"slot": 2}])
        self.refused(["/events/0", "nothing happens"], "validate", "p.json")
        self.refused(["events.0", "nothing happens"], "validate", "s.toml")

    def test_no_list(self):
        (self.folder / "p.json").write_text(json.dumps(PROBLEM | {"events": DOWN}))
        self.refused(["/events", "no array"], "validate", "p.json")

    def test_pools_have_no_servers(self):
        self.write([DOWN])
        for policy in "drf", "sdrf:fit=pool":
            with self.subTest(policy):
                self.refused(["p.json", policy, "pool"], "run", "p.json", "--policy", policy)
                self.refused(["policies.0", policy, "pool"], "validate", "s.toml", "--set", f"policies.0={policy}")
        self.good("run", "p.json", "--policy", "sdrf")

    def test_a_scenario_runs_as_the_problem(self):
        self.write([DOWN, UP])
        own = json.loads(self.good("run", "p.json", "--policy", "drfh", "--json"))["policies"][0]
        self.assertEqual((own["lost"], own["summary"]["lost"], own["summary"]["started"]), ([[0, 2]], 2, 6))
        self.good("run", "s.toml", "--quiet", "--out", "s.h5")
        point = json.loads(self.good("run", "s.toml", "--quiet", "--out", "s.h5", "--json"))["points"][0]["policies"][0]
        self.assertEqual(point["queueing"]["mean"], own["summary"]["mean_queueing"])
        self.good("verify", "s.h5")

    def test_results_of_a_problem_that_never_started_again(self):
        self.write([DOWN, {"slot": 2, "server": 1, "up": False}])
        self.good("run", "p.json", "--policy", "drfh", "--out", "p.h5", "--quiet")
        self.good("verify", "p.h5")
        own = json.loads(self.good("report", "p.h5", "--json"))["policies"][0]
        self.assertEqual((own["lost"], own["blocked"]), ([[0, 2], [1, 1]], [[0, 0], [1, 0]]))
        self.assertEqual([job[2:4] for job in own["jobs"]], [[1, None], [1, None]])
        self.assertIsNone(own["summary"]["makespan"])

    def test_shown_as_they_are_read(self):
        self.write([UP | {"slot": 5}, DOWN, {"slot": 7, "policy": "sdrf:delta=0.8"}])
        shown = self.good("show", "s.toml")
        (self.folder / "t.toml").write_text(shown)
        self.assertEqual(self.good("show", "t.toml"), shown)
        self.assertEqual(shown.count("[[events]]"), 3)

    def test_an_event_is_swept(self):
        self.write([DOWN, UP])
        text = (self.folder / "s.toml").read_text() + '[[sweep]]\nkey = "events.1.slot"\nvalues = [3, 4, 9]\n'
        (self.folder / "s.toml").write_text(text)
        points = json.loads(self.good("run", "s.toml", "--json", "--quiet"))["points"]
        self.assertEqual(len({point["policies"][0]["queueing"]["mean"] for point in points}), 3)
        (self.folder / "s.toml").write_text(text.replace("[3, 4, 9]", "[3, 1]"))
        self.refused(["events.1.up", "allowed: false"], "validate", "s.toml")

    def test_drawn_failures(self):
        (self.folder / "d.toml").write_text(DRAWN)
        keys = ["--set", "cluster.failure_within=40", "--set", "cluster.repair_slots=5"]
        lost = {}
        for share in "0", "0.5", "1":
            self.good("run", "d.toml", "--quiet", "--set", f"cluster.failure_share={share}", *keys, "--out", "d.h5",
                      "--force")
            self.good("verify", "d.h5")
            lost[share] = self.good("report", "d.h5", "--tables")
        self.assertNotIn("ost as", lost["0"])
        self.assertIn("ost as", lost["1"])
        self.assertNotEqual(lost["0.5"], lost["1"])
        for value in "failure_share=1.5", "failure_share=-1", "failure_within=0", "repair_slots=0":
            with self.subTest(value):
                self.refused(["cluster." + value.split("=")[0]], "validate", "d.toml", "--set", "cluster." + value)
        self.write([DOWN])
        self.refused(["cluster.failure_share", "allowed: 0"], "validate", "s.toml", "--set",
                     "cluster.failure_share=0.5")

    def test_when_servers_fail_goes_with_how_many_do(self):
        (self.folder / "d.toml").write_text(DRAWN)
        for key in "failure_within", "repair_slots":
            with self.subTest(key):
                alone = ["--set", f"cluster.{key}=5"]
                self.refused([f"cluster.{key}", "has a meaning only with cluster.failure_share"], "validate", "d.toml", *alone)
                self.good("validate", "d.toml", *alone, "--set", "cluster.failure_share=0")
                self.good("validate", "d.toml", *alone, "--set",
                          'sweep=[{key="cluster.failure_share", values=[0, 0.5]}]')

    def test_samples_of_written_jobs_differ_by_drawn_failures_and_seed(self):
        """They differ by nothing else: refused without failures."""
        jobs = ("policies = ['fifo']\n[cluster]\ngroups = [{count = 3, capacity = [1]}]\n"
                "[[users]]\njobs = [{tasks = 40, demand = [1]}]\n")
        (self.folder / "w.toml").write_text(jobs)
        failing = ["--set", "cluster.failure_share=0.5", "--set", "cluster.failure_within=20"]
        waits = set()
        for seed in "1", "4":
            self.good("run", "w.toml", "--quiet", *failing, "--seed", seed, "--samples", "3", "--out", "w.h5", "--force")
            waits.add(self.good("report", "w.h5", "--tables"))
        self.assertEqual(len(waits), 2)
        self.refused(["samples", "failure_share"], "validate", "w.toml", "--set", "samples=3")
        self.refused(["seed", "failure_share"], "validate", "w.toml", "--set", "seed=4")

    def test_what_lost_tasks_held_was_held_of_slots_that_count(self):
        """The last work of a run is lost, with a server that does not come back."""
        long = {"submit": 1, "tasks": 1, "demand": [3], "duration": 20}
        problem = {"K": 1, "servers": [[4]], "events": [{"slot": 9, "server": 0, "up": False}],
                   "users": [{"jobs": [{**long, "demand": [1], "duration": 1}]}, {"jobs": [long]}]}
        (self.folder / "l.json").write_text(json.dumps(problem))
        self.good("run", "l.json", "--policy", "tsf", "--out", "l.h5", "--quiet")
        self.good("verify", "l.h5")
        self.good("report", "l.h5", "--csv", "l")
        used = (self.folder / "l" / "utilisation.csv").read_text().splitlines()[-1]
        self.assertEqual(used, "0,tsf,resource_0,0.78125")  # 1*1 + 3*8 of 4*8


if __name__ == "__main__":
    unittest.main()
