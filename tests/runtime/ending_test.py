"""How a run ends when it is asked to, and when nobody listens: signals, pipes, closed descriptors."""

import contextlib
import json
import os
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import h5py

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
STUDY = str(ROOT / "scenarios/study.toml")
SHORT = ["run", STUDY, "--samples", "1", "--set", "workload.jobs=20"]
LONG = ["run", STUDY, "--samples", "2000", "--set", "workload.jobs=100"]
ENDING = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGXCPU]


def heed_all(*ignored):
    """For the child: whatever this process was started with."""
    def reset():
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)
    return reset


class Ending(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fairslot_ending_")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.out = self.folder / "results.h5"

    def start(self, arguments, ignored=(), **streams):
        streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | streams
        process = subprocess.Popen([PROGRAM, *arguments, "--out", self.out], text=True,
                                   preexec_fn=heed_all(*ignored), **streams)
        self.addCleanup(process.kill)
        return process

    def shell(self, command):
        """sh, as people type it; $RUN is a short run."""
        environment = os.environ | {"PROGRAM": PROGRAM, "OUT": str(self.out), "SHORT": " ".join(SHORT)}
        return subprocess.run(["bash", "-c", command.replace("$RUN", '"$PROGRAM" $SHORT --out "$OUT"')],
                              env=environment, capture_output=True, text=True, timeout=60,
                              preexec_fn=heed_all())

    def wait_for_runs(self, process):
        """Until something is worth saving: a temporary file that grows."""
        for _ in range(300):
            time.sleep(0.1)
            self.assertIsNone(process.poll(), "ended by itself")
            if any(".tmp-" in file.name and file.stat().st_size > 1 << 17 for file in self.folder.iterdir()):
                return
        self.fail("nothing was recorded in 30 s")

    def assert_whole(self, complete):
        """Nothing but a results file, every table of which can be read."""
        self.assertEqual([file.name for file in self.folder.iterdir()], [self.out.name])
        with h5py.File(self.out) as file:
            self.assertEqual(file["run"].attrs["complete"], complete)
            self.assertGreater(len(file["policies/tvtsf/runs"][:]), 0)
            file.visititems(lambda _, item: item[()] if isinstance(item, h5py.Dataset) else None)

    def test_a_signal_saves_what_is_complete(self):
        for number in ENDING:
            with self.subTest(number):
                process = self.start(LONG)
                self.wait_for_runs(process)
                process.send_signal(number)
                self.assertEqual(process.wait(10), 130)
                self.assert_whole(complete=0)
                self.out.unlink()

    def test_files_whose_turn_does_not_come_are_named(self):
        scenario = "policies = ['tvtsf']\nsamples = 1\n[workload]\njobs = 10\n"
        for name in "one", "two", "three":
            (self.folder / f"{name}.toml").write_text(scenario if name != "one" else scenario.replace("= 1\n", "= 1000000\n"))
        process = subprocess.Popen([PROGRAM, "run", "one.toml", "two.toml", "three.toml", "--quiet"], text=True,
                                   cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=heed_all())
        self.addCleanup(process.kill)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=20)[1]
        self.assertEqual((process.returncode, said), (130, "not run: two.toml, three.toml\n"))
        self.assertEqual([file.name for file in (self.folder / "results").iterdir()], ["one.h5"])

    def test_files_after_one_that_fails_are_named(self):
        (self.folder / "two.toml").write_text("policies = ['tvtsf']\nsamples = 1\n[workload]\njobs = 10\n")
        (self.folder / "one.json").write_text("{")
        ran = subprocess.run([PROGRAM, "run", "one.json", "two.toml", "--policy", "fifo"], text=True, cwd=self.folder,
                             capture_output=True)
        self.assertEqual(ran.returncode, 2)
        self.assertEqual(ran.stderr.splitlines()[0], "not run: two.toml")
        self.assertEqual(len(ran.stderr.splitlines()), 2, ran.stderr)

    def test_a_signal_is_heard_while_jobs_are_drawn(self):
        scenario = str(ROOT / "scenarios/tvtsf/normal.toml")
        process = self.start(["run", scenario, "--policy", "tsf", "--samples", "1", "--set", "workload.jobs=2000000"])
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(3), 130)

    def test_a_signal_that_comes_twice_at_once_is_one(self):
        process = self.start(LONG)
        self.wait_for_runs(process)
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGHUP)
        self.assertEqual(process.wait(10), 130)
        self.assert_whole(complete=0)

    def test_a_second_signal_leaves_nothing_behind(self):
        problem = {"K": 1, "servers": [[1]], "users": [{"jobs": [{"submit": 1, "tasks": 10**9, "demand": [1], "duration": 1}]}]}
        (self.folder / "long.json").write_text(json.dumps(problem))
        read, write = os.pipe()  # full: whoever talks waits
        self.addCleanup(os.close, read)
        os.set_blocking(write, False)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(write, bytes(1 << 12))
        os.set_blocking(write, True)
        # --force: a disk without room for all picks is not what this is about, and the refusal would wait as well.
        process = subprocess.Popen([PROGRAM, "run", "long.json", "--policy", "fifo", "--picks", "picks.csv", "--force"],
                                   cwd=self.folder, stderr=write, preexec_fn=heed_all())
        os.close(write)
        self.addCleanup(process.kill)
        for _ in range(100):
            time.sleep(0.1)
            if len(list(self.folder.iterdir())) == 2:
                break
        for _ in range(2):
            time.sleep(1)
            self.assertIsNone(process.poll())
            self.assertEqual(len(list(self.folder.iterdir())), 2)
            process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(10), 130)
        self.assertEqual([file.name for file in self.folder.iterdir()], ["long.json"])

    def test_rows_that_do_not_count_leave_no_hole(self):
        problem = {"K": 1, "servers": [[1]], "users": [{"jobs": [{"submit": 1, "tasks": 10**9, "demand": [1], "duration": 1}]}]}
        (self.folder / "long.json").write_text(json.dumps(problem))
        process = self.start(["run", str(self.folder / "long.json"), "--policy", "tsf"])
        self.wait_for_runs(process)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(10), 130)
        self.assertLess(self.out.stat().st_size, 20_000)

    def test_an_interrupted_run_takes_no_complete_ones_place(self):
        self.assertEqual(self.start(SHORT).wait(60), 0)
        before = self.out.read_bytes()
        process = self.start([*LONG, "--force"])
        self.wait_for_runs(process)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(10), 130)
        self.assertEqual(self.out.read_bytes(), before)
        self.assertEqual(len(list(self.folder.iterdir())), 2)  # what was complete has a name of its own

    def test_ignored_signals_stay_ignored(self):
        process = self.start(SHORT, ignored=ENDING)
        while process.poll() is None:
            process.send_signal(signal.SIGHUP)
            process.send_signal(signal.SIGINT)
            time.sleep(0.01)
        self.assertEqual(process.returncode, 0)
        self.assert_whole(complete=1)

    def test_talk_that_cannot_be_written_is_dropped(self):
        for redirection in ("2>/dev/full", "2>&-", "2> >(exit 0)"):
            with self.subTest(redirection):
                ran = self.shell(f"$RUN {redirection}")
                self.assertEqual((ran.returncode, ran.stderr), (0, ""))
                self.assertIn("queueing median p95", ran.stdout)
                self.assert_whole(complete=1)
                shown = self.shell(f"$RUN {redirection}")
                self.assertEqual((shown.returncode, shown.stdout), (0, ran.stdout))
                self.out.unlink()

    def test_results_outlive_a_stdout_that_cannot_be_written(self):
        for redirection in (">/dev/full", ">&-", "> >(exit 0)"):
            with self.subTest(redirection):
                ran = self.shell(f"$RUN --quiet {redirection}")
                self.assertEqual(ran.returncode, 1)
                self.assertEqual(ran.stderr, "fairslot: stdout cannot be written\n")
                self.assert_whole(complete=1)
                self.out.unlink()

    def test_a_reader_that_leaves_ends_no_run(self):
        ran = self.shell("$RUN | head -n 1")
        self.assertEqual(ran.stdout.count("\n"), 1)
        self.assert_whole(complete=1)

    def test_closed_descriptors_are_not_the_results_file(self):
        ran = self.shell("$RUN <&- >&- 2>&-")
        self.assertEqual(ran.returncode, 1)
        self.assert_whole(complete=1)


if __name__ == "__main__":
    unittest.main()
