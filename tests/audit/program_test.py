#!/usr/bin/env python3
"""fairslot audit from end to end: what it prints, and what it refuses in one line."""
import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from program_case import ProgramCase  # noqa: E402

PROBLEMS = Path(__file__).resolve().parents[1] / "golden/problems"
T5A = PROBLEMS / "t5a.json"


class Audit(ProgramCase):
    def findings(self, *arguments):
        return {found["audit"]: found
                for found in json.loads(self.good("audit", *arguments, "--json"))["policies"][0]["audits"]}

    def test_the_default_set(self):
        found = self.findings(T5A, "--policy", "tvtsf")
        self.assertEqual(list(found), ["si", "maximality", "ef1", "ef1_j"])
        self.assertEqual(found["ef1"], {
            "audit": "ef1", "violations": 1, "max_gap": 1.0, "final_gap": 1.0, "first_slot": 1,
            "witnesses": [{"slot": 1, "user": 1, "other": 0, "server": None, "left": 1.0, "right": 0.0,
                           "share": 0.0, "other_share": 1.0, "gap": 1.0}]})
        self.assertEqual(found["ef1_j"], {"audit": "ef1_j", "violations": 0, "max_gap": 0.0, "final_gap": 0.0,
                                          "first_slot": None, "witnesses": []})

    def test_a_line_a_policy_and_audit(self):
        lines = self.good("audit", T5A, "--policy", "tvtsf", "--policy", "cdrf").splitlines()
        self.assertEqual(len(lines), 9)
        self.assertIn("user 1, user 0, slot 1", lines[3])

    def test_threads_change_nothing(self):
        arguments = ["audit", PROBLEMS / "t6.json", "--policy", "tvtsf", "--policy", "psdsf", "--audit", "sp", "--audit",
                     "si", "--audit", "population", "--json"]
        self.assertEqual(self.good(*arguments, "--threads", 1), self.good(*arguments, "--threads", 2))

    def test_every_audit_has_a_line_in_the_list(self):
        lines = self.good("list", "audits").splitlines()
        self.assertEqual([line.split()[0].rstrip("*") for line in lines[1:]],
                         ["si", "si_split", "maximality", "ef1", "ef1_j", "ef1_time", "envy", "repack", "sp",
                          "population", "resource"])

    def test_refusals(self):
        self.refused(["--audit: \"sii\" is not allowed (allowed: si, ", "did you mean si?"],
                     "audit", T5A, "--policy", "tsf", "--audit", "sii")
        self.refused(["--audit si: is given twice"],
                     "audit", T5A, "--policy", "tsf", "--audit", "si", "--audit", "si")
        self.refused(["a problem needs --policy"], "audit", T5A)
        self.refused(["policy"], "audit", T5A, "--policy", "tfs")
        self.refused(["are for results"], "audit", T5A, "--policy", "tsf", "--point", 0)
        self.refused(["audit repack: 4 servers are not allowed (allowed: at most 3"],
                     "audit", self.problem(4, 2), "--policy", "tsf", "--audit", "repack")
        self.refused(["audit repack: 4 users have a queue in slot 1 (allowed: at most 3"],
                     "audit", self.problem(2, 4), "--policy", "tsf", "--audit", "repack")
        self.refused(["audit resource: twice of resource 0 of server 0 is more than a problem may have"],
                     "audit", self.problem(1, 1, 2**30), "--policy", "tsf", "--audit", "resource")

    def test_results_of_a_problem_are_judged_as_the_problem_is(self):
        self.call("run", T5A, "--policy", "tvtsf", "--policy", "cdrf", "--out", "r.h5")
        self.good("audit", "r.h5", "--quiet")
        self.assertIn("ok", self.good("verify", "r.audit.h5"))
        of_results = json.loads(self.good("audit", "r.h5", "--json", "--quiet", "--force"))["policies"]
        of_problem = json.loads(self.good("audit", T5A, "--policy", "tvtsf", "--policy", "cdrf", "--json"))["policies"]
        self.assertEqual([(one.pop("point"), one.pop("sample")) for one in of_results], [(0, 0), (0, 0)])
        self.assertEqual(of_results, of_problem)

    def test_results_of_a_sweep(self):
        self.sweep()
        whole = json.loads(self.good("audit", "s.h5", "--json", "--quiet"))["policies"]
        self.assertEqual([(one["point"], one["sample"], one["name"]) for one in whole],
                         [(p, s, name) for p in (0, 1) for s in (0, 1) for name in ("tsf", "cdrf:ties=random")])
        part = json.loads(self.good("audit", "s.h5", "--json", "--quiet", "--point", 1, "--sample", 1, "--policy",
                                    "cdrf:ties=random", "--out", "part.h5", "--threads", 2))["policies"]
        self.assertEqual(part, whole[-1:])
        self.assertGreater(part[0]["audits"][2]["violations"], 0)

    def test_refusals_of_results(self):
        self.sweep()
        self.refused(["--policy tvtsf: s.h5 has no runs of it (allowed: tsf, cdrf:ties=random)"],
                     "audit", "s.h5", "--policy", "tvtsf")
        self.refused(["--point 2: s.h5 has no such runs"], "audit", "s.h5", "--point", 2)
        self.refused(["--sample 2: s.h5 has no such runs"], "audit", "s.h5", "--sample", 2)
        self.refused(["--out s.h5"], "audit", "s.h5", "--out", "s.h5")
        self.refused(["nothing.h5: cannot be read"], "audit", "nothing.h5")
        self.refused(["s.toml: a scenario (allowed: a problem, .json, or what run wrote, .h5)"], "audit", "s.toml")
        self.good("audit", "s.h5", "--quiet", "--point", 0, "--sample", 0)
        self.refused(["s.audit.h5: exists"], "audit", "s.h5")
        self.refused(["it holds no runs of policies"], "audit", "s.audit.h5", "--out", "again.h5")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["s.audit.h5", "s.h5", "s.toml"])

    def sweep(self):
        (self.folder / "s.toml").write_text("""policies = ["tsf", "cdrf:ties=random"]
samples = 2
[workload]
jobs = 40
submit_slots = 20
[[sweep]]
key = "workload.large_share"
values = [0.1, 0.9]
""")
        self.call("run", "s.toml", "--out", "s.h5", "--quiet")

    def problem(self, servers, users, capacity=4):
        path = self.folder / "p.json"
        path.write_text(json.dumps({"K": 1, "servers": [[capacity]] * servers,
                                    "users": [{"jobs": [{"submit": 1, "tasks": 9, "demand": [1], "duration": 1}]}] * users}))
        return path


if __name__ == "__main__":
    unittest.main()
