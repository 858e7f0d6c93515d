#!/usr/bin/env python3
"""Results that cannot be run again as they were: fairslot explain says so in one line."""
import shutil
import sys
import unittest
from pathlib import Path

import h5py
import pandas

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "tests/record"), str(ROOT / "analysis")]
import fairslot_traces  # noqa: E402
import forge  # noqa: E402
from program_case import ProgramCase  # noqa: E402

ASKED = ["explain", "s.h5", "--policy", "tsf", "--slot", 2]


class Replay(ProgramCase):
    def scenario(self, workload="jobs = 30"):
        (self.folder / "s.toml").write_text(f'policies = ["tsf"]\nsamples = 1\n[workload]\n{workload}\n')
        self.call("run", "s.toml", "--out", "s.h5", "--quiet")
        self.good(*ASKED)

    def test_another_seed(self):
        self.scenario()
        with h5py.File(self.folder / "s.h5", "r+") as file:
            text = file["scenario/text"][:]
            other = text.tobytes().replace(b"\nseed = 1\n", b"\nseed = 2\n")
            self.assertNotEqual(other, text.tobytes())
            file["scenario/text"][...] = type(text)(text.shape, text.dtype, other)
        forge.sign(self.folder / "s.h5")
        done = self.run_program(*ASKED)
        self.assertEqual((done.returncode, done.stdout), (4, ""), done.stderr)
        self.assertRegex(done.stderr, "^fairslot: s.h5: policy tsf, point 0, sample 0: run again it differs from what the "
                                      r"file holds \(slots: slot is \d+, run again \d+\)\n$")

    def test_another_version(self):
        self.scenario()
        for name in ("semantic_version", "format_version"):
            with h5py.File(self.folder / "s.h5", "r+") as file:
                file["scenario"].attrs.modify(name, file["scenario"].attrs[name] + 1)
            forge.sign(self.folder / "s.h5")
            self.refused(["s.h5: written by another version of fairslot"], *ASKED)

    def test_a_trace_that_has_gone(self):
        nodes = pandas.DataFrame([{"name": "n", "class": -1, "speed": 1.0, "capacity_cpu": 4}])
        users = pandas.DataFrame([{"name": "u", "weight": 1.0}])
        jobs = pandas.DataFrame([{"user": 0, "name": "j", "submit_ms": 0, "duration_ms": 3000, "tasks": 9, "demand_cpu": 1,
                                  "allowed": -1, "per_server": -1}])
        trace = self.folder / "t.h5"
        fairslot_traces.write_trace(trace, ["cpu"], jobs, users=users, nodes=nodes, classes=["a"], allowed=[[0]])
        self.scenario('kind = "trace"\ntrace = "t.h5"')
        trace.unlink()
        self.refused(["t.h5"], *ASKED)

    def test_stages(self):
        (self.folder / "s.toml").write_text('simulation = "stages"\ntotal_gb = 1\nsamples = 2\nby_worker = true\nschedulers = ["fgm", "drf"]\n')
        self.call("run", "s.toml", "--out", "whole.h5", "--quiet")
        asked = ("explain", "s.h5", "--policy", "drf", "--sample", "1", "--task", "0")
        for table, column, keys in (("tasks", "end", ("job", "task")), ("jobs", "finish", ("job",)), ("samples", "jain", ("time",)),
                                    ("workers", "used_cpu", ("time", "worker")), ("decisions", "starts", ()), ("metrics", "jct", ())):
            shutil.copy(self.folder / "whole.h5", self.folder / "s.h5")
            self.good(*asked)
            with h5py.File(self.folder / "s.h5", "r+") as file:
                rows = file[f"stages/drf/{table}"][:]
                now = rows[-1].copy()
                rows[column][-1] += 1
                changed = rows[column][-1]
                file[f"stages/drf/{table}"][...] = rows
            forge.sign(self.folder / "s.h5")
            row = "".join(f", {key} {now[key]:.16g}" for key in keys)
            what = rf"{table}{row}: {column} is {changed:.16g}\d*, run again {now[column]:.16g}\d*"
            done = self.run_program(*asked)
            self.assertEqual((done.returncode, done.stdout), (4, ""), done.stderr)
            self.assertRegex(done.stderr, f"^fairslot: s.h5: scheduler drf, point 0, sample 1: run again it differs from what the file holds \\({what}\\)\n$")
            self.good("explain", "s.h5", "--policy", "drf", "--task", "0")  # of the other sample
            self.good("explain", "s.h5", "--sample", "1", "--task", "0")  # of the other scheduler

    def test_stages_of_an_interrupted_run(self):
        (self.folder / "s.toml").write_text('simulation = "stages"\ntotal_gb = 1\nsamples = 2\nschedulers = ["fgm"]\n')
        self.call("run", "s.toml", "--out", "s.h5", "--quiet")
        with h5py.File(self.folder / "s.h5", "r+") as file:
            for table in ("tasks", "jobs", "samples", "decisions", "metrics"):
                rows = file[f"stages/fgm/{table}"][:]
                forge.replace_rows(file, f"stages/fgm/{table}", rows[rows["sample"] == 0])
        forge.sign(self.folder / "s.h5")
        self.good("explain", "s.h5", "--task", "0")
        self.refused(["--point 0 --sample 1: s.h5 has no such run of fgm"], "explain", "s.h5", "--sample", "1", "--task", "0")


if __name__ == "__main__":
    unittest.main()
