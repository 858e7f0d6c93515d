#!/usr/bin/env python3
"""What no scenario of stages may say, in TOML and in JSON: one line with file, line, column and key, exit code 2, nothing written."""
import copy
import json
import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program_case import ProgramCase  # noqa: E402

STAGE = [1, 1, 5]
WRITTEN = {"simulation": "stages", "workers": [{"capacity": [4, 8]}],
           "jobs": [{"tasks": [{"name": "a", "count": 2, "stages": [STAGE]}, {"name": "b", "stages": [STAGE]}]}]}
DRAWN = {"simulation": "stages", "total_gb": 10, "workers": [{"capacity": [32, 32]}]}
TASKS = "jobs.0.tasks.0."
JOBS_ONLY = {"simulation": "stages", "jobs": [{"tasks": [{"stages": [STAGE]}]}]}
FAMILY = {"name": "x", "share": 0.5, "map": [STAGE], "reduce": [STAGE]}
# (of which document, key, value or None for no such key, what the line says from the key on)
REFUSED = (
    (WRITTEN, TASKS + "stages", [[1, 1, 0]], TASKS + "stages.0.2: 0 is not allowed"),
    (WRITTEN, TASKS + "stages", [], TASKS + "stages: an empty list"),
    (WRITTEN, TASKS + "stages", None, TASKS + "stages: is missing"),
    (WRITTEN, TASKS + "stages", [[]], TASKS + "stages.0: 0 numbers"),
    (WRITTEN, TASKS + "stages", [[1, 1]], TASKS + "stages.0: 2 numbers"),
    (WRITTEN, TASKS + "stages", [[1, -1, 5]], TASKS + "stages.0.1: -1 is not allowed"),
    (WRITTEN, TASKS + "stages", [[math.nan, 1, 5]], TASKS + "stages.0.0: nan is not allowed"),
    (WRITTEN, TASKS + "stages", [[1, math.inf, 5]], TASKS + "stages.0.1: inf is not allowed"),
    (WRITTEN, TASKS + "stages", [[1, 1, math.inf]], TASKS + "stages.0: inf is not allowed"),
    (WRITTEN, TASKS + "stages", [[1, 1, math.nan]], TASKS + "stages.0.2: nan is not allowed"),
    (WRITTEN, TASKS + "request", [-1, 1], TASKS + "request: -1 is not allowed"),
    (WRITTEN, TASKS + "request", [1, math.inf], TASKS + "request: inf is not allowed"),
    (WRITTEN, TASKS + "deadline", math.nan, TASKS + "deadline: nan is not allowed"),
    (WRITTEN, TASKS + "after", "a", TASKS + "after: is circular"),
    (WRITTEN, TASKS + "after", "c", TASKS + "after: c is not the name"),
    (WRITTEN, "jobs.0.submit", math.inf, "jobs.0.submit: inf is not allowed"),
    (WRITTEN, "jobs.0.tasks", [], "jobs.0.tasks: a job without tasks"),
    (WRITTEN, "jobs.0.tasks", [{"name": "a", "after": "b", "stages": [STAGE]}, {"name": "b", "after": "a", "stages": [STAGE]}],
     TASKS + "after: is circular"),
    (WRITTEN, "jobs", [], "jobs: an empty list"),
    (WRITTEN, "workers", [], "workers: an empty list"),
    (WRITTEN, "workers.0.capacity", [-4, 8], "workers.0.capacity: -4 is not allowed"),
    (WRITTEN, "workers.0.capacity", [4, math.nan], "workers.0.capacity: nan is not allowed"),
    (WRITTEN, "fine_threshold", 0.5, "fine_threshold: fine_threshold is 0.5 and coarse_threshold is 0.01"),
    (WRITTEN, "stop_threshold", 0.001, "stop_threshold: coarse_threshold is 0.01 and stop_threshold is 0.001"),
    (WRITTEN, "limit", 1, "limit: 1 is not allowed"),
    (WRITTEN, "limit", math.nan, "limit: nan is not allowed"),
    (WRITTEN, "resources", ["mem", "cpu"], "resources: begin with mem"),
    (WRITTEN, "resources", ["cpu"], "resources: 1 resource"),
    (WRITTEN, "queues", [0.5, 0.3], "queues: sum to 0.8"),
    (WRITTEN, "queues", [0.5, 0.3, 0.2000001], "queues: sum to 1.0000001 (allowed: 1)"),
    (WRITTEN, TASKS + "request", [1, 1, 1], TASKS + "request: 3 numbers (allowed: 2, one a resource)"),
    ({**WRITTEN, "jobs": [{"tasks": [{"stagess": [STAGE]}]}]}, "samples", 1, TASKS + "stagess: unknown key (allowed in jobs.0.tasks.0: "),
    (JOBS_ONLY, "resources", ["cpu", "mem", "disk"], "resources: 3 resources, for which workers has no default (allowed: with workers written out)"),
    (WRITTEN, "queues", [1.5, -0.5], "queues: 1.5 is not allowed"),
    (WRITTEN, "load", [{"time": 1, "worker": 7, "amounts": [1, 1]}], "load.0.worker: 7 (allowed: 0 .. 0)"),
    (DRAWN, "families", [FAMILY], "families: sum to 0.5 (allowed: 1)"),
    (DRAWN, "families", [], "families: sum to 0 (allowed: 1)"),
    (DRAWN, "families", [{**FAMILY, "map": []}], "families.0.map: an empty list"),
    (DRAWN, "swim", "none.csv", "swim: none.csv: no such file"),
    (DRAWN, "swim", "rows", "swim: rows is not allowed"),
)


def edited(document, key, value):
    document = copy.deepcopy(document)
    at = document
    *way, last = [int(part) if part.isdigit() else part for part in key.split(".")]
    for part in way:
        at = at[part]
    if value is None:
        del at[last]
    else:
        at[last] = value
    return document


def has_no_json(value):
    """NaN and infinities."""
    if isinstance(value, (list, dict)):
        return any(map(has_no_json, value.values() if isinstance(value, dict) else value))
    return isinstance(value, float) and not math.isfinite(value)


def toml(value):
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key} = {toml(one)}' for key, one in value.items())}}}"
    return json.dumps(value) if isinstance(value, str) else str(value)


class BadInput(ProgramCase):
    def refused_in(self, name, text, words):
        (self.folder / name).write_text(text)
        before = sorted(self.folder.iterdir())
        done = self.run_program("run", name, "--quiet", "--out", "no.h5")
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr[:300])
        self.assertRegex(done.stderr, rf"^fairslot: {name}:\d+:\d+: ")
        self.assertIn(f": {words}", done.stderr)
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def test_each_is_refused_in_both_forms(self):
        for document, key, value, words in REFUSED:
            bad = edited(document, key, value)
            with self.subTest(key=key, value=value):
                self.refused_in("s.toml", "\n".join(f"{name} = {toml(one)}" for name, one in bad.items()) + "\n", words)
                self.refused_in("s.json", json.dumps(bad, indent=1), "not JSON" if has_no_json(bad) else words)

    def test_what_they_are_made_of_is_good(self):
        for number, document in enumerate((WRITTEN, {**DRAWN, "families": [FAMILY, {**FAMILY, "name": "y"}], "samples": 1})):
            (self.folder / f"{number}.toml").write_text("\n".join(f"{key} = {toml(one)}" for key, one in document.items()))
            (self.folder / f"{number}.json").write_text(json.dumps(document))
            self.good("validate", f"{number}.toml", f"{number}.json")


if __name__ == "__main__":
    unittest.main()
