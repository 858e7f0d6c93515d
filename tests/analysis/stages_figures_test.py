#!/usr/bin/env python3
"""What figures of stages show: what a task was not given is what it took longer than its work."""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "analysis")]

import matplotlib  # noqa: E402
import stages_figures  # noqa: E402
from fairslot_results import Results, ResultsError  # noqa: E402
from program_case import ProgramCase  # noqa: E402

TOY = ROOT / "scenarios/stages/toy.toml"
ONE_SAMPLE = 0.05  # s, between two looks at a worker

NOISE = ROOT / "scenarios/stages/noise.toml"
WORKER = 'simulation = "stages"\nworkers = [{ capacity = [4, 8] }]\n'


class Interrupted(Results):
    """A sweep that was interrupted when so many of its points had samples."""
    points_seen = 0

    def stages(self, scheduler, table):
        frame = super().stages(scheduler, table)
        return frame[frame.point < self.points_seen]


class StagesFigures(ProgramCase):
    def drawn(self, scenario):
        (self.folder / "s.toml").write_text(WORKER + scenario)
        self.good("run", "s.toml", "--quiet", "--out", "s.h5", "--force")
        self.good("report", "s.h5", "--out", "figures")
        return {path.stem for path in (self.folder / "figures").glob("*.png")}

    def test_runs_in_which_nothing_ends_are_drawn(self):
        self.assertEqual(self.drawn("[[jobs]]\ntasks = [{ stages = [[1, 9, 5]] }]\n"), {"s_time", "s_stages"})
        self.assertEqual(self.drawn("[[jobs]]\ntasks = [{ stages = [[1, 1, inf]], service = true }]\n"), {"s_time", "s_stages"})

    def test_points_without_a_sample_are_left_out(self):
        self.good("run", NOISE, "--set", "total_gb=1", "--samples", "1", "--quiet", "--out", "n.h5")
        matplotlib.use("Agg")
        from matplotlib import pyplot
        with Interrupted(self.folder / "n.h5") as results:
            for results.points_seen in 1, 2:
                planned = stages_figures.pages(results, "n")
                self.assertLessEqual({"n_metrics", "n_time", "n_stages"}, {name for name, _ in planned})
                for _, page in planned:
                    pyplot.close(page(pyplot))
            results.points_seen = 0
            with self.assertRaisesRegex(ResultsError, "no sample has ended"):
                stages_figures.pages(results, "n")

    def missing(self, *arguments):
        """By scheduler and task: seconds that it was not given, and those that it took longer than its work."""
        self.good("run", TOY, "--quiet", "--out", "toy.h5", "--force", *arguments)
        result = {}
        with Results(self.folder / "toy.h5") as results:
            for name in results.schedulers():
                workers = results.stages(name, "workers")
                for _, task in results.stages(name, "tasks").iterrows():
                    edges, missing = stages_figures.squeezed_over(workers, task)
                    result[name, int(task.task)] = (((edges[1:] - edges[:-1]) * missing).sum(), task.end - task.start - task.work)
        return result

    def test_what_is_not_given_is_what_a_task_takes_longer(self):
        missing = self.missing()
        self.assertEqual(len(missing), 15)
        for _, (seen, longer) in missing.items():
            self.assertAlmostEqual(seen, longer, delta=ONE_SAMPLE / 10)
        self.assertAlmostEqual(missing["fgm", 2][1], 0.05)
        self.assertEqual(missing["drf", 2], (0, 0))

    def test_without_rows_of_workers_nothing_is_missing(self):
        self.assertEqual({seen for seen, _ in self.missing("--set", "by_worker=false").values()}, {0})


if __name__ == "__main__":
    unittest.main()
