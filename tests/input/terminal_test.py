#!/usr/bin/env python3
"""What people write never reaches their terminal as orders to it: terminal_test.py (FAIRSLOT_PROGRAM names the program).

Every option, file name, key, value and environment variable is fed escape sequences, bytes that are not UTF-8 and
100 kB; no control or format character may come back, and no line of more than 1 kB.
"""
import json
import os
import pathlib
import subprocess
import tempfile
import unicodedata
import unittest

PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
SCENARIOS = pathlib.Path(__file__).resolve().parents[2] / "scenarios"
STUDY = os.fsencode(SCENARIOS / "study.toml")
LONGEST = 1024
HOSTILE = {
    "escape": b"\x1b[31m\rred\x07\x7f",
    "C1": "\u009b31m\u0085x".encode(),
    "format": "\u202efdp.\u2066\u200b\u2028".encode(),
    "not UTF-8": b"\xff\xc0\x9b\xed\xa0\x80x",
    "long": b"A" * 100_000,
}
SMALL = b"samples = 1\nworkload.jobs = 3\nworkload.max_duration = 5\nrecord.slots = false\n"
PROBLEM = {"K": 1, "servers": [[4]], "users": [{"jobs": [{"submit": 1, "tasks": 2, "demand": [1], "duration": 3}]}]}

# What is hostile stands for %; the folder of the test for @.
ARGUMENTS = [
    "%", "--%", "run", "run %", "run --%", "run %.toml", "run %.json --policy tsf", "run % --json",
    "run @/p.json --policy %", "run @/p.json --policy %:h=full", "run @/p.json --policy tvtsf:%",
    "run @/p.json --policy tvtsf:%=full", "run @/p.json --policy tvtsf:h=%", "run @/p.json --policy tvtsf:h=full,h=%",
    "run @/p.json --policy tsf --engine %", "run @/p.json --policy tsf --threads %", "run @/p.json --policy tsf --%",
    "run @/p.json --policy tsf --out @/none%/x.h5", "run @/p.json --policy tsf --picks @/none%/x.csv",
    "run @/p.json --policy tsf --picks @/none% --out @/none%", "run @/s.toml --samples %", "run @/s.toml --seed %",
    "run @/s.toml --set %", "run @/s.toml --set %=1", "run @/s.toml --set seed=%", "run @/s.toml --set name=%",
    "run @/s.toml --set cluster=%", "run @/s.toml --set cluster.%=1", "run @/s.toml --set workload.kind=%",
    "run @/s.toml --set policies=%", "run @/s.toml --set policies.0=%", "run @/s.toml --set sweep=%",
    "run @/s.toml --set cluster.resources=['%']", "run @/s.toml --set seed={%=1}",
    "run @/s.toml --out @/none%/x.h5", "validate %", "validate %.toml", "validate @/s.toml --set %", "show %",
    "show %.toml", "list %", "report %", "report @/s.toml --out %", "bench --case %",
    "bench --policy %", "bench --engine %", "bench --json @/gone%/x", "bench --runs %", "bench --%", "bench --sweep %",
]
ENVIRONMENT = ["FAIRSLOT_SIMD", "FAIRSLOT_PYTHON", "FAIRSLOT_SOURCE"]
TOML = [
    b"%", b"% = 1", b'"%" = 1', b"seed = %", b"seed = '%'", b"name = '%'", b"[%]", b"cluster = '%'", b"policies = ['%']",
    b"policies = ['tvtsf:h=%']", b"[[sweep]]\nkey = '%'\nvalues = [1]", b"[[sweep]]\nkey = 'seed'\nvalues = ['%']",
    b"[[sweep]]\nkey = 'workload.kind'\nvalues = ['%']", b"cluster.resources = ['%']",
]
JSON = [
    b"%", b'{"%": 1}', b'{"K": "%"}', b'{"K": %}', b'{"K": 1, "resources": ["%"]}', b'{"K": 1, "K": 1, "%": [[', b'["%"]',
    b'{"%": {"%": 1, "%": 1}}',
]


def raw(text):
    """The first character that a terminal might obey."""
    return next((c for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")), None)


def json_text(hostile):
    return json.dumps(hostile.decode("utf-8", "replace"))[1:-1].encode()


class Terminal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = os.fsencode(cls.temporary.name)
        (pathlib.Path(cls.temporary.name) / "s.toml").write_bytes(SMALL)
        (pathlib.Path(cls.temporary.name) / "p.json").write_text(json.dumps(PROBLEM))

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def call(self, arguments, environment=None):
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, cwd=self.folder, stdin=subprocess.DEVNULL,
                              env={**os.environb, **(environment or {})}, timeout=60)
        self.assertGreaterEqual(done.returncode, 0, "ended by a signal")
        for stream in (done.stdout, done.stderr):
            text = stream.decode()  # throws where bytes are no UTF-8
            self.assertIsNone(raw(text), stream[:300])
            longest = max(map(len, stream.split(b"\n")))
            self.assertLessEqual(longest, LONGEST, stream[:200])
        return done

    def each(self, templates, check):
        for template in templates:
            for name, hostile in HOSTILE.items():
                with self.subTest(template, hostile=name):
                    check(template, hostile)

    def check_arguments(self, template, hostile):
        words = [word.encode().replace(b"@", self.folder).replace(b"%", hostile) for word in template.split()]
        self.call(words)

    def test_arguments(self):
        self.each(ARGUMENTS, self.check_arguments)

    def check_environment(self, name, hostile):
        run = [b"run", self.folder + b"/p.json", b"--policy", b"tsf"]
        report = [b"report", self.folder + b"/s.toml"]
        done = self.call(run if name == "FAIRSLOT_SIMD" else report, {name.encode(): hostile})
        self.assertNotEqual(done.returncode, 0)

    def test_environment(self):
        self.each(ENVIRONMENT, self.check_environment)

    def check_file(self, suffix, text):
        path = self.folder + b"/hostile" + suffix
        pathlib.Path(os.fsdecode(path)).write_bytes(text)
        done = self.call([b"validate", path])
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count(b"\n"), 1)

    def test_scenarios(self):
        self.each(TOML, lambda template, hostile: self.check_file(b".toml", template.replace(b"%", hostile)))

    def check_problem(self, template, hostile):
        for text in (hostile, json_text(hostile)):
            self.check_file(b".json", template.replace(b"%", text))

    def test_problems(self):
        self.each(JSON, self.check_problem)

    def test_description(self):
        """show prints what loads back to the same; a text that is not UTF-8 is refused."""
        for hostile in (HOSTILE["escape"], HOSTILE["C1"], HOSTILE["format"]):
            arguments = [b"show", self.folder + b"/s.toml", b"--set", b"description=" + hostile]
            first = self.call(arguments)
            self.assertEqual(first.returncode, 0, first.stderr)
            again = self.folder + b"/s2.toml"
            pathlib.Path(os.fsdecode(again)).write_bytes(first.stdout)
            second = self.call([b"show", again, b"--set", b"name=s"])
            self.assertEqual(second.stdout, first.stdout)
        refused = self.call([b"show", self.folder + b"/s.toml", b"--set", b"description=" + HOSTILE["not UTF-8"]])
        self.assertEqual(refused.returncode, 2)

    def test_names_of_good_files(self):
        """Files run under a hostile name: progress, tables, the results' path, and JSON that is JSON."""
        for name in ("escape", "C1", "format", "not UTF-8"):
            with self.subTest(name):
                path = self.folder + b"/" + HOSTILE[name]
                for suffix, text in ((b".toml", SMALL), (b".json", json.dumps(PROBLEM).encode())):
                    pathlib.Path(os.fsdecode(path + suffix)).write_bytes(text)
                results = [b"--out", path + b".h5", b"--force"]
                for arguments in ([b"run", path + b".toml", *results], [b"validate", path + b".toml", path + b".json"],
                                  [b"run", path + b".json", b"--policy", b"tsf", *results]):
                    done = self.call(arguments)
                    self.assertEqual(done.returncode, 0, done.stderr)
                done = self.call([b"run", path + b".json", b"--policy", b"tsf", b"--json", b"--quiet"])
                json.loads(done.stdout)


if __name__ == "__main__":
    unittest.main()
