"""Figures of the DFE metric's experiments that `fairslot solve` wrote: figures 1 to 7 of the paper."""

import numpy

COLORS = {"drf_uncapped": "#0072B2", "equal_split": "#D55E00", "mmf_recycle": "#009E73"}
LABELS = {"drf_uncapped": "DRF", "equal_split": "Avg", "mmf_recycle": "Max-min"}
DASHES = {"drf_uncapped": "-", "equal_split": (0, (5, 2)), "mmf_recycle": (0, (1.5, 1.5))}  # all are seen where they are one
CAPPED = ":capped=1"
BETAS = (5, 10, 15, 20)
SLOTS = (6, 18, 24, 48)
LEAST_BETA = 1.5  # of figure 5: F goes to infinity beside 1


def kinds(results):
    """Mechanisms without the demand as a limit, and with it."""
    names = results.groups("dfe")
    return {"not capped": [own for own in names if not own.endswith(CAPPED)],
            "capped by demand": [own for own in names if own.endswith(CAPPED)]}


def draw_band(axes, mechanism, at, rows):
    name = mechanism.removesuffix(CAPPED)
    axes.fill_between(rows[at], rows.p5, rows.p95, color=COLORS[name], alpha=0.15, linewidth=0)
    axes.plot(rows[at], rows["mean"], color=COLORS[name], linewidth=1.4, linestyle=DASHES[name], label=LABELS[name])
    axes.set_xlabel(at, fontsize=8)
    axes.set_ylabel("F", fontsize=8)
    axes.grid(alpha=0.3)


def draw_slices(pyplot, results, at, by, values, least, title):
    """A row a kind, a panel a value of `by`; means with bands of 5 to 95 % of the runs."""
    figure, grid = pyplot.subplots(2, len(values), figsize=(3.6 * len(values), 6.2), squeeze=False)
    for row, (kind, mechanisms) in zip(grid, kinds(results).items()):
        for mechanism in mechanisms:
            surface = results.frame(f"dfe/{mechanism}/surface")
            for axes, value in zip(row, values):
                draw_band(axes, mechanism, at, surface[(surface[by] == value) & (surface[at] >= least)])
                axes.set_title(f"{by} = {value}, {kind}", fontsize=9)
    figure.suptitle(title, parse_math=False)
    figure.legend(*grid[0, 0].get_legend_handles_labels(), fontsize=8, ncols=3, loc="lower center", frameon=False)
    figure.tight_layout(rect=(0, 0.04, 1, 1))
    return figure


def draw_surface(figure, axes, rows, along, title):
    """The mean of F over slots and `along`."""
    means = rows.pivot(index=along, columns="slot", values="mean")
    mesh = axes.pcolormesh(means.columns, means.index, means.to_numpy(), cmap="viridis", shading="nearest")
    figure.colorbar(mesh, ax=axes)
    axes.set_xlabel("slot", fontsize=8)
    axes.set_ylabel(along, fontsize=8)
    axes.set_title(title, fontsize=9)


def draw_surfaces(pyplot, results):
    """Figure 3: F over slots and beta, a panel a mechanism."""
    figure, grid = pyplot.subplots(2, 3, figsize=(11, 6.2), squeeze=False)
    for row, (kind, mechanisms) in zip(grid, kinds(results).items()):
        for axes, mechanism in zip(row, mechanisms):
            surface = results.frame(f"dfe/{mechanism}/surface")
            title = f"{LABELS[mechanism.removesuffix(CAPPED)]}, {kind}"
            draw_surface(figure, axes, surface[surface.beta >= LEAST_BETA], "beta", title)
    figure.suptitle("mean F (figure 3)")
    figure.tight_layout()
    return figure


def draw_occupied(pyplot, results):
    """Figure 2: O and U of every slot on the line O + U = 1, and k = O/U over time, of DRF capped by demand."""
    slots = results.frame(f"dfe/drf_uncapped{CAPPED}/slots")
    names = [own.removeprefix("occupied_") for own in slots if own.startswith("occupied_")]
    figure, row = pyplot.subplots(1, 2, figsize=(9, 3.6))
    for number, name in enumerate(names):
        whole = slots[f"occupied_{name}"] + slots[f"free_{name}"]
        color = list(COLORS.values())[number % len(COLORS)]
        row[0].plot(slots[f"free_{name}"] / whole, slots[f"occupied_{name}"] / whole, ".", markersize=6 - 2 * min(number, 2), color=color, label=name)
        k = slots[f"k_{name}"].replace(numpy.inf, numpy.nan).groupby(slots.slot).median()
        row[1].plot(k.index, k, color=color, linewidth=1.2, label=f"{name}: k ≥ 1 in {(slots[f'k_{name}'] >= 1).mean():.1%} of slots")
    row[0].plot([0.5], [0.5], "kx", label="k = 1")
    row[0].set_xlabel("free share U", fontsize=8)
    row[0].set_ylabel("occupied share O", fontsize=8)
    row[1].axhline(1, color="black", linewidth=0.8, linestyle="--")
    row[1].set_yscale("log")
    row[1].set_xlabel("slot", fontsize=8)
    row[1].set_ylabel("median k of runs with any left", fontsize=8)
    for axes in row:
        axes.grid(alpha=0.3)
        axes.legend(fontsize=7)
    figure.suptitle("occupied and free, DRF capped by demand (figure 2)")
    figure.tight_layout()
    return figure


def slot_pages(results, stem):
    return [(f"{stem}_figure2_occupied", lambda pyplot: draw_occupied(pyplot, results)),
            (f"{stem}_figure3_surface", lambda pyplot: draw_surfaces(pyplot, results)),
            (f"{stem}_figure4_slots", lambda pyplot: draw_slices(pyplot, results, "slot", "beta", BETAS, 0,
                                                                 "F by slots, 5 to 95 % of runs (figure 4)")),
            (f"{stem}_figure5_beta", lambda pyplot: draw_slices(pyplot, results, "beta", "slot", SLOTS, LEAST_BETA,
                                                                "F by beta, 5 to 95 % of runs (figure 5)"))]


def draw_alpha(pyplot, results):
    """Figure 6: F over slots and alpha, a row a beta."""
    names = results.groups("dfe_alpha")
    surfaces = {name: results.frame(f"dfe_alpha/{name}/surface") for name in names}
    betas = list(dict.fromkeys(surfaces[names[0]].beta))
    figure, grid = pyplot.subplots(len(betas), len(names), figsize=(4.2 * len(names), 3.2 * len(betas)), squeeze=False)
    for row, beta in zip(grid, betas):
        for axes, (name, surface) in zip(row, surfaces.items()):
            draw_surface(figure, axes, surface[surface.beta == beta], "alpha", f"{name}, beta = {beta:g}")
    figure.suptitle("mean F from equal split to max-min (figure 6)")
    figure.tight_layout()
    return figure


def draw_given(pyplot, results):
    """Figure 7: F along alpha of the given allocations at beta 5, with the published ends."""
    names = results.groups("dfe_alpha")
    printed = results.as_filed().get("published")
    given = {name: results.frame(f"dfe_alpha/{name}/given") for name in names}
    allocations = sorted(set(given[names[0]].allocation))
    figure, row = pyplot.subplots(1, max(1, len(allocations)), figsize=(4.2 * max(1, len(allocations)), 3.4), squeeze=False)
    for axes, allocation in zip(row[0], allocations):
        for name, color in zip(names, COLORS.values()):
            own = given[name][(given[name].allocation == allocation) & (given[name].beta == 5)]
            label = f"{name}: {own.f.iloc[0]:.5g} to {own.f.iloc[-1]:.5g}" if len(own) else name
            axes.plot(own.alpha, own.f, color=color, linewidth=1.2, label=label)
        if printed:
            first, last = printed[allocation]
            axes.plot([0, 1], [first, last], "x", color="black", label=f"published: {first:g} to {last:g}")
        axes.set_xlabel("alpha", fontsize=8)
        axes.set_ylabel("F, beta = 5", fontsize=8)
        axes.set_title(f"given allocation {allocation}", fontsize=9)
        axes.grid(alpha=0.3)
        axes.legend(fontsize=7, loc="lower left")
    figure.suptitle("F of given allocations (figure 7)")
    figure.tight_layout()
    return figure


def alpha_pages(results, stem):
    return [(f"{stem}_figure6_surface", lambda pyplot: draw_alpha(pyplot, results)),
            (f"{stem}_figure7_given", lambda pyplot: draw_given(pyplot, results))]


def draw_region(pyplot, results):
    corners = results.frame("dfe_region/drf_uncapped/corners")
    [(v0, v1)] = results.frame("dfe_region/drf_uncapped/answer")[["v0", "v1"]].to_numpy()
    figure, axes = pyplot.subplots(figsize=(4.2, 3.6))
    axes.fill(corners.v0, corners.v1, color="0.85", edgecolor="black")
    axes.plot(corners.v0, corners.v1, "ko", markersize=3)
    axes.plot([v0], [v1], "o", color=COLORS["drf_uncapped"], label=f"DRF ({v0:.4g}, {v1:.4g})")
    axes.set_xlabel("v1", fontsize=8)
    axes.set_ylabel("v2", fontsize=8)
    axes.legend(fontsize=7)
    figure.suptitle("what two nodes can have (figure 1)")
    figure.tight_layout()
    return figure


def region_pages(results, stem):
    return [(f"{stem}_figure1_region", lambda pyplot: draw_region(pyplot, results))]


PAGES = {"dfe": slot_pages, "dfe_alpha": alpha_pages, "dfe_region": region_pages}


def pages(results, stem):
    """(name, what draws it with pyplot)."""
    return next(plan(results, stem) for producer, plan in PAGES.items() if results.groups(producer))
