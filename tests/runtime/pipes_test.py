"""Picks and results that go elsewhere than into a file of that name: a pipe, a pipe that nobody reads, NAME-2."""

import os
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
PROBLEM = '{"K": 1, "servers": [[1]], "users": [{"jobs": [{"submit": 1, "tasks": 3, "demand": [1], "duration": 1}]}]}'
LONG = ["run", str(ROOT / "scenarios/study.toml"), "--samples", "2000", "--set", "workload.jobs=100", "--quiet"]


class Pipes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fairslot_pipes_")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.problem = self.folder / "p.json"
        self.problem.write_text(PROBLEM)
        self.picks = ["run", self.problem, "--policy", "tsf", "--quiet", "--picks"]

    def start(self, arguments):
        process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_a_pipe_of_the_shell(self):
        done = subprocess.run(["bash", "-c", '"$0" "$@" >(cat >&2) > /dev/null; sleep 0.5', PROGRAM, *self.picks],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stderr, "slot,user,job,server\n1,0,0,0\n2,0,0,0\n3,0,0,0\n")

    def test_a_pipe_that_is_read_late(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        process = self.start([*self.picks, pipe])
        time.sleep(0.5)
        self.assertEqual(pipe.read_text().count("\n"), 4)
        self.assertEqual(process.wait(10), 0)

    def test_a_signal_ends_the_wait_for_a_reader(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        for number in signal.SIGINT, signal.SIGTERM:
            process = self.start([*self.picks, pipe, "--out", self.folder / "out.h5"])
            time.sleep(1)
            process.send_signal(number)
            self.assertEqual(process.wait(5), 130)
            self.assertEqual(sorted(file.name for file in self.folder.iterdir()), ["p.json", "pipe"])

    def test_quiet_does_not_hide_where_results_are(self):
        out = self.folder / "out.h5"
        process = self.start([*LONG, "--out", out])
        time.sleep(2)
        out.write_text("somebody else's")
        process.send_signal(signal.SIGINT)
        self.assertIn(str(self.folder / "out-2.h5"), process.communicate(timeout=20)[1])
        self.assertEqual(process.returncode, 130)
        self.assertEqual(out.read_text(), "somebody else's")


if __name__ == "__main__":
    unittest.main()
