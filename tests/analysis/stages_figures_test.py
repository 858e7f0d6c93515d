#!/usr/bin/env python3
"""What figures of stages show: what a task was not given is what it took longer than its work."""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "analysis")]

import stages_figures  # noqa: E402
from fairslot_results import Results  # noqa: E402
from program_case import ProgramCase  # noqa: E402

TOY = ROOT / "scenarios/stages/toy.toml"
ONE_SAMPLE = 0.05  # s, between two looks at a worker


class StagesFigures(ProgramCase):
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
