#!/usr/bin/env python3
"""Figures of what `fairslot solve` wrote: the shares that the answers say."""
import sys
import unittest
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "analysis")]
import solve_figures  # noqa: E402
from fairslot_results import Results  # noqa: E402
from pool_case import PoolCase, instance  # noqa: E402

BATCH = "instance,user,demand_0,capacity_0,tasks\n" + "".join(f"{i},0,1,{i + 1},3\n" for i in range(20))


class Figures(PoolCase):
    def panels(self):
        """The panels of each page, by their titles."""
        with Results(self.folder / "o.h5") as results:
            results.verify()
            pages = [page(pyplot) for _, page in solve_figures.pages(results, "o")]
        self.addCleanup(pyplot.close, "all")
        return [{axes.get_title(): axes for axes in page.axes} for page in pages]

    def test_bars_and_picks(self):
        (self.folder / "i.toml").write_text(instance([9, 18], [[1, 4], [3, 1]]))
        picks = "drf:discrete=strict,ties=highest"
        self.good("solve", "drf", picks, "i.toml", "--out", "o.h5", "--quiet")
        [page] = self.panels()
        self.assertEqual(list(page), ["drf", picks, f"{picks}, pick by pick"])
        self.assert_close([bar.get_height() for bar in page["drf"].patches], [1 / 3, 2 / 3, 2 / 3, 1 / 9])
        cpu, memory = (line.get_ydata() for line in page[f"{picks}, pick by pick"].lines)
        self.assert_close(list(cpu), [0, 3 / 9, 4 / 9, 5 / 9, 8 / 9, 1])
        self.assert_close(list(memory), [0, 1 / 18, 5 / 18, 9 / 18, 10 / 18, 14 / 18])

    def test_crosses_are_what_the_thesis_prints(self):
        self.good("solve", ROOT / "scenarios/thesis/example.toml", "--out", "o.h5", "--quiet")
        [page] = self.panels()
        for mechanism, most in (("drf", 1e-12), ("asset_fairness", 0.05 / 9), ("ceei", 0.05 / 9)):  # printed to a tenth
            bars = [bar.get_height() for bar in page[mechanism].patches]
            crosses = [y for line in page[mechanism].lines for y in line.get_ydata()]
            self.assert_close(crosses, bars, most)
            self.assertNotEqual(len(crosses), 0)
        self.assertEqual(len(page["bottleneck"].lines), 0)
        lines = page["drf:discrete=strict,ties=highest, pick by pick"].lines
        [crosses] = [line.get_ydata() for line in lines if line.get_marker() == "x"]
        cpu, memory = crosses[:5], crosses[5:]
        self.assert_close(list(cpu), [3 / 9, 4 / 9, 5 / 9, 8 / 9, 1])
        self.assert_close(list(memory), [1 / 18, 5 / 18, 9 / 19, 10 / 18, 14 / 18], 1e-4)
        self.good("solve", ROOT / "scenarios/thesis/example.toml", "--set", "users.0.weight=2", "--out", "o.h5", "--quiet", "--force")
        [page] = self.panels()
        self.assertEqual([line for axes in page.values() for line in axes.lines if line.get_marker() == "x"], [])

    def test_users_who_come_one_by_one(self):
        self.good("solve", ROOT / "scenarios/ddrf/leave.toml", "--out", "o.h5", "--quiet")
        [page] = self.panels()
        self.assertEqual(list(page), ["ddrf", "ddrf, one after the other", "ddrf: slack"])
        tasks, slack = page["ddrf, one after the other"], page["ddrf: slack"]
        for line, steps, want in zip(tasks.lines, ([0, 1, 2, 3], [1, 2, 3], [2, 3]),
                                     ([1 / 2, 35 / 54, 35 / 54, 1 / 2], [7 / 27, 7 / 27, 0], [3 / 10, 3 / 10]), strict=True):
            self.assertEqual(list(line.get_xdata()), steps)
            self.assert_close(list(line.get_ydata()), want)
        self.assertEqual([text.get_text() for text in tasks.get_xticklabels()],
                         ["1 comes\nM = 1", "2 comes\nM = 1.296", "3 comes\nM = 1", "2 leaves\nM = 1"])
        self.assert_close(list(slack.lines[1].get_ydata()), [2 / 5, 14 / 45, 14 / 45, 2 / 5])

    def test_utilities_are_curves_through_what_each_has_got(self):
        text = (ROOT / "scenarios/thesis/utility.toml").read_text()
        (self.folder / "i.toml").write_text(text)
        self.good("solve", "utility_max_min", "i.toml", "--out", "o.h5", "--quiet")
        [page] = self.panels()
        lines = page["utility_max_min: utilities"].lines
        for curve, point in zip(lines[::2], lines[1::2]):
            self.assert_close(list(point.get_ydata()), [0.381339], 1e-6)
            self.assert_close([curve.get_xdata()[0], curve.get_xdata()[-1]], [0, 6])
        at_six = [curve.get_ydata()[-1] for curve in lines[::2]]
        self.assert_close(at_six, [6 / 7, 36 / 40, 6 / 10])
        # The text does not say what --set has changed.
        self.good("solve", "utility_max_min", "i.toml", "--set", "users.0.utility={kind='elastic', c=5}", "--out", "o.h5", "--quiet",
                  "--force")
        [page] = self.panels()
        self.assertEqual(list(page), ["utility_max_min"])

    def test_a_page_a_file(self):
        for name, capacity in (("a", 4), ("b", 8)):
            (self.folder / f"{name}.toml").write_text(instance([capacity], [[1], {"demand": [1], "tasks": 1}]))
        self.good("solve", "drf", "a.toml", "b.toml", "--out", "o.h5", "--quiet")
        first, second = self.panels()
        self.assert_close([bar.get_height() for bar in first["drf"].patches], [3 / 4, 1 / 4])
        self.assert_close([bar.get_height() for bar in second["drf"].patches], [7 / 8, 1 / 8])
        self.good("report", "o.h5", "--out", "figures")
        self.assertEqual(sorted(path.name for path in (self.folder / "figures").iterdir()),
                         ["o_shares_1.png", "o_shares_1.svg", "o_shares_2.png", "o_shares_2.svg"])

    def test_a_batch_is_a_distribution(self):
        (self.folder / "b.csv").write_text(BATCH)
        self.good("solve", "drf", "b.csv", "--out", "o.h5", "--quiet")
        [page] = self.panels()
        [line] = page["drf: 20 users"].lines
        self.assert_close(list(line.get_xdata()), sorted(min(1, 3 / capacity) for capacity in range(1, 21)))
        self.assert_close(list(line.get_ydata()), [(k + 1) / 20 for k in range(20)])


if __name__ == "__main__":
    unittest.main()
