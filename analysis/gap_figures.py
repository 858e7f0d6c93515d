"""Figures of what `fairslot solve` wrote of an experiment with `experiment = "optimum"`: how far schedules are from the best one."""

import numpy

BINS = 20


def draw_gaps(axes, policy, gaps, widest):
    """How many instances have such a gap; those that have none apart."""
    exact = int((gaps == 0).sum())
    axes.hist(gaps[gaps > 0], numpy.linspace(0, widest, BINS + 1), color="#0072B2")
    axes.bar(-widest / BINS, exact, widest / BINS, color="#009E73", label=f"no gap: {exact} of {len(gaps)}")
    axes.axvline(gaps.mean(), color="#D55E00", linewidth=1, label=f"mean {gaps.mean():.4f}")
    axes.set_xlabel("gap to the optimum of program (10)", fontsize=8)
    axes.set_yscale("symlog", linthresh=1)  # most instances have no gap
    axes.yaxis.set_major_formatter(lambda y, _: f"{y:g}")
    axes.set_ylim(bottom=0)
    axes.set_ylabel("instances", fontsize=8)
    axes.set_title(policy, fontsize=9, parse_math=False)
    axes.legend(fontsize=7)


def draw_page(pyplot, gaps, title):
    figure, row = pyplot.subplots(1, len(gaps), figsize=(4.2 * len(gaps), 3.4), squeeze=False, sharey=True)
    widest = max(own.max() for own in gaps.values()) or 1.0
    for axes, (policy, own) in zip(row[0], gaps.items()):
        draw_gaps(axes, policy, own, widest)
    figure.suptitle(title, parse_math=False)
    figure.tight_layout()
    return figure


def pages(results, stem):
    """(name, what draws it with pyplot)."""
    gaps = {policy: results.frame(f"gaps/{policy}/instances").gap for policy in results.groups("gaps")}
    return [(f"{stem}_gaps", lambda pyplot: draw_page(pyplot, gaps, results.name))]
