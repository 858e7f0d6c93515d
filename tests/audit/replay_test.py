#!/usr/bin/env python3
"""Results that are not what running them again gives: fairslot audit says so, exit code 4."""
import subprocess
import sys
import time
import unittest
from pathlib import Path

import h5py
import numpy

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "tests/record")]
import forge  # noqa: E402
from program_case import PROGRAM, ProgramCase  # noqa: E402


SCENARIO = """policies = ["tsf", "fifo"]
samples = 2
record.fragmentation = true
record.dfe = [0.5, 5]
[workload]
jobs = 30
"""


class Replay(ProgramCase):
    def setUp(self):
        super().setUp()
        (self.folder / "s.toml").write_text(SCENARIO)
        self.call("run", "s.toml", "--out", "s.h5", "--quiet")

    def differs(self, what, policy="tsf", sample=1):
        """Both commands say so in one line, and leave nothing."""
        forge.sign(self.folder / "s.h5")
        line = f"fairslot: s.h5: policy {policy}, point 0, sample {sample}: run again it differs from what the file holds ({what})\n"
        for command in (["audit"], ["explain", "--policy", policy, "--point", "0", "--sample", str(sample), "--slot", "1"]):
            done = self.run_program(*command, "s.h5", *(["--quiet"] if command == ["audit"] else []))
            self.assertEqual((done.returncode, done.stdout, done.stderr), (4, "", line))
        self.assertFalse((self.folder / "s.audit.h5").exists())

    def forge(self, table, column, change, policy="tsf"):
        """Of the last row of sample 1: what it held."""
        with h5py.File(self.folder / "s.h5", "r+") as file:
            rows = file[f"policies/{policy}/{table}"][:]
            before = rows[-1].copy()
            rows[column][-1] = change(rows[column][-1])
            file[f"policies/{policy}/{table}"][...] = rows
        return before

    def test_nothing_else(self):
        self.good("audit", "s.h5", "--quiet")
        self.good("explain", "s.h5", "--policy", "fifo", "--sample", "1", "--slot", "1", "--json")

    def test_who_takes_the_name_meanwhile_keeps_it(self):
        audit = ["audit", "s.h5", "--quiet", "--out", "a.h5", "--audit", "sp", "--audit-users", "30"]
        begin = time.monotonic()
        self.good(*audit)
        seconds = time.monotonic() - begin
        (self.folder / "a.h5").unlink()
        running = subprocess.Popen([PROGRAM, *audit], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(seconds / 2)
        (self.folder / "a.h5").write_text("mine")
        said = running.communicate()[1]
        self.assertEqual((self.folder / "a.h5").read_text(), "mine")
        self.assertIn(running.returncode, (1, 2), said)  # 2: it had not begun
        self.assertIn("a.h5", said)

    def test_fewer_slots(self):
        self.call("run", "s.toml", "--out", "s.h5", "--quiet", "--force", "--set", "record.every=7")
        self.good("audit", "s.h5", "--quiet", "--out", "good.h5")
        row = self.forge("slots", "running", lambda tasks: tasks + 1)
        self.differs(f"slots, slot {row['slot']}: running is {row['running'] + 1}, run again {row['running']}")

    def test_another_seed(self):
        with h5py.File(self.folder / "s.h5", "r+") as file:
            text = file["scenario/text"][:]
            other = text.tobytes().replace(b"\nseed = 1\n", b"\nseed = 2\n")
            self.assertNotEqual(other, text.tobytes())
            file["scenario/text"][...] = type(text)(text.shape, text.dtype, other)
            first = int(file["policies/tsf/slots"]["slot"][0])
        forge.sign(self.folder / "s.h5")
        done = self.run_program("audit", "s.h5", "--quiet")
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (4, "", 1), done.stderr)
        self.assertIn(f"what the file holds (slots: slot is {first}, run again ", done.stderr)

    def test_a_slot(self):
        row = self.forge("slots", "waiting_users", lambda users: users + 7)
        self.differs(f"slots, slot {row['slot']}: waiting_users is {row['waiting_users'] + 7}, run again {row['waiting_users']}")

    def test_fragmentation_to_the_bit(self):
        row = self.forge("slots", "fragmentation_cpu_milli", lambda part: numpy.nextafter(part, 1), "fifo")
        now = float(row["fragmentation_cpu_milli"])
        self.differs(f"slots, slot {row['slot']}: fragmentation_cpu_milli is {float(numpy.nextafter(now, 1))}, run again {now}", "fifo")

    def test_a_job(self):
        row = self.forge("jobs", "queue_sum", lambda slots: slots + 1)
        self.differs(f"jobs, user {row['user']}, job {row['job']}: queue_sum is {row['queue_sum'] + 1}, run again {row['queue_sum']}")

    def test_a_row_less(self):
        with h5py.File(self.folder / "s.h5", "r+") as file:
            rows = file["policies/tsf/slots"][:]
            forge.replace_rows(file, "policies/tsf/slots", rows[:-1])
            own = int((rows["sample"] == 1).sum())
        self.differs(f"slots: {own - 1} rows, run again {own}")


if __name__ == "__main__":
    unittest.main()
