#!/usr/bin/env python3
"""Books that change in each of 2^31 slots: where they fade so slowly that it takes long, an interrupt is heard."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
LAST = 2**31 - 1
K = 8


def user(amount):
    """Holds some of all for a while, the first more than its part, and comes back in the last slot."""
    return {"jobs": [{"submit": 1, "tasks": 2, "demand": [amount + r for r in range(K)], "duration": 100},
                     {"submit": LAST, "tasks": 1, "demand": [1] * K, "duration": 1}]}


class LongBooks(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.problem = pathlib.Path(temporary.name) / "p.json"
        self.problem.write_text(json.dumps({"K": K, "T": LAST, "servers": [[100] * K], "users": [user(amount) for amount in (20, 2, 3, 4)]}))

    def start(self, policy):
        return subprocess.Popen([PROGRAM, "run", str(self.problem), "--policy", policy, "--json"], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True,
                                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

    def test_an_interrupt_is_heard(self):
        for policy in ("sdrf:delta=0.9999999999", "decayed:half_life=2147483647"):
            run = self.start(policy)
            time.sleep(1)
            self.assertIsNone(run.poll(), f"{policy} ended: the problem is too small for the test")
            run.send_signal(signal.SIGINT)
            begun = time.monotonic()
            out, _ = run.communicate(timeout=60)
            self.assertEqual(run.returncode, 130, policy)
            self.assertTrue(json.loads(out)["interrupted"], policy)
            self.assertLess(time.monotonic() - begun, 5, policy)

    def test_defaults_end_at_once(self):
        for policy in ("sdrf", "decayed", "lt_drf", "dynamic_drf", "karma"):
            run = self.start(policy)
            out, _ = run.communicate(timeout=20)
            self.assertEqual(run.returncode, 0, policy)
            self.assertEqual(json.loads(out)["policies"][0]["summary"]["started"], 12)


if __name__ == "__main__":
    unittest.main()
