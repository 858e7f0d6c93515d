"""Figure of what `fairslot solve` wrote of an experiment with `experiment = "ddrf_properties"`: how often each property failed."""


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


def pages(results, stem):
    """(name, what draws it with pyplot)."""
    return [(f"{stem}_properties", lambda pyplot: draw_counts(pyplot, results))]
