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

    def call(self, *arguments, code=0):
        """What it prints; where it is to fail, what it says of that."""
        done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, cwd=self.folder, timeout=120)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout if code == 0 else done.stderr

    def refused(self, words, *arguments):
        """In one line with these words."""
        said = self.call(*arguments, code=2)
        self.assertEqual(said.count("\n"), 1, said)
        for word in words:
            self.assertIn(word, said)
