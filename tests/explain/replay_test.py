#!/usr/bin/env python3
"""Results that cannot be run again as they were: fairslot explain says so in one line."""
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


if __name__ == "__main__":
    unittest.main()
