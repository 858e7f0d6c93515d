"""Figures of what `fairslot solve` wrote of an experiment with `experiment = "slot_ratios"`: what tasks demand over what a slot
holds, as distributions (figure 3.1 of the thesis), and the shares of tasks that a slot fits, by slots a server.
"""

import numpy

from panels import draw_page

COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MATCH = (0.95, 1.05)  # ratios that count as a match
WIDEST = 2  # of the ratios shown, as in the thesis; the rest is beyond
MOST = 12  # panels, and bars with a label
KINDS = {"below": ("waste: below 0.95", "#56B4E9"), "match": ("match", "#009E73"), "above": ("overload: above 1.05", "#D55E00"),
         "mixed": ("waste of one, overload of another", "#CC79A7")}


def ratios(rows, slots):
    """Ratios ascending, each once, and the share of pairs at or below it. Nothing asked of nothing fits."""
    with numpy.errstate(divide="ignore", invalid="ignore"):
        ratio = numpy.nan_to_num(slots * rows.demand.to_numpy() / rows.capacity.to_numpy(), nan=1.0, posinf=numpy.inf)
    values, place = numpy.unique(ratio, return_inverse=True)
    pairs = numpy.zeros(len(values), "int64")
    numpy.add.at(pairs, place, rows.pairs.to_numpy())
    return values, pairs.cumsum() / pairs.sum()


def draw_ratios(axes, slots, fits, rows):
    """Distribution of the ratios of each resource."""
    axes.axvspan(*MATCH, color="0.85", linewidth=0)
    for number, resource in enumerate(dict.fromkeys(rows.resource)):
        values, shares = ratios(rows[rows.resource == resource], slots)
        own = fits[fits.resource == resource].iloc[0]
        match = own.match / (own.below + own.match + own.above)
        axes.plot([0, *values, numpy.inf], [0, *shares, 1], drawstyle="steps-post", linewidth=1.3, color=COLORS[number % len(COLORS)],
                  label=f"{resource}: {match:.2%} match")
    axes.set_xlim(0, WIDEST)
    axes.set_ylim(0, 1.02)
    axes.grid(alpha=0.3)
    axes.set_xlabel("demand of a task / what a slot holds", fontsize=8)
    axes.set_ylabel("CDF over tasks and servers", fontsize=8)
    axes.set_title(f"{slots} slots a server" if slots > 1 else "1 slot a server", fontsize=9)
    for text in axes.legend(fontsize=7, loc="lower right").get_texts():
        text.set_parse_math(False)


def draw_fits(axes, title, fits):
    """A bar a number of slots, parted by how a slot fits, with the share that matches above."""
    counts = fits[list(KINDS)].to_numpy(float)
    below = numpy.zeros(len(fits))
    for (kind, (label, color)), shares in zip(KINDS.items(), (counts / counts.sum(axis=1, keepdims=True)).T):
        if shares.any() or kind != "mixed":
            bars = axes.bar(range(len(fits)), shares, bottom=below, color=color, label=label)
        if kind == "match":
            matches = shares
        below += shares
    if len(fits) <= MOST:
        axes.bar_label(bars, [f"{share:.2%}" for share in matches], fontsize=6)
    every = -(-len(fits) // MOST)
    axes.set_xticks(range(0, len(fits), every), fits.slots[::every], fontsize=8)
    axes.set_ylim(0, 1.1)
    axes.set_xlabel("slots a server", fontsize=8)
    axes.set_ylabel("share of tasks and servers", fontsize=8)
    axes.set_title(f"{title}, match on top", fontsize=9, parse_math=False)
    axes.legend(fontsize=7, loc="upper center", bbox_to_anchor=(0.5, -0.18), frameon=False, ncols=2)


def pages(results, stem):
    """(name, what draws it with pyplot)."""
    fits, rows = (results.frame(f"slot_ratios/tasks/{name}") for name in ("fits", "ratios"))
    distributions = [(draw_ratios, slots, fits[fits.slots == slots], rows) for slots in list(dict.fromkeys(fits.slots))[:MOST]]
    shares = [(draw_fits, resource or "all resources", fits[fits.resource == resource]) for resource in dict.fromkeys(fits.resource)]
    title = f"{results.name}: tasks in slots (figure 3.1 of the thesis)"
    return [(f"{stem}_ratios", lambda pyplot: draw_page(pyplot, distributions, title)),
            (f"{stem}_fits", lambda pyplot: draw_page(pyplot, shares, title))]
