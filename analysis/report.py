"""Draws a results file: the CDFs of waiting, queueing and completion, and the gains that are compared.

Of the CDFs a figure a metric, a panel a sweep point, a line a policy, with mean and standard deviation (as Figures
1 to 3 of Li and Wang 2024). Of the gains a panel a metric, a line a comparison with its 95 % intervals, and crosses
for what is published. Slots and audits over time: slots_figures.py. Of what `fairslot solve` wrote: solve_figures.py,
gap_figures.py, dfe_figures.py, properties_figures.py, scaling_figures.py, slot_ratio_figures.py; of stages: stages_figures.py.
"""

import argparse
import math
import os
import re
import secrets
import sys
from pathlib import Path

try:
    import matplotlib
    import numpy

    import dfe_figures
    import gap_figures
    import properties_figures
    import scaling_figures
    import slot_ratio_figures
    import slots_figures
    import solve_figures
    import stages_figures
    from fairslot_results import METRICS, Results, ResultsError
except ImportError as error:
    reason = " ".join(str(error).split())[:100]
    sys.exit(f"fairslot report: figures need Python's h5py, matplotlib, numpy and pandas ({reason}); scripts/setup puts "
             "them into .venv, or: python3 -m venv .venv && .venv/bin/pip install -r scripts/requirements.txt "
             "(--tables and --csv need no Python)")

TITLES = {
    "waiting": "Waiting time of users",
    "queueing": "Queueing time of tasks",
    "completion": "Completion time of jobs",
}
# Colors that color-blind readers tell apart (Okabe and Ito); variants of a policy share one.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)), (0, (3, 1, 1, 1, 1, 1)))
MARKERS = "os^Dv"
PANELS_A_PAGE = 10
STEPS = 2000  # a line has no more: finer ones cannot be seen


def styles(policies):
    """Policy -> (color, dashes): a color a name, dashes an option."""
    names, seen, result = [], {}, {}
    for policy in policies:
        name = policy.split(":")[0]
        if name not in seen:
            names.append(name)
        seen[name] = seen.get(name, -1) + 1
        result[policy] = (COLORS[names.index(name) % len(COLORS)], DASHES[seen[name] % len(DASHES)])
    return result


def thinned(values, shares):
    """Fewer steps of a CDF, its first and last kept."""
    if len(values) <= STEPS:
        return values, shares
    keep = numpy.unique(numpy.searchsorted(shares, numpy.linspace(shares[0], 1, STEPS)))
    keep = numpy.union1d(keep.clip(max=len(values) - 1), [0, len(values) - 1])
    return values[keep], shares[keep]


def draw_line(axes, cdf, label, style, order):
    color, dashes = style
    look = {"label": label, "color": color, "linestyle": dashes, "linewidth": 1.3, "zorder": order}
    if cdf.empty:
        axes.plot([], [], **look)
        return
    values, shares = thinned(cdf.value.to_numpy(), (cdf.cumulative / cdf["count"].sum()).to_numpy())
    start = numpy.concatenate([values[:1], values]), numpy.concatenate([[0], shares])
    axes.plot(*start, drawstyle="steps-post", **look)


def draw_panel(axes, metric, title, lines):
    """lines: (policy, CDF, its moments, style); where they meet the first is on top."""
    for number, (policy, cdf, moments, style) in enumerate(lines):
        numbers = f"μ={moments['mean']:.4g}, σ={moments['sd']:.4g}" if moments["count"] else "none"
        draw_line(axes, cdf, f"{policy}: {numbers}", style, 3 - number / 1000)
    axes.set_xscale("symlog", linthresh=1, linscale=0.5)
    axes.set_xlim(left=0)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:g}")
    axes.set_ylim(0, 1.02)
    axes.grid(alpha=0.3)
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(f"{TITLES[metric]} (slots)", fontsize=9)
    axes.set_ylabel("CDF", fontsize=9)
    axes.legend(fontsize=7.5, loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, handlelength=2.6)


def panel_lines(results, metric, point, style):
    moments = results.summary("moments")
    moments = moments[(moments.point == point) & (moments.metric == metric)].set_index("policy")
    for policy in moments.index:  # those that run at the point
        cdf = results.cdf(policy, metric)
        yield policy, cdf[cdf.point == point], moments.loc[policy], style[policy]


def draw_page(pyplot, results, metric, points, labels):
    columns = math.ceil(math.sqrt(len(points))) if len(points) <= 4 else 2
    rows = math.ceil(len(points) / columns)
    figure, grid = pyplot.subplots(rows, columns, figsize=(8.2 * columns, 4.0 * rows), squeeze=False)
    style = styles(results.policies)
    for axes, point in zip(grid.flat, points):
        draw_panel(axes, metric, labels[point], panel_lines(results, metric, point, style))
    for axes in grid.flat[len(points):]:
        axes.remove()
    figure.suptitle(f"{TITLES[metric]}: {results.name}, {results.samples} samples{partial(results)}")
    figure.tight_layout()
    return figure


def compared(results, points):
    """Comparisons at these points, by metric: [(who against whom, its rows)]."""
    rows = results.comparisons()
    by_metric = {}
    for (metric, ours, against), own in rows[rows.point.isin(points)].groupby(["metric", "a", "against"], sort=False):
        by_metric.setdefault(metric, []).append((f"{ours} against {against.replace(' ', ', ')}", own))
    return by_metric


def draw_gains(axes, metric, lines, first):
    """lines: of compared(); side by side at each point, counted from the first."""
    for number, (label, rows) in enumerate(lines):
        at = (rows.point - first + 0.8 * ((number + 0.5) / len(lines) - 0.5)).to_numpy()
        half = (rows.high - rows.gain).fillna(0).to_numpy()
        color, marker = COLORS[number % len(COLORS)], MARKERS[number // len(COLORS) % len(MARKERS)]
        axes.errorbar(at, rows.gain, half, fmt=marker, markersize=4, capsize=2, color=color, label=label)
        axes.plot(at, rows.published, "x", color="black", markersize=5)
    sources = sorted({source for _, rows in lines for source in rows.source if source})
    if sources:
        axes.plot([], [], "x", color="black", label=f"published: {'; '.join(sources)}")
    axes.axhline(0, color="gray", linewidth=0.8)
    axes.set_yscale("symlog", linthresh=1, linscale=0.5)
    axes.yaxis.set_major_formatter(lambda y, _: f"{y:g}")
    axes.grid(alpha=0.3)
    axes.set_title(TITLES[metric], fontsize=10)
    axes.set_ylabel("gain (slots)", fontsize=9)
    legend = axes.legend(fontsize=7.5, loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False)
    for text in legend.get_texts():
        text.set_parse_math(False)  # a source may hold any sign


def draw_gains_page(pyplot, results, by_metric, points, labels):
    figure, grid = pyplot.subplots(len(by_metric), 1, figsize=(11.0, 4.0 * len(by_metric)), squeeze=False)
    for axes, metric in zip(grid.flat, (metric for metric in METRICS if metric in by_metric)):
        draw_gains(axes, metric, by_metric[metric], points[0])
        names = [labels[point].replace(", ", "\n").replace(" (", "\n(") for point in points]
        axes.set_xticks(range(len(points)), names, fontsize=7)
        axes.set_xlim(-0.5, len(points) - 0.5)
    figure.suptitle(f"Gains, mean and 95 % over the samples, positive: shorter ({results.name}, {results.samples} samples"
                    f"{partial(results)})")
    figure.tight_layout()
    return figure


def partial(results):
    index, count = results.shard
    part = f" (shard {index} of {count})" if count > 1 else ""
    return part if results.complete else part + " (interrupted run)"


def pictures(stem):
    return [(kind, stem.parent / f"{stem.name}.{kind}") for kind in ("png", "svg")]


def require_free(stem):
    """Pictures take the place of files, not of links or of what is no plain file."""
    for _, path in pictures(stem):
        if path.is_symlink() or path.exists() and not path.is_file():
            raise ResultsError(f"fairslot: {path}: is a link or no plain file (allowed: a picture of this name or nothing)")


def save(pyplot, figure, stem):
    """Writes PNG and SVG aside, then renames: never half a picture."""
    for kind, path in pictures(stem):
        aside = stem.parent / f".{stem.name}.tmp-{secrets.token_hex(8)}.{kind}"  # nobody can have planted it
        try:
            with open(aside, "xb") as file:
                figure.savefig(file, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
            os.replace(aside, path)
        finally:
            aside.unlink(missing_ok=True)
        print(path)
    pyplot.close(figure)


def run_pages(results, stem):
    """(name, what draws it with pyplot), of runs."""
    labels = results.labels()
    pages = [range(first, min(first + PANELS_A_PAGE, len(labels))) for first in range(0, len(labels), PANELS_A_PAGE)]
    planned = []
    for page, points in enumerate(pages, start=1):
        suffix = f"_page{page}" if len(pages) > 1 else ""
        for number, metric in enumerate(METRICS, start=1):
            planned.append((f"{stem}_figure{number}_{metric}{suffix}", draw_page, metric, points))
        if by_metric := compared(results, points):
            planned.append((f"{stem}_gains{suffix}", draw_gains_page, by_metric, points))
    return [(name, lambda pyplot, own=own, what=what, points=points: own(pyplot, results, what, points, labels))
            for name, own, what, points in planned]


def users_of(text):
    """Of "3,17"; their colors have to tell them apart."""
    users = text.split(",")
    if not all(re.fullmatch("[0-9]{1,10}", user) for user in users) or len({int(user) for user in users}) < len(users):
        raise ResultsError(f"--users {text}: is no list of users (allowed: their numbers, each once, like 3,17)")
    if len(users) > len(slots_figures.COLORS):
        raise ResultsError(f"--users {text}: {len(users)} users (allowed: at most {len(slots_figures.COLORS)} in a figure)")
    return tuple(map(int, users))


def pages_of(results, users):
    """What plans the pages of such results."""
    if results.policies:
        return lambda own, stem: (run_pages(own, stem) + slots_figures.pages(own, stem, users) + slots_figures.audit_pages(own, stem))
    if users:
        raise ResultsError(f"{results.path}: has no shares of users to draw with --users (allowed: what fairslot run wrote of slots)")
    if results.groups("audit"):
        return slots_figures.audit_pages
    if results.is_stages():
        return stages_figures.pages
    for figures, producers in ((gap_figures, ["gaps"]), (dfe_figures, dfe_figures.PAGES), (properties_figures, ["properties", "ddrf_properties"]),
                               (scaling_figures, ["ddrf_scaling"]), (slot_ratio_figures, ["slot_ratios"])):
        if any(results.groups(producer) for producer in producers):
            return figures.pages
    return solve_figures.pages


def draw(folder, planned):
    """Pages of (name, what draws it with pyplot), all or none where one has no place."""
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "fairslot"  # equal results make equal pictures
    from matplotlib import pyplot

    for name, _ in planned:
        require_free(folder / name)
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in planned:
        save(pyplot, page(pyplot), folder / name)


def exit_code(work, written):
    """0, or 2 for input that is no good and 1 where the system refuses; a line says why, of `written` where no file is named."""
    try:
        work()
    except ResultsError as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename or written}: {error.strerror or error}", file=sys.stderr)
        return 1
    return 0


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="fairslot report", description=__doc__.splitlines()[0])
    parser.add_argument("results", help="the HDF5 file that `fairslot run` or `solve` wrote")
    parser.add_argument("--out", metavar="DIR", help="folder of the pictures (default: that of the results)")
    parser.add_argument("--users", metavar="U,V,...", help="users whose shares are drawn (default: those furthest behind)")
    options = parser.parse_args(arguments)
    path = Path(options.results)

    def work():
        users = users_of(options.users) if options.users is not None else ()
        try:
            with Results(path) as results:
                if not results.complete:
                    print(f"{path}: of an interrupted run, some samples are missing", file=sys.stderr)
                draw(Path(options.out) if options.out else path.parent, pages_of(results, users)(results, path.stem))
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:  # digests fit, tables do not
            raise ResultsError(f"{path}: not a results file of fairslot ({type(error).__name__}: {error})") from None

    return exit_code(work, options.out or path)


if __name__ == "__main__":
    sys.exit(main())
