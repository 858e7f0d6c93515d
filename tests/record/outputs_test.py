"""Where results go: names that are taken, links, runs that meet or were killed."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM, ROOT = os.environ["FAIRSLOT_PROGRAM"], Path(os.environ["FAIRSLOT_SOURCE"])
SCENARIO, PROBLEM = ROOT / "scenarios/worked/t1.toml", ROOT / "tests/golden/problems/t1.json"
LONG = ["run", ROOT / "scenarios/study.toml", "--samples", "1000"]  # minutes


class Outputs(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="fairslot_outputs_"))

    def tearDown(self):
        shutil.rmtree(self.folder)

    def call(self, *arguments):
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=120)

    def start(self, *arguments):
        return subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def temporary(self, running):
        """The file that a run writes to, once it is there."""
        for _ in range(600):
            found = [name for name in self.names() if ".tmp-" in name]
            if found:
                return found[0]
            self.assertIsNone(running.poll())
            time.sleep(0.1)
        self.fail("no temporary file")

    def refused(self, what, *arguments):
        before = {path: path.read_bytes() for path in self.folder.iterdir() if path.exists()}
        done = self.call(*arguments)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
        self.assertIn(what, done.stderr)
        self.assertEqual(before, {path: path.read_bytes() for path in self.folder.iterdir() if path.exists()})

    def test_an_output_is_no_input_link_or_foreign_file(self):
        scenario = Path(shutil.copy(SCENARIO, self.folder / "own.toml"))
        os.link(scenario, self.folder / "hard.h5")
        os.symlink("victim", self.folder / "soft.h5")
        (self.folder / "notes.txt").write_text("notes")
        for out in ("own.toml", "./own.toml", "hard.h5"):
            self.refused("itself", "run", "own.toml", "--out", out, "--force")
        self.refused("symbolic link", "run", "own.toml", "--out", "soft.h5", "--force")
        problem = ["run", PROBLEM, "--policy", "tvtsf"]
        self.refused("symbolic link", *problem, "--picks", "soft.h5")
        self.refused("symbolic link", *problem, "--out", "soft.h5")
        self.refused("exists; --force replaces it", *problem, "--picks", "notes.txt")
        for option in ("--picks", "--out"):
            self.refused("is a folder", *problem, option, "new/")
        self.refused("same file", *problem, "--picks", "new.h5", "--out", "./new.h5")
        self.refused("symbolic link", "bench", "--quick", "--json", "soft.h5")
        self.refused("no benchmark", "bench", "--quick", "--json", "notes.txt")
        self.assertFalse((self.folder / "victim").exists())

    def test_results_of_other_policies_or_an_interrupted_run_stay(self):
        problem = ["run", PROBLEM, "--out", "a.h5"]
        self.assertEqual(self.call(*problem, "--policy", "tsf").returncode, 0)
        self.refused("something else (another problem, other policies, or an interrupted run); --force replaces it, "
                     "--out writes elsewhere", *problem, "--policy", "drf")

    def test_picks_take_the_place_of_a_file_by_force_only(self):
        (self.folder / "notes.txt").write_text("notes")
        (self.folder / "picks.csv").touch()  # as mktemp makes it: nothing is lost
        for options in ([], ["--force"]):
            done = self.call("run", PROBLEM, "--policy", "tvtsf", "--picks", "picks.csv", *options)
            self.assertEqual(done.returncode, 0, done.stderr)
        for policy in ("tsf", "tvtsf"):
            self.refused("picks.csv: exists; --force replaces it", "run", PROBLEM, "--policy", policy, "--picks", "picks.csv")
        self.assertEqual(self.call("run", PROBLEM, "--policy", "tvtsf", "--picks", "notes.txt", "--force").returncode, 0)
        self.assertEqual((self.folder / "notes.txt").read_text(), (self.folder / "picks.csv").read_text())

    def test_a_killed_run_is_cleared_up_by_the_next_of_its_name(self):
        running = self.start(*LONG, "--out", "a.h5")
        left = self.temporary(running)
        self.assertTrue(left.startswith(f".a.h5.tmp-{socket.gethostname()}-{running.pid}-"), left)
        running.kill()
        running.communicate()
        (self.folder / ".a.h5.tmp-elsewhere-1-1-ff").touch()
        done = self.call("run", SCENARIO, "--out", "a.h5")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"{left}: left behind by a run that was killed, removed", done.stderr)
        self.assertIn("of a run on elsewhere, left alone", done.stderr)
        self.assertEqual(self.names(), [".a.h5.tmp-elsewhere-1-1-ff", "a.h5"])

    def test_runs_that_meet_leave_each_other_their_files(self):
        running = self.start(*LONG, "--out", "a.h5")
        live = self.temporary(running)
        done = self.call("run", SCENARIO, "--out", "a.h5")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("another run that goes on", done.stderr)
        self.assertIn(live, self.names())
        first = (self.folder / "a.h5").read_bytes()
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=120)
        self.assertEqual(running.returncode, 130, errors)
        self.assertIn(": a-2.h5\n", errors)
        self.assertEqual((self.folder / "a.h5").read_bytes(), first)
        self.assertEqual(self.names(), ["a-2.h5", "a.h5"])

    def test_of_two_equal_runs_one_publishes(self):
        running = self.start("run", ROOT / "scenarios/study.toml", "--samples", "2", "--out", "a.h5")
        self.temporary(running)
        running.send_signal(signal.SIGSTOP)
        other = self.call("run", ROOT / "scenarios/study.toml", "--samples", "2", "--out", "a.h5", "--quiet")
        running.send_signal(signal.SIGCONT)
        out, errors = running.communicate(timeout=120)
        self.assertEqual((other.returncode, running.returncode), (0, 0), errors)
        self.assertEqual(out, other.stdout)
        self.assertIn("another run published the same first", errors)
        self.assertEqual(self.names(), ["a.h5"])


if __name__ == "__main__":
    unittest.main()
