"""What report writes takes the place of its own kind only: not of somebody's file, not of what a link leads to."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
TABLES = ["points", "moments", "sample_means", "gains", "comparisons", "utilisation", "losses"]


class Replaced(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fairslot_replaced_")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "s.toml").write_text("policies = ['tsf', 'drf']\nsamples = 2\n[workload]\njobs = 5\n")
        self.call(0, "run", "s.toml", "--out", "s.h5", "--quiet")

    def call(self, code, *arguments):
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, cwd=self.folder, timeout=120)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stderr

    def refused(self, name, *arguments):
        said = self.call(2, "report", "s.h5", *arguments)
        self.assertEqual(said.count("\n"), 1, said)
        self.assertIn(name, said)

    def test_tables_of_somebody_else_stay(self):
        self.call(0, "report", "s.h5", "--csv", "csv")
        self.call(0, "report", "s.h5", "--csv", "csv")  # its own give way
        for table in TABLES:
            with self.subTest(table):
                path = self.folder / "csv" / f"{table}.csv"
                before, path_of_all = path.read_text(), sorted(path.parent.iterdir())
                path.write_text("point,of,mine\n")
                self.refused(f"{table}.csv", "--csv", "csv")
                self.assertEqual(path.read_text(), "point,of,mine\n")
                self.assertEqual(sorted(path.parent.iterdir()), path_of_all)
                path.write_text(before)

    def test_tables_of_somebody_else_give_way_to_force(self):
        self.call(0, "report", "s.h5", "--csv", "csv")
        gains = self.folder / "csv/gains.csv"
        before = gains.read_text()
        gains.write_text("mine")
        self.refused("--force", "--csv", "csv")
        self.call(0, "report", "s.h5", "--csv", "csv", "--force")
        self.assertEqual(gains.read_text(), before)
        self.refused("--csv", "--tables", "--force")  # nothing to force

    def test_a_table_does_not_replace_a_link(self):
        (self.folder / "csv").mkdir()
        (self.folder / "csv/gains.csv").symlink_to(self.folder / "mine")
        self.refused("gains.csv", "--csv", "csv")
        self.refused("gains.csv", "--csv", "csv", "--force")
        self.assertEqual([path.name for path in (self.folder / "csv").iterdir()], ["gains.csv"])

    def test_a_table_does_not_wait_for_a_pipe(self):
        (self.folder / "csv").mkdir()
        os.mkfifo(self.folder / "csv/moments.csv")
        self.refused("moments.csv: is no plain file", "--csv", "csv")
        self.refused("moments.csv: is no plain file", "--csv", "csv", "--force")
        self.assertEqual([path.name for path in (self.folder / "csv").iterdir()], ["moments.csv"])

    def test_leftovers_of_the_dead_go(self):
        dead = subprocess.Popen(["true"])
        dead.wait()
        (self.folder / "csv").mkdir()
        left = self.folder / f"csv/.gains.csv.tmp-{os.uname().nodename}-{dead.pid}-1-0badcafe"
        left.touch()
        self.assertIn("left behind by a run that was killed, removed", self.call(0, "report", "s.h5", "--csv", "csv"))
        self.assertFalse(left.exists())

    @unittest.skipUnless((ROOT / ".venv/bin/python").exists(), "pictures need .venv")
    def test_pictures_replace_files_only(self):
        pictures = self.folder / "pictures"
        self.call(0, "report", "s.h5", "--out", "pictures")
        self.call(0, "report", "s.h5", "--out", "pictures")
        last = max(pictures.iterdir())
        mine = self.folder / "mine"
        mine.write_text("mine")
        for make in lambda: last.symlink_to(mine), last.mkdir, lambda: os.mkfifo(last):
            shutil.rmtree(pictures)
            pictures.mkdir()
            make()
            self.refused(last.name, "--out", "pictures")
            self.assertEqual(list(pictures.iterdir()), [last])
        self.assertEqual(mine.read_text(), "mine")


if __name__ == "__main__":
    unittest.main()
