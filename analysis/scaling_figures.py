"""Figure of what `fairslot solve` wrote of an experiment with `experiment = "ddrf_scaling"`: time against the number of users."""

import numpy

LOOKS = {"ddrf": ("#0072B2", "o", "ddrf"), "sorting": ("#D55E00", "s", "sorting all at each arrival"),
         "program": ("#009E73", "^", "linear program (1) at each arrival")}
FIRST_OF_SLOPE = 100  # of fewer users it is not their number that takes the time


def medians(results, procedure):
    """Seconds by users."""
    return results.frame(f"ddrf_scaling/{procedure}/times").groupby("users").seconds.median()


def slope(seconds):
    """The power of the number of users that the time grows with: least squares of the logarithms."""
    large = seconds[seconds.index >= FIRST_OF_SLOPE]
    return numpy.polyfit(numpy.log(large.index), numpy.log(large), 1)[0] if len(large) > 1 else numpy.nan


def draw_times(pyplot, results):
    figure, axes = pyplot.subplots(figsize=(6.4, 4.2))
    for procedure in results.groups("ddrf_scaling"):
        seconds = medians(results, procedure)
        if seconds.empty:
            continue
        color, marker, label = LOOKS[procedure]
        power = slope(seconds)
        axes.plot(seconds.index, seconds, marker=marker, markersize=4, color=color,
                  label=label if numpy.isnan(power) else f"{label}: n^{power:.2f} from {FIRST_OF_SLOPE} on")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("users n, who come one by one", fontsize=9)
    axes.set_ylabel("seconds of a core, medians", fontsize=9)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    figure.suptitle(results.name, parse_math=False)
    figure.tight_layout()
    return figure


def pages(results, stem):
    """(name, what draws it with pyplot)."""
    return [(f"{stem}_times", lambda pyplot: draw_times(pyplot, results))]
