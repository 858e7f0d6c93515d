"""Draws what a synthetic sample came to be, from the JSON of `fairslot show --json` on standard input:

    fairslot show scenarios/datacenter/diurnal.toml --plot results

A panel a quantity, the part of its values that is larger (both axes logarithmic, so that heavy tails are lines), and
one of the arrivals over time.
"""

import json
import sys
import textwrap
from pathlib import Path

try:
    import numpy
    from matplotlib.ticker import LogLocator, NullFormatter

    import panels
    from report import COLORS, draw, exit_code
except ImportError as error:
    sys.exit(f"fairslot show: figures need Python's h5py, matplotlib, numpy and pandas ({' '.join(str(error).split())[:100]}); "
             "scripts/setup puts them into .venv (--json needs no Python)")


def draw_tail(axes, quantity):
    """The part of the values above each of them; what is 0 has no place on the axis."""
    parts = numpy.linspace(0, 1, len(quantity["curve"]))
    seldom = [part for part in map(float, quantity["quantiles"]) if parts[-2] < part < 1]
    values = numpy.array([*quantity["curve"][:-1], *(quantity["quantiles"][f"{part:g}"] for part in seldom), quantity["curve"][-1]])
    larger = 1 - numpy.array([*parts[:-1], *seldom, 1])
    there = (values > 0) & (larger > 0)
    if there.any() and values[there].min() < values[there].max():
        axes.step(values[there], larger[there], color=COLORS[0], where="post")
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if values[-1] < 50 * values[there].min() else (1,)))
        axes.xaxis.set_major_formatter("{x:g}")
        axes.xaxis.set_minor_formatter(NullFormatter())
    else:
        axes.text(0.5, 0.5, f"all {values[-1]}" if values[0] == values[-1] else "none", ha="center", va="center", transform=axes.transAxes)
        axes.set_xticks([])
        axes.set_yticks([])
    axes.axvline(max(quantity["mean"], 1e-9), color=COLORS[1], linewidth=0.8, linestyle=":")
    drawn_from = "\n".join(textwrap.wrap(quantity.get("drawn_from", "").replace(",", ", "), 48))
    axes.set_title(f"{quantity['name']}\n{drawn_from}", fontsize=8, parse_math=False)
    axes.set_xlabel(f"{quantity['unit']} (dotted: mean {quantity['mean']:.4g})", fontsize=8)
    axes.set_ylabel("part that is larger", fontsize=8)
    axes.grid(alpha=0.3)
    axes.tick_params(labelsize=7)


def draw_arrivals(axes, facts):
    """Jobs and tasks a slot, mean of each stretch, over hours."""
    slots = facts["arrivals"]["slots"]
    hours = numpy.arange(len(facts["arrivals"]["jobs"])) * slots * facts["slot_seconds"] / 3600
    twin = axes.twinx()
    for where, name, color in ((axes, "jobs", COLORS[0]), (twin, "tasks", COLORS[1])):
        where.step(hours, numpy.array(facts["arrivals"][name]) / slots, color=color, where="post", linewidth=1)
        where.set_ylabel(f"{name} a slot", fontsize=8, color=color)
        where.set_ylim(bottom=0)
        where.tick_params(labelsize=7)
    axes.set_title(f"arrivals, means of {slots} slot{'s' * (slots > 1)}", fontsize=8)
    axes.set_xlabel("hours", fontsize=8)
    axes.grid(alpha=0.3)


def page(pyplot, facts):
    load = ", ".join(f"{value:.3f} of {name}" for name, value in facts["load"].items())
    drawn = [(draw_tail, quantity) for quantity in facts["quantities"]] + [(draw_arrivals, facts)]
    return panels.draw_page(pyplot, drawn, f"{facts['name']}, sample {facts['sample']}: {facts['jobs']} jobs, "
                            f"{facts['tasks']} tasks, {facts['users']} users; load {load}")


def main():
    if len(sys.argv) != 2:
        raise SystemExit("fairslot show SCENARIO.toml --json | drawn_figures.py DIR")
    facts, folder = json.load(sys.stdin), Path(sys.argv[1])
    pages = [(f"{facts['name']}_drawn", lambda pyplot: page(pyplot, facts))]
    return exit_code(lambda: draw(folder, pages), folder)


if __name__ == "__main__":
    sys.exit(main())
