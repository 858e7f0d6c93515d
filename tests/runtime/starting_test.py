"""How the program starts its threads: by options, by the environment, and never with a backtrace."""

import os
import re
import resource
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
PROBLEM = ROOT / "tests/golden/problems/t1.json"


def run(*options, **environment):
    """With no variable of OpenMP or Kokkos but those given."""
    kept = {name: value for name, value in os.environ.items() if not re.match("OMP_|GOMP_|KOKKOS_", name)}
    return subprocess.run([PROGRAM, "run", PROBLEM, "--policy", "tvtsf", "--quiet", *options], text=True,
                          env=kept | environment, capture_output=True, timeout=60)


class Starting(unittest.TestCase):
    def assert_refused(self, ran, reason):
        lines = [line for line in ran.stderr.splitlines() if line and not line.startswith("libgomp: ")]
        self.assertEqual((ran.returncode, ran.stdout, len(lines)), (2, "", 1), ran.stderr)
        self.assertIn(reason, lines[0])

    def test_numbers_of_threads_that_cannot_work_are_refused(self):
        for number in ("0", "-1", "abc", "513", "4096", "99999999999999999999"):
            with self.subTest(number):
                self.assert_refused(run("--threads", number), "--threads")
                for name in ("OMP_NUM_THREADS", "KOKKOS_NUM_THREADS"):
                    self.assert_refused(run(**{name: number}), f"{name}={number}")
        self.assert_refused(run(KOKKOS_NUM_THREADS="4,2"), "KOKKOS_NUM_THREADS=4,2")
        self.assert_refused(run(OMP_NUM_THREADS="4,x"), "OMP_NUM_THREADS=4,x")
        self.assert_refused(run(OMP_NUM_THREADS="1," * 50000 + "1"), "OMP_NUM_THREADS=1,1,")
        self.assert_refused(run(KOKKOS_VISIBLE_DEVICES="0," * 50000 + "0"), "numbers of devices")
        self.assert_refused(run("--threads", "2", OMP_THREAD_LIMIT="1"), "OMP_THREAD_LIMIT=1")

    def test_numbers_of_threads_that_work(self):
        expected = run().stdout
        self.assertIn("tvtsf", expected)
        for environment in ({"OMP_NUM_THREADS": "4,2"}, {"OMP_NUM_THREADS": " 2 , 1 "}, {"OMP_NUM_THREADS": "512"},
                            {"KOKKOS_NUM_THREADS": ""}, {"OMP_THREAD_LIMIT": "1"}, {"OMP_DYNAMIC": "true"},
                            {"OMP_NUM_THREADS": "4", "OMP_THREAD_LIMIT": "2"}, {"OMP_MAX_ACTIVE_LEVELS": "0"}):
            with self.subTest(environment):
                ran = run(**environment)
                self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, expected, ""))
        self.assertEqual(run("--threads", "512").stdout, expected)

    def test_what_kokkos_would_refuse_is_refused_in_a_line(self):
        for name, value in (("KOKKOS_DEVICE_ID", "abc"), ("KOKKOS_DEVICE_ID", "-1"),
                            ("KOKKOS_DISABLE_WARNINGS", "maybe"), ("KOKKOS_PRINT_CONFIGURATION", "2"),
                            ("KOKKOS_TUNE_INTERNALS", "x"), ("KOKKOS_MAP_DEVICE_ID_BY", "name"),
                            ("KOKKOS_TOOLS_LIBS", "/no/such.so"), ("KOKKOS_PROFILE_LIBRARY", "/no/such.so")):
            with self.subTest(name):
                self.assert_refused(run(**{name: value}), name)

    def test_what_kokkos_tells_of_itself_is_no_result(self):
        expected = run("--json").stdout
        for answer in ("1", "true", "YES", "0"):
            ran = run("--json", KOKKOS_PRINT_CONFIGURATION=answer)
            self.assertEqual((ran.returncode, ran.stdout), (0, expected))
            self.assertEqual("Kokkos Version" in ran.stderr, answer != "0")

    def test_threads_that_cannot_be_started(self):
        """A user with as many processes as it may have; root may have any number."""
        def limited():
            resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
            if os.geteuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o777)
            program, problem = shutil.copy(PROGRAM, folder), shutil.copy(PROBLEM, folder)
            scenario = shutil.copy(ROOT / "scenarios/worked/t1.toml", folder)
            for command, reason in (([problem, "--policy", "tsf", "--threads", "4"], "4 threads cannot be started"),
                                    ([scenario, "--threads", "1"], "a thread cannot be started")):
                ran = subprocess.run([program, "run", *command], cwd=folder, preexec_fn=limited, capture_output=True,
                                     text=True, timeout=60)
                self.assertEqual((ran.returncode, ran.stdout), (1, ""))
                self.assertRegex(ran.stderr, rf"^fairslot: {reason} \(.*\): .*ulimit -u.*\n$")

    def spins(self, **environment):
        """What OpenMP says of the process that ran."""
        ran = run(OMP_DISPLAY_ENV="verbose", **environment)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        found = re.findall(r"GOMP_SPINCOUNT = '(\w+)'", ran.stderr)
        if not found:
            self.skipTest("another OpenMP than GNU's")
        return found[-1]

    def test_threads_that_wait_sleep(self):
        self.assertEqual(self.spins(), "0")

    def test_the_user_chooses_how_threads_wait(self):
        self.assertEqual(self.spins(GOMP_SPINCOUNT="7"), "7")
        self.assertNotEqual(self.spins(OMP_WAIT_POLICY="active"), "0")


if __name__ == "__main__":
    unittest.main()
