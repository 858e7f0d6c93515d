#!/usr/bin/env python3
"""fairslot explain of slots from end to end: what it prints, and what it refuses in one line."""
import json
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from program_case import ProgramCase  # noqa: E402

PROBLEMS = ROOT / "tests/golden/problems"
T1 = PROBLEMS / "t1.json"


class Explain(ProgramCase):
    def slot(self, *arguments):
        return json.loads(self.good("explain", *arguments, "--json"))

    def write(self, name, **problem):
        path = self.folder / name
        path.write_text(json.dumps(problem))
        return path

    def test_t1(self):
        seen = self.slot(T1, "--policy", "tvtsf", "--slot", 1)
        self.assertEqual(list(seen), ["policy", "slot", "heads", "picks", "out"])
        self.assertEqual((seen["policy"], seen["slot"]), ("tvtsf", 1))
        self.assertEqual(seen["heads"], [[0, 0, 8, 8, 1.0], [1, 0, 6, 6, 1.0]])
        picks = seen["picks"]
        self.assertEqual([(pick["user"], pick["server"]) for pick in picks],
                         [(0, 0), (1, 1), (0, 0), (1, 1), (0, 0), (1, 1), (0, 0), (0, 1), (0, 1)])
        self.assertEqual([pick["key"] for pick in picks if pick["user"] == 0][1], 1 / 8)
        self.assertEqual([pick["scores"] for pick in picks if pick["user"] == 1][0], [[1, 0.375]])
        self.assertEqual(list(picks[0]), ["user", "job", "server", "key", "keys", "score", "scores"])
        self.assertEqual(picks[0]["keys"], [[0, 0.0], [1, 0.0]])
        self.assertEqual(picks[0]["score"], picks[0]["scores"][0][1])
        self.assertEqual(seen["out"], [[0, 0, "no room"], [1, 0, "no room"]])

    def test_top_cuts_keys_and_scores(self):
        pick = self.slot(T1, "--policy", "tvtsf", "--slot", 1, "--top", 1)["picks"][0]
        self.assertEqual((pick["keys"], len(pick["scores"])), ([[0, 0.0]], 1))

    def test_policies_without_scores_or_sums(self):
        for policy, scores in [("cmmf", [[0, None], [1, None]]), ("drf", [])]:
            seen = self.slot(T1, "--policy", policy, "--slot", 1)
            self.assertEqual(seen["heads"][0], [0, 0, 8, None, 1.0])
            self.assertEqual((seen["picks"][0]["score"], seen["picks"][0]["scores"]), (None, scores))

    def test_what_the_picks_file_says(self):
        for policy in ("tvtsf", "cdrf:ties=random", "psdsf", "drf", "hdrf", "karma", "eunomia", "tsf:order=reversed"):
            self.call("run", PROBLEMS / "t6.json", "--policy", policy, "--picks", "picks.csv", "--force", "--quiet")
            rows = [tuple(map(int, line.split(",")))
                    for line in (self.folder / "picks.csv").read_text().splitlines()[1:]]
            for slot in {row[0] for row in rows}:
                picks = self.slot(PROBLEMS / "t6.json", "--policy", policy, "--slot", slot)["picks"]
                self.assertEqual([(slot, pick["user"], pick["job"], pick["server"]) for pick in picks],
                                 [row for row in rows if row[0] == slot])
                for pick in picks:
                    self.assertEqual(pick["keys"][0], [pick["user"], pick["key"]])

    def test_reasons(self):
        one = {"submit": 1, "tasks": 1, "demand": [1], "duration": 5}
        problem = self.write("r.json", K=1, T=3, servers=[[2], [1]], users=[
            {"jobs": [{**one, "demand": [2]}]}, {"jobs": [{**one, "demand": [2]}]}, {"jobs": [{**one, "servers": [0]}]},
            {"jobs": [{**one, "demand": [3]}]}])
        self.assertEqual(self.slot(problem, "--policy", "tsf", "--slot", 1)["out"],
                         [[1, 0, "no room"], [2, 0, "not permitted"], [3, 0, "blocked"]])
        strict = self.write("s.json", K=1, T=3, servers=[[2]],
                            users=[{"jobs": [{**one, "tasks": 2}]}, {"jobs": [{**one, "demand": [2]}]}])
        self.assertEqual(self.slot(strict, "--policy", "drf:strict=1", "--slot", 1)["out"],
                         [[0, 0, "strict"], [1, 0, "no room"]])
        frozen = self.write("f.json", K=1, T=3, servers=[[4]], queues={"a": 0.5},
                            users=[{"queue": "a", "jobs": [{**one, "tasks": 4}]}])
        self.assertEqual(self.slot(frozen, "--policy", "capacity:elastic=0", "--slot", 1)["out"],
                         [[0, 0, "queue frozen"]])

    def test_a_user_that_never_started(self):
        one = {"submit": 1, "tasks": 2, "demand": [1], "duration": 9}
        problem = self.write("n.json", K=1, T=9, servers=[[2]],
                             users=[{"weight": 2, "jobs": [one]}, {"jobs": [{**one, "tasks": 1}]}])
        self.call("run", problem, "--policy", "fifo", "--out", "n.h5", "--quiet")
        seen = self.slot("n.h5", "--policy", "fifo", "--user", 1, "--job", 0, "--top", 1)
        self.assertEqual(seen["slot"], 1)
        self.assertEqual([(pick["user"], pick["keys"]) for pick in seen["picks"]], [(0, [[0, 1.0], [1, 1.0]])])
        text = self.good("explain", "n.h5", "--policy", "fifo", "--user", 1, "--job", 0)
        self.assertIn("job 0 of user 1 never started; it was submitted in slot 1\n", text)
        self.assertIn("then user 1 had no room: user 0 was before it, by 0\n", text)
        later = self.good("explain", problem, "--policy", "fifo", "--slot", 2, "--user", 1)
        self.assertIn("user 1 had no room from the beginning of the slot on\n", later)
        self.assertIn("user 0 has no tasks queued in this slot\n",
                      self.good("explain", problem, "--policy", "fifo", "--slot", 2, "--user", 0))

    def test_slots_with_events(self):
        one = {"submit": 1, "tasks": 4, "demand": [1], "duration": 9}
        problem = self.write("e.json", K=1, T=9, servers=[[1], [1]], users=[{"jobs": [one]}, {"jobs": [one]}],
                             events=[{"slot": 3, "server": 0, "up": False}, {"slot": 4, "server": 0, "up": True},
                                     {"slot": 4, "user": 1, "weight": 4}, {"slot": 4, "policy": "drfh"}])
        def picks(slot):
            return self.slot(problem, "--policy", "fifo", "--slot", slot)
        self.assertEqual([pick["user"] for pick in picks(1)["picks"]], [0, 0])
        self.assertEqual(picks(3)["picks"], [])
        seen = picks(4)
        self.assertEqual([head[4] for head in seen["heads"]], [1.0, 4.0])
        self.assertEqual([(pick["user"], pick["server"], pick["keys"]) for pick in seen["picks"]],
                         [(1, 0, [[1, 0.0], [0, 0.5]])])
        self.assertIn("slot 4, drfh", self.good("explain", problem, "--policy", "fifo", "--slot", 4))

    def test_results_say_what_the_problem_says(self):
        self.call("run", T1, "--policy", "tvtsf", "--policy", "cdrf", "--out", "t1.h5", "--quiet")
        for policy in ("tvtsf", "cdrf"):
            for slot in (1, 2, 3):
                self.assertEqual(self.slot("t1.h5", "--policy", policy, "--slot", slot),
                                 self.slot(T1, "--policy", policy, "--slot", slot))
        self.assertEqual(self.slot("t1.h5", "--policy", "tvtsf", "--user", 1, "--job", 0)["slot"], 1)

    def test_results_of_a_sweep(self):
        self.sweep()
        slots = {}
        for point in (0, 1):
            for sample in (0, 1):
                seen = self.slot("s.h5", "--policy", "cdrf:ties=random", "--point", point, "--sample", sample, "--user", 3,
                                 "--job", 0)
                self.assertIn([3, 0], [[pick["user"], pick["job"]] for pick in seen["picks"]])
                slots[point, sample] = json.dumps(seen)
        self.assertGreater(len(set(slots.values())), 1)

    def test_refusals(self):
        def refused(words, *arguments):
            self.refused(words, "explain", *arguments)
        refused(["t1.json: explain needs --policy"], T1, "--slot", 1)
        refused(["t1.json: explain needs --slot"], T1, "--policy", "tsf")
        refused(["--slot 5: the run of tvtsf ends in slot 4"], T1, "--policy", "tvtsf", "--slot", 5)
        refused(["--slot: needs a number of 1 to"], T1, "--policy", "tvtsf", "--slot", 0)
        refused(["policy", "tsf"], T1, "--policy", "tfs", "--slot", 1)
        refused(["--user 2: there is no such user (allowed: 0 .. 1)"], T1, "--policy", "tsf", "--slot", 1, "--user", 2)
        for option in ("--point", "--sample", "--job"):
            refused(["--point, --sample and --job are for results"], T1, "--policy", "tsf", "--slot", 1, option, 0)
        refused(["--task is for results of stages"], T1, "--policy", "tsf", "--slot", 1, "--task", 0)
        refused(["--top: needs a number of 1 to"], T1, "--policy", "tsf", "--slot", 1, "--top", 0)
        horizon = self.write("h.json", K=1, T=3, servers=[[2]], users=[])
        self.assertEqual(self.slot(horizon, "--policy", "tsf", "--slot", 3)["picks"], [])
        refused(["--slot 4: the run of tsf ends in slot 3"], horizon, "--policy", "tsf", "--slot", 4)

    def test_refusals_of_results(self):
        self.sweep()
        def refused(words, *arguments):
            self.refused(words, "explain", "s.h5", *arguments)
        refused(["--policy tvtsf: s.h5 has no runs of it (allowed: tsf, cdrf:ties=random)"], "--policy", "tvtsf", "--slot", 1)
        refused(["--point 2 --sample 0: s.h5 has no such run of tsf"], "--policy", "tsf", "--slot", 1, "--point", 2)
        refused(["--point 0 --sample 2: s.h5 has no such run of tsf"], "--policy", "tsf", "--slot", 1, "--sample", 2)
        refused(["s.h5: explain needs --slot, or --user and --job"], "--policy", "tsf")
        refused(["s.h5: explain needs --slot, or --user and --job"], "--policy", "tsf", "--user", 1)
        refused(["s.h5: explain needs --slot, or --user and --job"], "--policy", "tsf", "--slot", 1, "--job", 1)
        refused(["--user 40: there is no such user"], "--policy", "tsf", "--user", 40, "--job", 0)
        refused(["--job 9: user 1 has no such job (it has 1 job)"], "--policy", "tsf", "--user", 1, "--job", 9)
        refused(["--slot 99999999: the run of tsf ends in slot"], "--policy", "tsf", "--slot", 99999999)
        self.refused(["nothing.h5: cannot be read"], "explain", "nothing.h5", "--policy", "tsf", "--slot", 1)
        self.refused(["s.toml: a scenario (allowed: a problem, .json, or what run wrote, .h5)"], "explain", "s.toml",
                     "--policy", "tsf", "--slot", 1)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["s.h5", "s.toml"])

    def test_a_job_that_came_after_the_end(self):
        problem = self.write("p.json", K=1, T=3, servers=[[2]],
                             users=[{"jobs": [{"submit": 9, "tasks": 1, "demand": [1], "duration": 1}]}])
        self.call("run", problem, "--policy", "tsf", "--out", "p.h5", "--quiet")
        self.refused(["--user 0 --job 0: never started, and was submitted in slot 9: the run of tsf ends in slot 3"],
                     "explain", "p.h5", "--policy", "tsf", "--user", 0, "--job", 0)

    def sweep(self):
        (self.folder / "s.toml").write_text("""policies = ["tsf", "cdrf:ties=random"]
samples = 2
[workload]
jobs = 40
submit_slots = 20
[[sweep]]
key = "workload.large_share"
values = [0.1, 0.9]
""")
        self.call("run", "s.toml", "--out", "s.h5", "--quiet")


if __name__ == "__main__":
    unittest.main()
