#!/usr/bin/env python3
"""What jobs and users may say of themselves: each at its limits and one beyond, in problem files and in scenarios."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
SCENARIO = """policies = ["tvtsf"]
cluster.groups = [{{count = 2, capacity = [8]}}]
[[users]]
{user}
jobs = [{{tasks = 3, demand = [2]{job}}}]
"""
LEAST, MOST = 2.0 ** -32, 2.0 ** 32

# Key of a job: what is allowed, what is not, in JSON; TOML writes them alike but for null.
JOB = {"weight": ([LEAST, MOST, 1, 0.1], [LEAST / 2, 2 * MOST, MOST + 1, 0, -1, "1", None, [1], True]),
       "per_server": ([1, 2, 2 ** 31 - 1], [0, -1, 2 ** 31, 1.0, "1", None, [1], True])}
# There are two servers.
USER = {"own": ([[], [0], [1, 0], [1, 1]], [[2], [-1], [0, 2], ["0"], [0.0], [None], None, 0, True])}


def toml(value):
    return json.dumps(value).replace("null", "nan")


class Terms(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def call(self, *arguments):
        return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=60, cwd=self.folder)

    def refused(self, parts, *arguments):
        done = self.call(*arguments)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr[:300])
        for part in parts:
            self.assertIn(part, done.stderr)
        self.assertRegex(done.stderr, "allowed|expected|did you mean|not TOML|twice")
        self.assertEqual([path.name for path in self.folder.iterdir() if path.suffix not in (".json", ".toml")], [])

    def problem(self, user, job):
        jobs = [{"submit": 1, "tasks": 3, "demand": [2], "duration": 1, **job}]
        document = {"K": 1, "servers": [[8], [8]], "users": [{**user, "jobs": jobs}]}
        (self.folder / "p.json").write_text(json.dumps(document))
        return "p.json"

    def scenario(self, user, job):
        lines = "\n".join(f"{key} = {toml(value)}" for key, value in user.items())
        terms = "".join(f", {key} = {toml(value)}" for key, value in job.items())
        (self.folder / "s.toml").write_text(SCENARIO.format(user=lines, job=terms))
        return "s.toml"

    def both(self, user, job, place):
        """Runs, checks and shows them where they are allowed; else `place` has the key."""
        problem, scenario = self.problem(user, job), self.scenario(user, job)
        calls = [("run", problem, "--policy", "tvtsf", "--quiet"), ("validate", problem), ("run", scenario, "--quiet", "--out", "r.h5"),
                 ("validate", scenario), ("show", scenario)]
        if place is None:
            for arguments in calls:
                done = self.call(*arguments)
                self.assertEqual(done.returncode, 0, done.stderr)
            (self.folder / "r.h5").unlink()
            again = self.folder / "again.toml"
            again.write_text(done.stdout)
            self.assertEqual(self.call("show", again).stdout, done.stdout)
            return done.stdout
        for arguments in calls:
            wanted = f"/users/0/{place}" if problem in arguments else "users.0." + place.replace("/", ".")
            if arguments[0] == "validate":
                done = self.call(*arguments)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(wanted, done.stderr)
            else:
                self.refused([wanted], *arguments)

    def test_keys_of_jobs(self):
        for key, (good, bad) in JOB.items():
            for value in good:
                with self.subTest(key=key, value=value):
                    self.assertIn(f"{key} = ", self.both({}, {key: value}, None))
            for value in bad:
                with self.subTest(key=key, value=value):
                    self.both({}, {key: value}, f"jobs/0/{key}")

    def test_keys_of_users(self):
        for key, (good, bad) in USER.items():
            for value in good:
                with self.subTest(key=key, value=value):
                    self.assertIn(f"{key} = ", self.both({key: value}, {}, None))
            for value in bad:
                with self.subTest(key=key, value=value):
                    self.both({key: value}, {}, key)

    def test_the_nearest_name(self):
        for key in USER:
            self.refused([f'"{key}x"', f'did you mean "{key}"'], "run", self.problem({key + "x": []}, {}), "--policy", "tsf")
            self.refused([f"{key}x", f"did you mean {key}?"], "run", self.scenario({key + "x": []}, {}))
        for key in JOB:
            self.refused([f'"{key}x"', f'did you mean "{key}"'], "run", self.problem({}, {key + "x": 1}), "--policy", "tsf")
            self.refused([f"{key}x", f"did you mean {key}?"], "run", self.scenario({}, {key + "x": 1}))

    def test_counters(self):
        """10,000 users and as many servers are allowed, one more of either is not."""
        for users, servers, allowed in (10 ** 4, 10 ** 4, True), (10 ** 4 + 1, 10 ** 4, False), (10 ** 4, 10 ** 4 + 1, False):
            with self.subTest(users=users, servers=servers):
                job = {"submit": 1, "tasks": 1, "demand": [1], "duration": 1, "per_server": 1}
                document = {"K": 1, "servers": [[1]] * servers, "users": [{"jobs": [job]}] + [{"jobs": []}] * (users - 1)}
                (self.folder / "p.json").write_text(json.dumps(document))
                text = f"cluster.groups = [{{count = {servers}, capacity = [1]}}]\n[[users]]\njobs = [{{demand = [1], per_server = 1}}]\n"
                (self.folder / "s.toml").write_text(text + "[[users]]\njobs = []\n" * (users - 1))
                parts = ["per_server", str(users), str(servers), "allowed: at most 100000000"]
                for policy in "tsf", "eunomia":
                    for arguments in ("validate", "p.json", "--policy", policy), ("validate", "s.toml", "--policy", policy):
                        done = self.call(*arguments)
                        self.assertEqual(done.returncode, 0 if allowed else 2, done.stderr)
                        self.assertTrue(allowed or all(part in done.stderr for part in parts[policy == "eunomia":]), done.stderr)
                self.assertEqual(self.call("validate", "p.json", "--policy", "drf").returncode, 0)  # a pool has no servers
                if not allowed:
                    self.refused(parts, "run", "p.json", "--policy", "tsf", "--quiet")
                    self.refused(parts, "run", "s.toml", "--set", "policies=['tsf']", "--quiet")

    def test_twice(self):
        text = (self.folder / self.problem({}, {"weight": 1})).read_text()
        (self.folder / "p.json").write_text(text.replace('"weight": 1', '"weight": 1, "weight": 1'))
        self.refused(["weight"], "run", "p.json", "--policy", "tsf")


if __name__ == "__main__":
    unittest.main()
