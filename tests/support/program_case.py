"""Tests that run the program in a folder of their own."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["FAIRSLOT_PROGRAM"]


class ProgramCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix=f"fairslot_{type(self).__name__.lower()}_")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_program(self, *arguments, cwd=None):
        return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                              cwd=cwd or self.folder)

    def call(self, *arguments, code=0):
        """What it prints; where it is to fail, what it says of that."""
        done = self.run_program(*arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout if code == 0 else done.stderr

    def good(self, *arguments, cwd=None):
        """What it prints, with nothing to be said of it."""
        done = self.run_program(*arguments, cwd=cwd)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def refused(self, words, *arguments):
        """In one line with these words."""
        done = self.run_program(*arguments)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr[:300])
        for word in words:
            self.assertIn(word, done.stderr)
