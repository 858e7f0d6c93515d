#!/usr/bin/env python3
"""How long ddrf takes beside two slower procedures: what is compared, written, printed and drawn."""
import json
import sys
import unittest
from pathlib import Path

import matplotlib
import numpy
import pandas

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "analysis")]
import scaling_figures  # noqa: E402
from fairslot_results import Results  # noqa: E402
from program_case import ProgramCase  # noqa: E402

SCENARIO = ROOT / "scenarios/ddrf/scaling.toml"
SMALL = ["sizes=[10, 40, 160]", "sorting_up_to=40", "program_up_to=10", "repetitions=3"]
LARGE = ["sizes=[10000, 100000]", "sorting_up_to=0", "program_up_to=0", "repetitions=5"]


def with_sets(sets):
    return [SCENARIO, *(word for one in sets for word in ("--set", one))]


class Scaling(ProgramCase):
    def procedures(self, *sets, more=()):
        document = json.loads(self.good("solve", *with_sets(sets), "--json", "--quiet", *more))
        return {own["procedure"]: {size["users"]: size for size in own["sizes"]} for own in document["procedures"]}

    def test_all_come_to_the_same(self):
        for resources in (1, 4, 8):
            own = self.procedures("sizes=[1, 2, 9, 150]", "repetitions=1", f"resources={resources}")
            self.assertEqual([list(sizes) for sizes in own.values()], [[1, 2, 9, 150]] * 3)
            self.assertTrue(all(size["difference"] < 1e-8 for sizes in own.values() for size in sizes.values()))
            self.assertTrue(all(size["difference"] == 0 for size in own["ddrf"].values()))

    def test_others_are_an_error_that_names_the_size(self):
        done = self.run_program("solve", *with_sets(["sizes=[150]", "tolerance=0", "repetitions=1"]), "--out", "o.h5")
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (1, "", 1))
        self.assertIn("scaling: 150 users: tasks of ddrf and of sorting differ by ", done.stderr)
        self.assertFalse((self.folder / "o.h5").exists())

    def test_what_is_written_printed_and_drawn(self):
        own = self.procedures(*SMALL, more=("--out", "o.h5"))
        self.assertEqual({name: list(sizes) for name, sizes in own.items()}, {"ddrf": [10, 40, 160], "sorting": [10, 40], "program": [10]})
        self.good("verify", "o.h5", "--quiet")
        with Results(self.folder / "o.h5") as results:
            for name, sizes in own.items():
                for users, rows in results.frame(f"ddrf_scaling/{name}/times").groupby("users"):
                    self.assertEqual(list(rows.seconds), sizes[users]["seconds"])
                    self.assertEqual(rows.seconds.median(), sizes[users]["median_seconds"])
                    self.assertEqual(set(rows.difference), {sizes[users]["difference"]})
            [(_, page)] = scaling_figures.pages(results, "o")
            self.addCleanup(pyplot.close, "all")
            lines = page(pyplot).axes[0].lines
        self.assertEqual([list(line.get_xdata()) for line in lines], [[10, 40, 160], [10, 40], [10]])
        for line, sizes in zip(lines, own.values()):
            self.assertEqual(list(line.get_ydata()), [size["median_seconds"] for size in sizes.values()])
        self.good("report", "o.h5", "--out", "figures")
        self.assertEqual(sorted(path.name for path in (self.folder / "figures").iterdir()), ["o_times.png", "o_times.svg"])
        table = self.good("solve", *with_sets(SMALL)).splitlines()
        self.assertEqual(table[0], "scaling: seconds of a core for users who come one by one, 4 resources, medians of 3")
        self.assertEqual([[word == "-" for word in line.split()] for line in table[2:]],
                         [[False] * 7, [False] * 3 + [True, False, True, False], [False] * 2 + [True] * 4 + [False]])

    def test_slopes(self):
        users = numpy.array([10, 100, 1000, 10000])
        self.assertAlmostEqual(scaling_figures.slope(pandas.Series([5, 3e-3, 3e-1, 3e1], users)), 2)
        self.assertTrue(numpy.isnan(scaling_figures.slope(pandas.Series([5, 3.0], users[:2]))))

    def test_time_grows_with_the_users_not_with_their_square(self):
        # The least of five: ten times where nothing else runs, a hundred if each were looked at for each.
        small, large = (min(size["seconds"]) for size in self.procedures(*LARGE)["ddrf"].values())
        self.assertLess(large / small, 30)

    def test_refused(self):
        for key, value in (("sizes", "[]"), ("sizes.0", "[0]"), ("sizes.1", "[10, 10]"), ("sizes.0", "[1.5]"), ("sizes", "10"), ("sizes.0", "[1000001]"),
                           ("resources", "9"), ("resources", "0"), ("repetitions", "0"), ("sorting_up_to", "-1"), ("program_up_to", "x"),
                           ("tolerance", "-1"), ("tolerance", "nan"), ("seed", "0"), ("size", "[10]")):
            with self.subTest(key=key, value=value):
                self.refused([key], "solve", SCENARIO, "--set", f"{key.split('.')[0]}={value}")


if __name__ == "__main__":
    unittest.main()
