"""What slots say over time, of one sample a sweep point: how far who waits is behind, fragmentation and DFE, a line a
policy; what some users hold beside what they are entitled to; and, of `fairslot audit`, the gaps of each audit."""

import numpy

from fairslot_results import ResultsError
from panels import draw_page

STEPS = 2000  # a line has no more: finer ones cannot be seen
USERS = 4  # whose shares are drawn where nobody is chosen
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")


def thinned(slots, values):
    """Every so many steps, the last kept."""
    if len(slots) <= STEPS:
        return slots, values
    keep = numpy.unique(numpy.linspace(0, len(slots) - 1, STEPS).astype(int))
    return slots[keep], values[keep]


def finish(axes, title, label):
    axes.set_title(title, fontsize=9, parse_math=False)
    axes.set_xlabel("slot", fontsize=9)
    axes.set_ylabel(label, fontsize=9)
    axes.tick_params(labelsize=8)
    axes.grid(alpha=0.3)
    for text in axes.legend(fontsize=7).get_texts():
        text.set_parse_math(False)


def draw_column(axes, runs, column, title, label):
    """A line a policy: {policy: rows of slots}."""
    for number, (policy, rows) in enumerate(runs.items()):
        values = rows[column].replace([numpy.inf, -numpy.inf], numpy.nan).to_numpy()
        axes.plot(*thinned(rows["slot"].to_numpy(), values), drawstyle="steps-post", linewidth=1, label=policy,
                  color=COLORS[number % len(COLORS)])
    finish(axes, title, label)


def held(rows, user, slots):
    """What the user holds and is entitled to at the end of these slots."""
    own = rows[rows.user == user]
    at = numpy.searchsorted(own.slot.to_numpy(), slots, side="right")
    return [numpy.concatenate([[0.0], own[name].to_numpy()])[at] for name in ("share", "entitled")]


def furthest_behind(rows, slots):
    """Users by the sum of what they lack in these slots, the largest first."""
    lasts = numpy.diff(slots, append=slots[-1:] + 1)
    lacks = {}
    for user in sorted(rows.user.unique()):
        share, entitled = held(rows, user, slots)
        lacks[user] = float(numpy.sum(numpy.maximum(entitled - share, 0) * lasts))
    return sorted(lacks, key=lambda user: (-lacks[user], user))[:USERS]


def draw_shares(axes, rows, users, slots, title):
    for number, user in enumerate(users):
        share, entitled = held(rows, user, slots)
        color = COLORS[number]
        axes.plot(*thinned(slots, share), drawstyle="steps-post", linewidth=1.2, color=color, label=f"user {user} holds")
        axes.plot(*thinned(slots, entitled), drawstyle="steps-post", linewidth=1, color=color, linestyle=(0, (4, 2)),
                  label=f"user {user} is entitled to")
    finish(axes, title, "dominant share")


def has_shares(results):
    return "shares" in results.file["policies"][results.policies[0]]


def has_more(results):
    """Whether more is recorded of slots than always is."""
    group = results.file["policies"][results.policies[0]]
    asked = [name for name in group["slots"].dtype.names if name.startswith(("dfe_", "fragmentation_"))] if "slots" in group else []
    return has_shares(results) or bool(asked)


def first_sample(results, policy, name, point):
    """Its rows of the first sample at the point that is there."""
    rows = results.table(policy, name)
    rows = rows[rows.point == point]
    return rows[rows["sample"] == rows["sample"].min()]


def slots_page(results, point, title):
    runs = {policy: rows for policy in results.policies if len(rows := first_sample(results, policy, "slots", point))}
    columns = next(iter(runs.values())).columns
    panels = [(draw_column, runs, "entitled_gap", "least share of what a waiting user is entitled to", "share / entitled"),
              (draw_column, runs, "waiting_users", "users that wait", "users")]
    panels += [(draw_column, runs, name, f"{name.removeprefix('fragmentation_')} that a task does not reach", "part of the free")
               for name in columns if name.startswith("fragmentation_")]
    panels += [(draw_column, runs, name, f"DFE, beta = {name.removeprefix('dfe_')}", "DFE")
               for name in columns if name.startswith("dfe_")]
    return lambda pyplot: draw_page(pyplot, panels, title)


def shares_page(results, point, title, chosen):
    panels = []
    for policy in results.policies:
        slots = first_sample(results, policy, "slots", point).slot.to_numpy()
        rows = first_sample(results, policy, "shares", point)
        if len(slots) and len(rows):
            panels.append((draw_shares, rows, chosen or furthest_behind(rows, slots), slots, policy))
    who = f"users {', '.join(map(str, chosen))}" if chosen else f"the {USERS} users furthest behind"
    return lambda pyplot: draw_page(pyplot, panels, f"{title}: {who}", width=5.5)


def require_users(results, chosen):
    """One line where there is nothing to draw of them."""
    if not has_shares(results):
        raise ResultsError(f"{results.path}: has no shares of users to draw with --users (run it with record.shares = true)")
    count = 1 + max(int(results.table(policy, "users").user.max()) for policy in results.policies)
    for user in chosen:
        if user >= count:
            raise ResultsError(f"--users {user}: {results.path} has no such user (allowed: 0 .. {count - 1})")


def pages(results, stem, chosen=()):
    """(name, what draws it with pyplot); none where nothing more of slots is recorded than always is. `chosen`: users."""
    if chosen:
        require_users(results, chosen)
    if not has_more(results):
        return []
    planned = []
    labels, counted = results.labels(), results.summary("points")["samples"]
    for point, label in enumerate(labels):
        if counted[point] == 0:
            continue
        suffix = f"_point{point}" if len(labels) > 1 else ""
        what = results.name if label == results.name else f"{results.name}, {label}"
        sample = int(results.summary("sample_means").query(f"point == {point}")["sample"].min())
        title = f"{what}, sample {sample}"
        planned.append((f"{stem}_slots{suffix}", slots_page(results, point, title)))
        if has_shares(results):
            planned.append((f"{stem}_shares{suffix}", shares_page(results, point, title, chosen)))
    return planned


def draw_gaps(axes, runs, title):
    for number, (policy, rows) in enumerate(runs.items()):
        axes.plot(*thinned(rows["slot"].to_numpy(), rows["gap"].to_numpy()), drawstyle="steps-post", linewidth=1,
                  label=policy, color=COLORS[number % len(COLORS)])
    finish(axes, title, "largest gap")


def gaps_page(results, point, sample, title):
    """A panel an audit with gaps; None where there is none."""
    policies = results.groups("audit")
    panels = []
    for number, name in enumerate(results.states(f"audit/{policies[0]}/summary", "audit")):
        series = {policy: results.frame(f"audit/{policy}/series") for policy in policies}
        runs = {policy: rows[(rows.audit == number) & (rows.point == point) & (rows["sample"] == sample)]
                for policy, rows in series.items()}
        runs = {policy: rows for policy, rows in runs.items() if len(rows)}
        if runs:
            panels.append((draw_gaps, runs, name))
    return (lambda pyplot: draw_page(pyplot, panels, title)) if panels else None


def audit_pages(results, stem):
    """Of what audits found: a page a point that has been judged, of its first sample."""
    if not (policies := results.groups("audit")):
        return []
    judged = results.frame(f"audit/{policies[0]}/summary").groupby("point")["sample"].min()
    swept, planned = results.points().drop(columns="point"), []
    for point, sample in judged.items():
        suffix = f"_point{point}" if len(swept) > 1 else ""
        what = ", ".join([results.name, *(f"{key} = {value}" for key, value in swept.iloc[point].items())])
        page = gaps_page(results, point, sample, f"Gaps of audits over time: {what}, sample {sample}")
        if page:
            planned.append((f"{stem}_gaps{suffix}", page))
    return planned
