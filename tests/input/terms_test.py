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
jobs = [{{tasks = 3, demand = [2], {job}}}]
"""
LEAST, MOST = 2.0 ** -32, 2.0 ** 32

# Key of a job: what is allowed, what is not, in JSON; TOML writes them alike but for null.
JOB = {"weight": ([LEAST, MOST, 1, 0.1], [LEAST / 2, 2 * MOST, MOST + 1, 0, -1, "1", None, [1], True])}
USER = {}


def toml(value):
    return "nan" if value is None else json.dumps(value)


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
        self.assertEqual([path.name for path in self.folder.iterdir() if path.suffix not in (".json", ".toml")], [])

    def problem(self, user, job):
        jobs = [{"submit": 1, "tasks": 3, "demand": [2], "duration": 1, **job}]
        document = {"K": 1, "servers": [[8], [8]], "users": [{**user, "jobs": jobs}]}
        (self.folder / "p.json").write_text(json.dumps(document))
        return "p.json"

    def scenario(self, user, job):
        lines = "\n".join(f"{key} = {toml(value)}" for key, value in user.items())
        terms = ", ".join(f"{key} = {toml(value)}" for key, value in job.items())
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
                self.refused([wanted, "allowed" if "None" not in place else ""], *arguments)

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
        for key in JOB:
            self.refused([f'"{key}x"', f'did you mean "{key}"'], "run", self.problem({}, {key + "x": 1}), "--policy", "tsf")
            self.refused([f"{key}x", f"did you mean {key}?"], "run", self.scenario({}, {key + "x": 1}))

    def test_twice(self):
        text = (self.folder / self.problem({}, {"weight": 1})).read_text()
        (self.folder / "p.json").write_text(text.replace('"weight": 1', '"weight": 1, "weight": 1'))
        self.refused(["weight"], "run", "p.json", "--policy", "tsf")


if __name__ == "__main__":
    unittest.main()
