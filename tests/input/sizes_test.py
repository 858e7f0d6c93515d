#!/usr/bin/env python3
"""Large and endless input: validate takes time and memory in proportion to it, or refuses it in one line."""
import json
import os
import pathlib
import resource
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
SECONDS, MEMORY = 20, 1 << 30  # of processor time, and of address space
SANITIZED = b"__asan_init" in pathlib.Path(PROGRAM).read_bytes()  # such a program maps terabytes
GROUPS = "cluster.groups = [{count = 2, capacity = [4, 4]}]\n"


def sweep(key, values):
    return f"[[sweep]]\nkey = '{key}'\nvalues = {list(values)}\n"


def users(count):
    job = "{tasks = 1, demand = [1, 1], duration = 2}"
    return f"[[users]]\nweight = 2.0\njobs = [{job}, {job}]\n" * count


def jobs(count):
    return "[[users]]\njobs = [" + "{tasks = 1, demand = [1, 1], duration = 2},\n" * count + "]\n"


class Sizes(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def call(self, *arguments, memory=MEMORY, **options):
        def limited():
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
            if not SANITIZED:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, preexec_fn=limited,
                              timeout=60, **options)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def good(self, text, *arguments):
        done = self.call("validate", self.file("s.toml", text), *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def refused(self, part, *arguments, **options):
        done = self.call(*arguments, **options)
        self.assertEqual(done.returncode, 2, done.stderr[:300])
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertIn(part, done.stderr)

    def test_a_hundred_thousand_points(self):
        self.assertIn("100000 points", self.good("samples = 1\n" + sweep("seed", range(100_000))))

    def test_points_share_users(self):
        """show reads and checks every point as validate does, without a forecast of the run."""
        for text in (sweep("horizon", range(20_000)) + users(1000),
                     sweep("users.0.weight", [1 + i / 100 for i in range(4000)]) + users(1000),
                     sweep("users.0.jobs.0.tasks", range(1, 4000)) + jobs(1000)):
            with self.subTest(text[:40]):
                done = self.call("show", self.file("s.toml", GROUPS + text))
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_every_point_is_checked(self):
        """Sharing hides nothing: only the last value is wrong, for a job, for a user."""
        for key, values in (("cluster.groups.0.count", [3, 2, 1]), ("users.7.weight", [1, 2, -3]),
                            ("users.7.jobs.0.tasks", [1, 2, 0])):
            text = GROUPS + sweep(key, values) + users(10).replace("demand", "servers = [1], demand")
            with self.subTest(key):
                self.refused("allowed", "validate", self.file("s.toml", text))

    def test_many_of_everything(self):
        self.good(GROUPS + jobs(50_000))
        self.good("cluster.groups = [" + "{capacity = [4, 4]},\n" * 50_000 + "]\n" + users(1))
        self.refused("k0: unknown key", "validate", self.file("s.toml", "".join(f"k{i} = 1\n" for i in range(100_000))))
        self.refused("workload.x0", "validate",
                     self.file("s.toml", "".join(sweep(f"workload.x{i}", [1]) for i in range(20_000))))
        self.refused("policy", "validate",
                     self.file("s.toml", "policies = [" + ",".join(f"'p{i}'" for i in range(100_000)) + "]"))

    def test_many_sets(self):
        sets = [word for i in range(20_000) for word in ("--set", f"seed={i}")]
        self.good("samples = 1\n", *sets)
        self.refused("unknown key", "validate", self.file("s.toml", "samples = 1\n"),
                     *(word for i in range(20_000) for word in ("--set", f"k{i}=1")))

    def test_endless_files(self):
        for device in ("/dev/zero", "/dev/stdin", "/dev/urandom"):
            for suffix in (".json", ".toml"):
                link = self.folder / ("device" + suffix)
                link.unlink(missing_ok=True)
                link.symlink_to(device)
                with self.subTest(device, suffix=suffix):
                    with open("/dev/zero", "rb") as zeros:
                        self.refused("device", "validate", link, stdin=zeros)

    def test_pipes_that_nobody_writes_to(self):
        for suffix in (".toml", ".json"):
            path = self.folder / ("pipe" + suffix)
            os.mkfifo(path)
            with self.subTest(suffix):
                self.refused("is a pipe (a file was expected)", "validate", path)

    @unittest.skipUnless(os.access("/proc/kmsg", os.R_OK) and os.geteuid() == 0, "the kernel's log is root's")
    def test_a_file_that_waits_for_its_text(self):
        for suffix in (".toml", ".json"):
            link = self.folder / ("log" + suffix)
            link.symlink_to("/proc/kmsg")
            with self.subTest(suffix):
                done = self.call("validate", link)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr[:300])

    def test_files_that_are_too_long_are_not_read(self):
        for suffix, limit in ((".toml", 256), (".json", 1024)):
            for size in ((limit << 20) + 1, 5 << 30, 1 << 40):
                path = self.folder / ("sparse" + suffix)
                path.touch()
                os.truncate(path, size)
                with self.subTest(suffix, size=size):
                    self.refused(f"{size} bytes (allowed: at most {limit} MiB)", "validate", path, memory=200 << 20)

    def test_json_that_is_large_in_a_strange_way(self):
        for text, part in (("[" * 1_000_000, "nested"), ('{"K":' * 1_000_000, "nested"), ("1" * 10_000_000, "number"),
                           ('{"K": 1e999999}', "number"), ('{"K": -0.' + "0" * 1_000_000 + "1}", "integer"),
                           ('{"' + "k" * 10_000_000 + '": 1}', "unknown key"), ('{"K": "' + "x" * 10_000_000 + '"}', "integer")):
            with self.subTest(text[:20]):
                self.refused(part, "validate", self.file("p.json", text))

    def test_long_names_are_refused_before_the_run(self):
        self.maxDiff = None
        problem = {"K": 1, "servers": [[4]], "users": [{"jobs": [{"submit": 1, "tasks": 2, "demand": [1], "duration": 3}]}]}
        policy = ("--policy", "tsf", "--quiet")
        plain = self.file("p.json", json.dumps(problem))
        for length, good in ((64, True), (65, False), (70_000, False)):
            path = self.file("n.json", json.dumps({**problem, "resources": ["r" * length]}))
            arguments = ("run", path, *policy, "--out", self.folder / f"n{length}.h5")
            with self.subTest(resource=length):
                self.ran(*arguments) if good else self.refused("64 bytes", *arguments)
        for option, suffix in (("--out", ".h5"), ("--picks", ".csv")):
            for length, good in ((255, True), (256, False), (70_000, False)):
                arguments = ("run", plain, *policy, option, self.folder / ("f" * (length - len(suffix)) + suffix))
                with self.subTest(option, length=length):
                    self.ran(*arguments) if good else self.refused("too long", *arguments)
        self.refused("64 letters", "run", self.file("s.toml", "samples = 1\n"), "--set", "name=" + "n" * 65)
        self.refused("too long", "run", self.file("s.toml", "samples = 1\n"), "--out", "n" * 256)

    def ran(self, *arguments):
        done = self.call(*arguments, memory=8 << 30)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
