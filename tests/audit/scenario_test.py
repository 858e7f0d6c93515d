#!/usr/bin/env python3
"""Scenarios with `audit`: their results hold what fairslot audit finds in the results of the same without it."""
import sys
import unittest
from pathlib import Path

import h5py

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from program_case import ProgramCase  # noqa: E402

SWEPT = """policies = ["tvtsf", "fifo"]
samples = 3
{audit}
[cluster]
servers = 8
[workload]
jobs = 30
submit_slots = 60
large_share = 0.3
[[sweep]]
key = "workload.placement_probability"
values = [0.4, 1]
"""
AUDITS = ["si", "ef1", "sp"]


def tables_of(path):
    """Tables by name."""
    with h5py.File(path) as file:
        return {f"{policy}/{name}": table[:] for policy, group in file["audit"].items() for name, table in group.items()}


def bytes_of(path):
    return {name: table.tobytes() for name, table in tables_of(path).items()}


class Scenario(ProgramCase):
    def scenario(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def test_the_tables_are_those_of_the_command(self):
        plain = self.scenario("plain.toml", SWEPT.format(audit=""))
        audited = self.scenario("audited.toml", SWEPT.format(audit=f"audit = {AUDITS}\naudit_users = 3"))
        self.call("run", plain, "--out", "plain.h5", "--quiet")
        self.call("run", audited, "--out", "audited.h5", "--quiet")
        self.good("audit", "plain.h5", "--quiet", "--out", "found.h5", "--audit-users", 3,
                  *(word for audit in AUDITS for word in ("--audit", audit)))
        inside = tables_of(self.folder / "audited.h5")
        self.assertEqual(sorted(inside), sorted(f"{policy}/{table}" for policy in ("tvtsf", "fifo")
                                                for table in ("series", "summary", "witnesses")))
        self.assertEqual(len(inside["tvtsf/summary"]), 2 * 3 * len(AUDITS))
        self.assertTrue((inside["fifo/series"]["gap"] > 0).any())
        self.assertEqual(bytes_of(self.folder / "audited.h5"), bytes_of(self.folder / "found.h5"))

    def test_everything_else_is_as_without(self):
        plain = self.scenario("s.toml", SWEPT.format(audit=""))
        self.call("run", plain, "--out", "plain.h5", "--quiet")
        self.call("run", plain, "--set", "audit=['si', 'envy']", "--out", "audited.h5", "--quiet", "--threads", 1)
        with h5py.File(self.folder / "plain.h5") as one, h5py.File(self.folder / "audited.h5") as other:
            self.assertEqual(list(one["policies/fifo"]), list(other["policies/fifo"]))
            for policy in one["policies"]:
                for table in one["policies"][policy]:
                    a, b = (file["policies"][policy][table][:] for file in (one, other))
                    self.assertEqual(a.tobytes(), b.tobytes(), (policy, table))
        self.good("verify", "audited.h5")
        self.assertIn("holds this result already", self.run_program(
            "run", plain, "--set", "audit=['si', 'envy']", "--out", "audited.h5").stderr)

    def test_threads_change_nothing(self):
        name = self.scenario("s.toml", SWEPT.format(audit="audit = [\"ef1_j\", \"population\"]"))
        for threads in (1, 2):
            self.call("run", name, "--out", f"{threads}.h5", "--quiet", "--threads", threads)
        self.assertEqual(bytes_of(self.folder / "1.h5"), bytes_of(self.folder / "2.h5"))

    def test_points_with_other_policies(self):
        name = self.scenario("s.toml", SWEPT.format(audit="audit = [\"ef1\"]").replace(
            "workload.placement_probability", "policies.1").replace("[0.4, 1]", "[\"fifo\", \"drfh\"]"))
        self.call("run", name, "--out", "s.h5", "--quiet")
        rows = {name: len(rows) for name, rows in tables_of(self.folder / "s.h5").items() if name.endswith("summary")}
        self.assertEqual(rows, {"tvtsf/summary": 6, "fifo/summary": 3, "drfh/summary": 3})

    def test_validate_says_what_it_takes(self):
        name = self.scenario("s.toml", SWEPT.format(audit="audit = [\"si\", \"ef1\", \"resource\"]"))
        self.assertIn("audits of a run: si 30 more runs, ef1 0 more runs, resource 2 more runs", self.good("validate", name))

    def test_refusals(self):
        def refused(parts, audit):
            self.refused(["s.toml:", *parts], "run", self.scenario("s.toml", SWEPT.format(audit=audit)))
        refused(["audit: \"sii\" is not allowed (allowed: name, si or si_split or ", "did you mean si?"], "audit = [\"sii\"]")
        refused(["audit: si is listed twice"], "audit = [\"si\", \"si\"]")
        refused(["audit: \"si\" is not allowed (allowed: list of texts"], "audit = \"si\"")
        refused(["audit_users: has a meaning only with audit"], "audit_users = 3")
        refused(["audit_users: 0 is not allowed (allowed: integer, 1 .. "], "audit = [\"sp\"]\naudit_users = 0")
        refused(["audit.0: repack of 8 servers (allowed: of at most 3"], "audit = [\"repack\"]")
        self.assertFalse((self.folder / "results").exists())


if __name__ == "__main__":
    unittest.main()
