"""What is said of tasks that never ran, cancelled or lost ones among them, is in the results, too."""

import json
import sys
import unittest
from pathlib import Path

import h5py

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/record"))
sys.path.insert(0, str(ROOT / "tests/support"))

import forge  # noqa: E402
from program_case import ProgramCase  # noqa: E402


def job(submit, tasks, demand, duration=1):
    return {"submit": submit, "tasks": tasks, "demand": [demand], "duration": duration}


# Jobs of 9 have no place on a server of 4.
PROBLEM = {"K": 1, "servers": [[4]], "users": [
    {"jobs": [job(1, 1, 9), job(1, 5, 2), job(2, 2, 9), job(1, 1, 9)]},
    {"jobs": [job(1, 3, 4), job(3, 1, 9)]}]}


class Losses(ProgramCase):
    def run_of(self, problem, *policies):
        """What `run --json` says; the results say the same, in every form."""
        (self.folder / "p.json").write_text(json.dumps(problem))
        run = ["run", "p.json", *(word for policy in policies for word in ("--policy", policy))]
        said = self.call(*run, "--out", "p.h5", "--force", "--json", "--quiet")
        self.assertEqual(said, self.call("report", "p.h5", "--json"))
        self.assertEqual(self.call(*run), self.call("report", "p.h5", "--tables"))
        self.call("verify", "p.h5")
        return json.loads(said)["policies"]

    def test_every_job_that_can_never_run_is_kept(self):
        stays, skips = self.run_of(PROBLEM, "tsf", "tsf:skip_unplaceable=1")
        self.assertEqual(stays["blocked"], [[0, 0], [1, 1]])
        self.assertEqual(skips["blocked"], [[0, 0], [0, 2], [0, 3], [1, 1]])
        for policy in (stays, skips):
            self.assertEqual((policy["cancelled"], policy["lost"]), ([], []))
            self.assertEqual((policy["summary"]["cancelled"], policy["summary"]["lost"]), (0, 0))

    def test_jobs_of_slot_1_have_arrived_where_none_ever_runs(self):
        """No task ends, so there is no last slot; the job of slot 2 never had one to arrive in."""
        problem = {"K": 1, "servers": [[4]], "users": [{"jobs": [job(1, 1, 9), job(2, 1, 9)]}]}
        self.assertEqual(self.run_of(problem, "tsf:skip_unplaceable=1")[0]["blocked"], [[0, 0]])

    def test_jobs_arrive_while_only_an_event_is_left(self):
        """The last task ends in slot 2, and server 0 is back in slot 8: user 2 has left by then, user 3 is yet to come."""
        events = [{"slot": 5, "server": 0, "up": False}, {"slot": 8, "server": 0, "up": True}]
        problem = {"K": 1, "servers": [[4]], "events": events, "users": [
            {"jobs": [job(1, 1, 4)]}, {"jobs": [job(8, 1, 9), job(4, 1, 9)]}, {"leave": 7, "jobs": [job(3, 2, 9)]},
            {"jobs": [job(9, 1, 9)]}]}
        run = self.run_of(problem, "tsf:skip_unplaceable=1")[0]
        self.assertEqual((run["blocked"], run["cancelled"]), ([[1, 0], [1, 1]], [[2, 2]]))
        self.assertEqual(run["summary"]["makespan"], 2)

    def test_what_users_leave_behind(self):
        """Slot 1 starts two tasks of user 0, slot 2 its last three are queued; user 1 is blocked by a job that leaves with it."""
        problem = {"K": 1, "servers": [[4]], "users": [
            {"leave": 2, "jobs": [job(1, 5, 2, 3), job(2, 7, 1)]},
            {"leave": 3, "jobs": [job(1, 2, 9), job(2, 4, 1), job(3, 1, 1)]},
            {"leave": 9, "jobs": [job(1, 1, 9)]}]}
        for policy, blocked, cancelled in (("tsf", [[2, 0]], [[0, 3], [1, 6]]), ("drf", [[2, 0]], [[0, 3], [1, 6]]),
                                           ("tsf:skip_unplaceable=1", [[2, 0]], [[0, 3], [1, 6]])):
            run = self.run_of(problem, policy)[0]
            self.assertEqual((run["blocked"], run["cancelled"]), (blocked, cancelled), policy)
            self.assertEqual((run["summary"]["started"], run["summary"]["cancelled"]), (2, 9))
            self.assertEqual([job[3] for job in run["jobs"]], [None] * 6)

    def refused(self, place, change):
        with h5py.File(self.folder / "p.h5", "r+", libver="v110") as file:
            change(file)
        forge.sign(self.folder / "p.h5")
        said = self.call("verify", "p.h5", code=5)
        self.assertEqual(said.count("\n"), 1, said)
        self.assertIn(place, said)

    def test_what_does_not_belong_together_is_refused(self):
        users, runs, jobs = (f"policies/tsf/{name}" for name in ("users", "runs", "jobs"))
        for column in ("cancelled", "lost"):
            for path, place in ((users, "/policies/tsf/"), (runs, "/summary/losses")):
                with self.subTest(f"{path} {column}"):
                    self.run_of(PROBLEM, "tsf")
                    self.refused(place, lambda file: forge.with_column(file, path, column, 1))
        for value in (-1, 2):
            self.run_of(PROBLEM, "tsf")
            self.refused("/" + jobs, lambda file: forge.with_column(file, jobs, "blocked", value))


if __name__ == "__main__":
    unittest.main()
