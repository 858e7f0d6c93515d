"""Figures of what `fairslot solve` wrote of experiments with properties: how often each of `ddrf` failed, and of a matrix of
mechanisms and properties what broke how often, beside what is published.
"""

import numpy

CLAIMS = ("", "published: holds", "published: broken")


def draw_counts(pyplot, results):
    counts = {name: results.frame(f"ddrf_properties/{name}/counts").iloc[0] for name in results.groups("ddrf_properties")}
    figure, axes = pyplot.subplots(figsize=(6.4, 3))
    bars = axes.barh(list(counts), [100 * own.violations / max(1, own.checks) for own in counts.values()], color="#D55E00")
    axes.bar_label(bars, [f" {own.violations:.0f} of {own.checks:.0f}" for own in counts.values()], fontsize=7)
    axes.set_xlim(left=0, right=max(0.01, *(1.4 * bar.get_width() for bar in bars)))
    axes.invert_yaxis()
    axes.set_xlabel("violations, % of checks", fontsize=8)
    figure.suptitle(results.name, parse_math=False)
    figure.tight_layout()
    return figure


def draw_matrix(pyplot, results):
    """A column a mechanism, a row a property; a cell that does not agree with what is published has a frame."""
    mechanisms = results.groups("properties")
    cells = [results.frame(f"properties/{name}/cells") for name in mechanisms]
    names = results.states(f"properties/{mechanisms[0]}/cells", "property")
    parts = numpy.array([(own.broken / own.tried.clip(lower=1)).to_numpy() for own in cells]).T
    figure, axes = pyplot.subplots(figsize=(2.4 + 1.5 * len(mechanisms), 1.2 + 0.5 * len(names)))
    axes.imshow(parts, cmap="OrRd", vmin=0, vmax=1.6, aspect="auto")
    for x, own in enumerate(cells):
        for y, row in enumerate(own.itertuples()):
            count = f"{row.broken} of {row.tried}" if row.tried else "none tried"
            axes.text(x, y, f"{count}\n{CLAIMS[row.published]}".rstrip(), ha="center", va="center", fontsize=7)
            if row.tried and row.published and (row.published == 2) != (row.broken > 0):
                axes.add_patch(pyplot.Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, linewidth=3))
    axes.set_xticks(range(len(mechanisms)), mechanisms, fontsize=8)
    axes.set_yticks(range(len(names)), [name.replace("_", " ") for name in names], fontsize=8)
    axes.set_title("instances that break a property; published: Ghodsi et al. 2011, Table 2", fontsize=9)
    figure.suptitle(results.name, parse_math=False)
    figure.tight_layout()
    return figure


def pages(results, stem):
    """(name, what draws it with pyplot)."""
    draw = draw_matrix if results.groups("properties") else draw_counts
    return [(f"{stem}_properties", lambda pyplot: draw(pyplot, results))]
