"""analysis/slots_held.py on the worked problem of docs/policies.md: 10 of 11 slots, and 2 of 2."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]


class SlotsHeld(unittest.TestCase):
    def test_worked_numbers(self):
        with tempfile.TemporaryDirectory(prefix="fairslot_slots_held_") as folder:
            results = Path(folder) / "slots.h5"
            subprocess.run([PROGRAM, "run", ROOT / "tests/golden/problems/slots.json", "--out", results, "--policy", "slots:per=1",
                            "--policy", "slots:per=4", "--policy", "tsf"], check=True, capture_output=True)
            done = subprocess.run([sys.executable, ROOT / "analysis/slots_held.py", results], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        held = {line.split()[1]: line.split()[4] for line in done.stdout.splitlines()}
        self.assertEqual(held, {"slots:per=1": "90.9", "slots:per=4": "100.0", "tsf": "-"})

    def test_other_files_are_refused_in_one_line(self):
        done = subprocess.run([sys.executable, ROOT / "analysis/slots_held.py", __file__], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)


if __name__ == "__main__":
    unittest.main()
