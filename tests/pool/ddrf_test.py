#!/usr/bin/env python3
"""Users who come one by one: the files of scenarios/ddrf, and what is claimed of ddrf on random instances."""
import json
import sys
import unittest
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "analysis")]
import properties_figures  # noqa: E402
from fairslot_results import Results  # noqa: E402
from program_case import ProgramCase  # noqa: E402

DDRF = ROOT / "scenarios/ddrf"
# Levels and slack after each step, tasks in the end.
WORKED = {
    "k1": ([1, 4 / 3, 1], [1 / 6, 1 / 6, 0], [4 / 9, 4 / 9, 1 / 3]),
    "k2": ([1, 7 / 6, 40 / 33], [3 / 11, 1 / 11, 0], [8 / 33, 20 / 33, 4 / 11]),
    "k3": ([1, 35 / 27, 1], [0, 42 / 135], [35 / 54, 7 / 27, 3 / 10]),
    "leave": ([1, 35 / 27, 1, 1], [0, 0.4], [1 / 2, 0, 3 / 10]),
}


class Worked(ProgramCase):
    def test_files(self):
        for name, (levels, slack, tasks) in WORKED.items():
            [result] = json.loads(self.good("solve", DDRF / f"{name}.toml", "--json"))["results"]
            found = [step["level"] for step in result["steps"]], result["steps"][-1]["slack"], [user["tasks"] for user in result["users"]]
            for have, want in zip(found, (levels, slack, tasks)):
                self.assertEqual(len(have), len(want), name)
                for a, b in zip(have, want):
                    self.assertAlmostEqual(a, b, 9, name)


class Properties(ProgramCase):
    def counts(self, *sets):
        arguments = [word for one in sets for word in ("--set", one)]
        document = json.loads(self.good("solve", DDRF / "properties.toml", *arguments, "--json", "--out", "o.h5", "--force", "--quiet"))
        return {own["property"]: own for own in document["properties"]}

    def test_none_is_broken_where_everybody_needs_everything(self):
        counts = self.counts()
        self.assertEqual([own["violations"] for own in counts.values()], [0] * 4)
        self.assertTrue(all(own["checks"] > 10_000 for own in counts.values()))
        self.good("verify", "o.h5", "--quiet")
        with Results(self.folder / "o.h5") as results:
            for name, own in counts.items():
                self.assertEqual(results.frame(f"ddrf_properties/{name}/counts").checks[0], own["checks"])
            [(_, page)] = properties_figures.pages(results, "o")
            self.addCleanup(pyplot.close, "all")
            self.assertEqual([bar.get_width() for bar in page(pyplot).axes[0].patches], [0] * 4)
        self.good("report", "o.h5")

    def test_lies_pay_where_some_need_not_everything(self):
        counts = self.counts("zeros=0.2")
        self.assertEqual([own["violations"] > 0 for own in counts.values()], [False, False, False, True])

    def test_refused(self):
        for key, value in (("instances", "0"), ("users", "101"), ("resources", "9"), ("misreports", "0"), ("zeros", "1"), ("zeros", "-1"), ("lies", "1")):
            self.refused([key], "solve", DDRF / "properties.toml", "--set", f"{key}={value}")


if __name__ == "__main__":
    unittest.main()
