#!/usr/bin/env python3
"""Results that are not what running them again gives: fairslot audit says so, exit code 4."""
import sys
import unittest
from pathlib import Path

import h5py

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "tests/record")]
import forge  # noqa: E402
from program_case import ProgramCase  # noqa: E402


class Replay(ProgramCase):
    def test_another_seed(self):
        (self.folder / "s.toml").write_text("policies = [\"tsf\"]\nsamples = 1\n[workload]\njobs = 30\n")
        self.call("run", "s.toml", "--out", "s.h5", "--quiet")
        self.good("audit", "s.h5", "--quiet", "--out", "good.h5")
        with h5py.File(self.folder / "s.h5", "r+") as file:
            text = file["scenario/text"][:]
            other = text.tobytes().replace(b"\nseed = 1\n", b"\nseed = 2\n")
            self.assertNotEqual(other, text.tobytes())
            file["scenario/text"][...] = type(text)(text.shape, text.dtype, other)
        forge.sign(self.folder / "s.h5")
        done = self.run_program("audit", "s.h5", "--quiet")
        self.assertEqual((done.returncode, done.stdout), (4, ""), done.stderr)
        self.assertEqual(done.stderr, "fairslot: s.h5: policy tsf, point 0, sample 0: run again it differs from what the "
                                      "file holds\n")
        self.assertFalse((self.folder / "s.audit.h5").exists())


if __name__ == "__main__":
    unittest.main()
