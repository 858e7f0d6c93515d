"""scenarios/zoo.toml has all that the program has: each policy with each memory, and each placement under drfh."""

import json
import os
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]


def values(policy, name):
    """Of an option, without the default; none where the policy does not have it."""
    return next((option["values"][1:] for option in policy["options"] if option["name"] == name), [])


class Zoo(unittest.TestCase):
    def test_nobody_is_left_out(self):
        done = subprocess.run([PROGRAM, "list", "policies", "--json"], capture_output=True, text=True, check=True)
        policies = json.loads(done.stdout)["policies"]
        wanted = {policy["name"] for policy in policies}
        wanted |= {f"{policy['name']}:memory={memory}" for policy in policies for memory in values(policy, "memory")}
        drfh = next(policy for policy in policies if policy["name"] == "drfh")
        wanted |= {f"drfh:fit={fit}" for fit in values(drfh, "fit")}
        text = (ROOT / "scenarios/zoo.toml").read_text()
        listed = re.findall(r'"([^"]+)"', re.search(r"policies = \[(.*?)\]", text, re.S).group(1))
        self.assertEqual(len(listed), len(set(listed)))
        self.assertEqual(set(listed), wanted)


if __name__ == "__main__":
    unittest.main()
