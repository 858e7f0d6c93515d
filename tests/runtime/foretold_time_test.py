"""`fairslot validate` runs a part of a scenario to foretell how long all of it takes, and leaves nothing behind."""

import os
import re
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
STUDY = ROOT / "scenarios/study.toml"
DURATION = re.compile(r", about (?:(\d+) h )?(?:(\d+) min )?(?:(\d+) s )?on (\d+) threads?$")


class ForetoldTime(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fairslot_foretold_")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def validate(self, *arguments, **changed):
        environment = os.environ | {"TMPDIR": str(self.folder)} | changed
        done = subprocess.run([PROGRAM, "validate", *map(str, arguments)], capture_output=True, text=True, env=environment, cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(list(self.folder.iterdir()), [])
        return done.stdout.splitlines()

    def seconds(self, *arguments):
        [line] = self.validate(*arguments)
        found = DURATION.search(line)
        self.assertIsNotNone(found, line)
        hours, minutes, seconds, _ = (int(number or 0) for number in found.groups())
        return 3600 * hours + 60 * minutes + seconds

    def test_grows_with_the_samples(self):
        sets = ("--set", "workload.jobs=200", "--threads", 1, "--force")  # this machine need not have the room
        few, many = (self.seconds(STUDY, "--set", f"samples={samples}", *sets) for samples in (2_000, 40_000))
        self.assertTrue(5 * few < many < 80 * few, (few, many))  # 20 times as many, on whatever machine beside whatever runs

    def test_of_a_run_longer_than_the_probe(self):
        start = time.monotonic()
        told = self.seconds(ROOT / "scenarios/datacenter/1k.toml", "--set", "workload.submit_slots=57600", "--set", "horizon=57600",
                            "--threads", 1)
        self.assertGreater(told, 3)
        self.assertGreater(told, 0.2 * (time.monotonic() - start))

    def test_says_on_how_many_threads(self):
        for threads in (1, 2):
            [line] = self.validate(STUDY, "--set", "samples=1", "--set", "workload.jobs=20", "--threads", threads)
            self.assertEqual(DURATION.search(line)[4], str(threads))

    def test_is_left_out(self):
        [line] = self.validate(STUDY, "--no-time")
        self.assertTrue(line.endswith("B"), line)

    def test_where_nothing_can_be_written(self):
        [line] = self.validate(STUDY, TMPDIR="/proc")
        self.assertRegex(line, r", time not known \(.*/proc/fairslot-probe-.*\)$")

    def test_ends_when_it_is_asked_to(self):
        process = subprocess.Popen([PROGRAM, "validate", STUDY, "--set", "workload.jobs=1000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, env=os.environ | {"TMPDIR": str(self.folder)})
        while not list(self.folder.iterdir()) and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
        self.assertEqual((process.returncode, out), (130, ""))
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
