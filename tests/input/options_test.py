#!/usr/bin/env python3
"""What is asked twice, emptily or of something else than the run would be is refused in one line, never guessed."""
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
DRAWN = "policies = ['tsf']\nsamples = 2\n[workload]\njobs = 5\n"
NAMED = """
policies = ["tsf"]
cluster.groups = [{count = 1, capacity = [4]}, {count = 2, capacity = [2]}]
[[users]]
jobs = [{tasks = 2, demand = [1], servers = [1]}]
[[sweep]]
"""
PROBLEM = (ROOT / "tests/golden/problems/t1.json").read_text()


class Options(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.drawn = self.file("drawn.toml", DRAWN)

    def file(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def call(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60, cwd=self.folder)

    def refused(self, part, *arguments):
        done = self.call(*arguments)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr[:300])
        self.assertIn(part, done.stderr)
        self.assertLess(len(done.stderr), 400)

    def good(self, *arguments):
        done = self.call(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_an_empty_value_is_not_the_default(self):
        for option in "--samples", "--seed", "--threads", "--engine", "--policy", "--set", "--out":
            with self.subTest(option):
                self.refused("", "run", self.drawn, "--quiet", option, "")
        for option in "--policy", "--set", "--threads":
            with self.subTest(option):
                self.assertEqual(self.call("validate", self.drawn, option, "").returncode, 2)
        for option in "--case", "--runs", "--engine", "--policy", "--threads", "--json":
            with self.subTest(option):
                self.refused("", "bench", "--list", option, "")
        self.refused("list", "list", "")

    def test_an_option_and_set_of_the_same_key(self):
        for option, given, key in (("--samples", "2", "samples=4"), ("--seed", "2", "seed=4"),
                                   ("--policy", "tsf", "policies=['cdrf']"), ("--policy", "tsf", "policies.0=cdrf")):
            for pair in (option, given, "--set", key), ("--set", key, option, given):
                with self.subTest(pair):
                    self.refused(option, "run", self.drawn, "--quiet", *pair)
        self.assertEqual(self.call("validate", self.drawn, "--policy", "tsf", "--set", "policies=['cdrf']").returncode, 2)
        self.good("run", self.drawn, "--quiet", "--samples", "1", "--set", "workload.jobs=3", "--policy", "cdrf")

    def test_parts_of_a_key_may_be_quoted(self):
        queued = self.file("queued.toml", "policies = ['eunomia']\nworkload.kind = 'inline'\n[queues]\na = 0.5\n'a/x' = 0.5\n"
                           "'b.c' = 0.2\n[[users]]\nqueue = 'a/x'\njobs = [{tasks = 1, demand = [1, 1]}]\n"
                           "[[sweep]]\nkey = 'queues.a/x'\nvalues = [0.5, 0.6]\n")
        for key in "queues.a/x", 'queues."a/x"', "'queues'.'a/x'":
            shown = self.good("show", queued, "--set", key + "=0.4")
            self.assertIn('"a/x" = 0.4', shown)
            self.assertNotIn("sweep", shown)  # set by hand
        self.assertIn('"b.c" = 0.4', self.good("show", queued, "--set", 'queues."b.c"=0.4'))
        for key in 'queues."a/x', 'queues."a/x"y', 'queues.""', 'queues."a/x".':
            self.refused("not a", "show", queued, "--set", key + "=0.4")
        self.refused("--samples", "run", self.drawn, "--quiet", "--samples", "2", "--set", '"samples"=3')

    def test_an_empty_list_and_a_blank_source(self):
        self.refused("cluster.speeds: an empty list", "show", self.drawn, "--set", "cluster.speeds=[]")
        compared = "policies = ['tsf', 'drf']\n[[compare]]\nours = 'tsf'\nagainst = 'drf'\nmetric = 'waiting'\npublished = 1\nsource = '   '\n"
        self.refused("compare.0.source: ", "show", self.file("compared.toml", compared))

    def test_an_option_is_no_name_of_a_file(self):
        self.refused("--force", "run", self.drawn, "--quiet", "--out", "--force")
        self.good("run", self.drawn, "--quiet", "--out", "./--force")

    def test_a_long_number_is_cut(self):
        self.refused("1 to 512", "run", self.drawn, "--threads", "7" * 100_000)

    def test_a_sweep_does_not_renumber_servers_that_jobs_name(self):
        first, last = (f"key = 'cluster.groups.{group}.count'\nvalues = [1, 2]\n" for group in (0, 1))
        self.assertIn("cluster.groups.0.count", self.call("validate", self.file("s.toml", NAMED + first)).stderr)
        self.refused("users.0.jobs.0", "run", "s.toml", "--quiet")
        self.good("run", self.file("t.toml", NAMED + last), "--quiet")
        self.good("run", self.file("u.toml", (NAMED + first).replace(", servers = [1]", "")), "--quiet")

    def test_any_text_is_a_value(self):
        for text in ("wait, see" + "." * 40, "see a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s", "one\ntwo" + "." * 40, "a = b"):
            with self.subTest(text):
                shown = self.good("show", self.drawn, "--set", "description=" + text)
                self.assertIn("description = \"" + text.replace("\n", "\\n"), shown)
        self.refused("names joined by dots", "show", self.drawn, "--set", "x={" + ".".join("a" * 20_000) + " = 1}")
        self.refused("lists and tables", "show", self.drawn, "--set", "x=" + "[" * 20_000)

    def test_an_empty_scenario_says_so(self):
        for text in "", " \n", "# nothing\n":
            self.refused("empty", "run", self.file("empty.toml", text))
            self.assertIn("empty", self.call("validate", "empty.toml").stderr)

    def test_zero_bytes_end_no_problem(self):
        self.good("run", self.file("p.json", PROBLEM + "\n"), "--policy", "tsf", "--quiet")
        self.refused("zero byte", "run", self.file("q.json", PROBLEM + "\0" * 3), "--policy", "tsf")
        self.refused("p.json", "run", self.file("p.json", PROBLEM + "\0" + PROBLEM), "--policy", "tsf")

    def test_a_pipe_is_there(self):
        os.mkfifo(self.folder / "pipe")
        self.refused("plain file", "report", "pipe")

    def test_a_folder_that_has_gone(self):
        gone = self.folder / "gone"
        gone.mkdir()
        scenario = self.folder / self.drawn
        done = subprocess.run(["sh", "-c", 'rmdir "$1"; "$2" run "$3" --out x.h5 --quiet', "sh", gone, PROGRAM, scenario],
                              cwd=gone, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stderr, "fairslot: x.h5: cannot be written (No such file or directory)\n")
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main()
