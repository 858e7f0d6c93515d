"""The built program: canaries on the stack, addresses that cannot be foretold and tables that cannot be overwritten."""

import os
import shutil
import subprocess
import sys
import unittest


def readelf(option):
    command = ["readelf", "--wide", option, os.environ["FAIRSLOT_PROGRAM"]]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Armour(unittest.TestCase):
    def test_the_program_is_position_independent(self):
        self.assertRegex(readelf("--file-header"), r"Type: +DYN")

    def test_its_tables_are_read_only_once_it_runs(self):
        self.assertIn("GNU_RELRO", readelf("--program-headers"))
        self.assertRegex(readelf("--dynamic"), r"BIND_NOW|FLAGS_1.*NOW")

    def test_its_stack_is_guarded(self):
        self.assertIn("__stack_chk_fail", readelf("--dyn-syms"))

    def test_its_stack_cannot_be_run(self):
        stack = [line for line in readelf("--program-headers").splitlines() if "GNU_STACK" in line]
        self.assertTrue(stack and " RWE " not in stack[0], stack)


if __name__ == "__main__":
    if not shutil.which("readelf"):
        print("skipped: no readelf")
        sys.exit(77)
    unittest.main()
