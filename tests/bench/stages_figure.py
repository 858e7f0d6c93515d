"""What a match costs by workers and by tasks that wait: stages_figure.py BENCH.json FIGURE.svg, of `bench_stages --json`."""

import json
import statistics
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.fonttype"] = "none"
matplotlib.rcParams["svg.hashsalt"] = "stages"
from matplotlib import pyplot

COLORS = {"fgm": "#0072B2", "drf": "#D55E00", "fair": "#009E73", "capacity": "#CC79A7", "fifo": "#56B4E9"}


def draw(axes, runs, over, value):
    for scheduler in dict.fromkeys(run["scheduler"] for run in runs):
        own = [run for run in runs if run["scheduler"] == scheduler]
        axes.plot([run[over] for run in own], [value(run) for run in own], "o-", color=COLORS[scheduler], label=scheduler)
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)


def microseconds(run):
    return statistics.median(run["seconds"]) / run["matches"] * 1e6


def per_task(run):
    return run["matches"] / run["tasks"]


def main(source, target):
    with open(source, encoding="utf-8") as file:
        runs = json.load(file)["runs"]
    figure, grid = pyplot.subplots(2, 2, figsize=(8, 6))
    columns = (("workers", False, "workers, at equal load"), ("tasks", True, "tasks at once on 100 workers"))
    for column, (over, at_once, label) in zip(grid.T, columns):
        own = [run for run in runs if run["at_once"] == at_once]
        for axes, value, name in zip(column, (microseconds, per_task), ("us a match, of the whole run", "matches a task")):
            draw(axes, own, over, value)
            axes.set_xlabel(label, fontsize=8)
            axes.set_ylabel(name, fontsize=8)
    grid[0][0].legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(target, metadata={"Date": None} if target.endswith(".svg") else None)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
