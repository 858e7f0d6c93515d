"""Where addresses are limited, threads do not reserve 64 MiB each: one that got none would crawl instead of failing."""

import os
import re
import resource
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
SCENARIO = """
policies = ["tvtsf", "tsf"]
samples = 20
[workload]
jobs = 100
large_share = 0.5
submit = "per_task"
"""
ARENA = 64 << 20


def arenas(process):
    """Addresses reserved for threads' own arenas, as glibc lays them out."""
    found = 0
    for line in Path(f"/proc/{process}/maps").read_text().splitlines():
        begin, end, rights = re.match(r"(\w+)-(\w+) (\S+)", line).groups()
        found += rights == "---p" and int(end, 16) % ARENA == 0 and int(end, 16) - int(begin, 16) > ARENA // 2
    return found


class Arenas(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fairslot_arenas_")
        self.addCleanup(folder.cleanup)
        self.scenario, self.out = Path(folder.name) / "s.toml", Path(folder.name) / "out.h5"
        self.scenario.write_text(SCENARIO)

    def start(self, mebibytes, samples):
        process = subprocess.Popen(
            [PROGRAM, "run", self.scenario, "--samples", str(samples), "--threads", "2", "--out", self.out, "--quiet", "--force"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20)))
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_threads_share_one_arena(self):
        process = self.start(4096, 1000)
        seen = 0
        for _ in range(20):
            time.sleep(0.1)
            self.assertIsNone(process.poll(), "ended by itself")
            seen = max(seen, arenas(process.pid))
        self.assertEqual(seen, 0)

    def test_scarce_addresses_end_a_run(self):
        for mebibytes in 230, 240, 245, 250:
            process = self.start(mebibytes, 20)
            said = process.communicate(timeout=60)[1]
            self.assertTrue(process.returncode == 0 or process.returncode in (1, 2) and "memory" in said, said)


if __name__ == "__main__":
    unittest.main()
