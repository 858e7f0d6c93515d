"""Policies as values: of a sweep, of several samples of written-out jobs, and what is said of a wrong option."""

import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program_case import ProgramCase  # noqa: E402

TIES = """
policies = {policies}
samples = {samples}
cluster = {{groups = [{{capacity = [2]}}]}}
users = [{{jobs = [{{tasks = 1, demand = [2]}}]}}, {{jobs = [{{tasks = 1, demand = [2], duration = 5}}]}}]
"""
SWEPT = """
policies = ["slots"]
[workload]
jobs = 5
[[sweep]]
key = "{key}"
values = [{values}]
"""


class PolicyValues(ProgramCase):
    def run_program(self, text, command, *arguments, **options):
        (self.folder / "s.toml").write_text(text)
        return super().run_program(command, "s.toml", *arguments, **options)

    def test_lots_make_samples_of_written_out_jobs_differ(self):
        said = json.loads(self.call(TIES.format(policies=["drf", "drf:ties=random"], samples=20), "run", "--json", "--quiet"))
        listed, drawn = said["points"][0]["policies"]
        self.assertEqual((listed["waiting"]["count"], drawn["waiting"]["count"]), (40, 40))
        self.assertEqual(listed["waiting"]["mean"], 0.5)  # user 1 waits 1 slot, or user 0 waits 5
        self.assertTrue(0.5 < drawn["waiting"]["mean"] < 2.5, drawn)
        for policy in ("tsf:order=random", "drf:seed=3,ties=random"):
            self.call(TIES.format(policies=[policy], samples=2), "validate")

    def test_without_lots_they_are_all_the_same(self):
        for policies in (["drf"], ["drf:seed=7", "tsf:order=reversed"]):
            self.refused(("samples", "all the same", "ties=random"), TIES.format(policies=policies, samples=2), "validate")

    def test_swept_policies_may_draw_lots(self):
        sweep = '[[sweep]]\nkey = "policies.0"\nvalues = ["{}", "tsf:order=random"]\n'
        base = TIES.format(policies=["drf"], samples=2)
        self.call(base + sweep.format("drf:ties=random"), "validate")
        self.refused(("samples", "all the same"), base + sweep.format("fifo"), "validate")

    def test_an_option_of_a_policy_is_no_key(self):
        words = ("policies.0.per", "leads into a text, which has no keys", "allowed: policies.N, a policy with its options")
        self.refused(words, SWEPT.format(key="policies.0.per", values="500, 1000"), "validate")
        self.refused(words, SWEPT.format(key="policies.0", values='"slots"'), "validate", "--set", "policies.0.per=500")
        self.call(SWEPT.format(key="policies.0", values='"slots:per=500", "slots"'), "validate")

    def test_no_nearest_name_where_nothing_is_alike(self):
        for value in ("2", "yes"):
            said = self.call(SWEPT.format(key="policies.0", values=f'"drf:backfill={value}"'), "validate", code=2)
            self.assertIn("(allowed: 0, 1)", said)
            self.assertNotIn("did you mean", said)
        self.assertIn("did you mean 'first'?", self.call(SWEPT.format(key="policies.0", values='"drfh:fit=frst"'), "validate", code=2))


if __name__ == "__main__":
    unittest.main()
