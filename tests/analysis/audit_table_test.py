"""analysis/audit_table.py on the worked problem of docs/audits.md, and on the cluster that breaks Lemma 1."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
sys.path.insert(0, str(ROOT / "analysis"))
import audit_table  # noqa: E402


class AuditTable(unittest.TestCase):
    def test_worked_numbers(self):
        with tempfile.TemporaryDirectory(prefix="fairslot_audit_table_") as folder:
            results, audit = (Path(folder) / name for name in ("t5a.h5", "t5a.audit.h5"))
            subprocess.run([PROGRAM, "run", ROOT / "tests/golden/problems/t5a.json", "--out", results, "--policy", "tvtsf"],
                           check=True, capture_output=True)
            subprocess.run([PROGRAM, "audit", results, "--audit", "ef1", "--audit", "ef1_j", "--out", audit], check=True,
                           capture_output=True)
            done = subprocess.run([sys.executable, ROOT / "analysis/audit_table.py", audit], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        cells = [cell.strip() for cell in done.stdout.splitlines()[1].split("|")]
        self.assertEqual(cells, ["tvtsf", "ef1 1 of 1, 1.0, 1", "lower share 1 of 1", "ef1_j 0 of 1, 0.0, 0"])

    def test_lemma_1(self):
        self.assertTrue(audit_table.breaks_lemma_1([(5, 5)], (3, 3), (2, 2)))  # 1 < 4/3
        self.assertFalse(audit_table.breaks_lemma_1([(6, 6)], (3, 3), (2, 2)))  # 2 = 2/3 of 3
        self.assertFalse(audit_table.breaks_lemma_1([(5, 5)], (3, 3), (3, 3)))

    def test_other_files_are_refused_in_one_line(self):
        done = subprocess.run([sys.executable, ROOT / "analysis/audit_table.py", __file__], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)


if __name__ == "__main__":
    unittest.main()
