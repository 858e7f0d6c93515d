"""Figures of what `fairslot solve --out` wrote: who holds how much of each resource under each mechanism, what was used
after each pick, what users who come one by one have after each arrival, and what amounts are worth to users with utilities. Of many instances: the distribution of the users'
dominant shares.
"""

import numpy

from panels import draw_page

COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)))  # lines that are one are all seen
MOST_USERS = 12  # bars that can be told apart


def resources(frame, prefix):
    return [name.removeprefix(prefix) for name in frame if name.startswith(prefix)]


def published(document, mechanism, what):
    """What the file says is printed of it: [(where, rows of a number a resource)]."""
    return [(own["source"], own[what]) for own in document.get("published", []) if own["mechanism"] == mechanism and what in own]


def draw_cross(axes, at, shares, source):
    axes.plot(at, shares, "x", color="black", markersize=5, zorder=3, label=f"published: {source}")


def draw_bars(axes, mechanism, instance, users, printed):
    """A group of bars a resource, a bar a user, as shares of the capacity; crosses for what is published."""
    names = resources(users, "allocation_")
    capacities = [instance[f"capacity_{name}"] or 1 for name in names]
    width = 0.8 / len(users)
    for number, (_, user) in enumerate(users.iterrows()):
        shares = [user[f"allocation_{name}"] / capacity for name, capacity in zip(names, capacities)]
        at = numpy.arange(len(names)) + width * (number - (len(users) - 1) / 2)
        bars = axes.bar(at, shares, width, color=COLORS[number % len(COLORS)], label=f"{user['name']}: {user.tasks:.4g} tasks")
        axes.bar_label(bars, [f"{share:.3g}" for share in shares], fontsize=6, padding=3 if printed else 0)
    for source, rows in printed:
        draw_cross(axes, [bar.get_x() + bar.get_width() / 2 for bar in axes.patches], numpy.divide(rows, capacities).ravel(), source)
    axes.set_xticks(range(len(names)), names, fontsize=8)
    axes.set_ylim(0, 1.1)
    axes.set_ylabel("share of the resource", fontsize=8)
    axes.set_title(mechanism, fontsize=9, parse_math=False)
    for text in axes.legend(fontsize=7).get_texts():
        text.set_parse_math(False)


def draw_distribution(axes, mechanism, users):
    shares = numpy.sort(users.share.to_numpy())
    axes.plot(shares, numpy.arange(1, len(shares) + 1) / max(1, len(shares)), color=COLORS[0], drawstyle="steps-post")
    axes.set_ylim(0, 1.02)
    axes.set_xlim(left=0)
    axes.grid(alpha=0.3)
    axes.set_xlabel("dominant share", fontsize=8)
    axes.set_title(f"{mechanism}: {len(users)} users", fontsize=9, parse_math=False)


def draw_steps(axes, mechanism, instance, steps, printed):
    """The share of each resource in use after each step; crosses for what is published."""
    names = resources(steps, "used_")
    capacities = [instance[f"capacity_{name}"] or 1 for name in names]
    for number, (name, capacity) in enumerate(zip(names, capacities)):
        used = [0, *(steps[f"used_{name}"] / capacity)]
        axes.plot(range(len(used)), used, "o-", markersize=3, color=COLORS[number % len(COLORS)], label=name)
    for source, rows in printed:
        draw_cross(axes, numpy.tile(range(1, len(rows) + 1), len(names)), numpy.divide(rows, capacities).T.ravel(), source)
    axes.set_ylim(0, 1.05)
    axes.set_xlabel("picks", fontsize=8)
    axes.set_ylabel("used share", fontsize=8)
    axes.grid(alpha=0.3)
    axes.set_title(f"{mechanism}, pick by pick", fontsize=9, parse_math=False)
    axes.legend(fontsize=7)


def draw_over_arrivals(axes, lines, of, names, steps):
    """lines: (label, steps, values); below each step who came or left, and the common level M then."""
    for number, (label, at, values) in enumerate(lines):
        axes.plot(at, values, marker="o", markersize=3, color=COLORS[number % len(COLORS)], linestyle=DASHES[number % len(DASHES)], label=label)
    what = {1: "comes", 2: "leaves"}
    texts = [f"{names[step.of]} {what[step.kind]}\nM = {step.level:.4g}" for step in steps.itertuples()]
    many = len(texts) > 6
    axes.set_xticks(range(len(texts)), texts, fontsize=5 if many else 7, rotation=90 if many else 0, parse_math=False)
    room = 1.25 + 0.1 * -(-len(lines) // 3)  # for the legend
    axes.set_ylim(0, room * max(values.max() for _, _, values in lines) or 1)
    axes.grid(alpha=0.3)
    for text in axes.legend(fontsize=7, title=of, title_fontsize=7, loc="upper right", ncols=3).get_texts():
        text.set_parse_math(False)


def draw_arrivals(axes, mechanism, names, steps, tasks):
    """What each user has after each arrival and departure."""
    of_users = [tasks[tasks.user == number] for number in range(len(names))]
    lines = [(name, own.step.to_numpy(), own.tasks.to_numpy()) for name, own in zip(names, of_users)]
    draw_over_arrivals(axes, lines, "user", names, steps)
    axes.set_ylabel("tasks x", fontsize=8)
    axes.set_title(f"{mechanism}, one after the other", fontsize=9, parse_math=False)


def draw_slack(axes, mechanism, names, steps):
    """What is left of each resource of what those there have brought."""
    lines = [(name, steps.step.to_numpy(), steps[f"slack_{name}"].to_numpy()) for name in resources(steps, "slack_")]
    draw_over_arrivals(axes, lines, "resource", names, steps)
    axes.set_ylabel("left of what was brought", fontsize=8)
    axes.set_title(f"{mechanism}: slack", fontsize=9, parse_math=False)


def worth(utility, amounts):
    """The utility of amounts of a resource, by its shape (docs/pools.md)."""
    kind = utility["kind"]
    if kind == "linear":
        return amounts / utility["d"]
    if kind == "elastic":
        return amounts / (amounts + utility["c"])
    if kind == "real_time":
        return (amounts >= utility["m"]).astype(float)
    if kind == "rate_adaptive":
        return amounts**2 / (amounts**2 + utility["m"] ** 2)
    at, values = numpy.array(utility["points"], float).T
    return numpy.interp(amounts, at, values)


def utilities(document):
    """Of each user, where all have one."""
    given = [user.get("utility") for user in document.get("users", [])]
    return given if all(given) else []


def draw_utilities(axes, mechanism, given, instance, users):
    """A curve a user, with the amount that it has got."""
    [name] = resources(users, "allocation_")[:1]
    amounts = numpy.linspace(0, instance[f"capacity_{name}"] or 1, 601)
    for number, (utility, (_, user)) in enumerate(zip(given, users.iterrows())):
        color, got = COLORS[number % len(COLORS)], user[f"allocation_{name}"]
        axes.plot(amounts, worth(utility, amounts), color=color, label=f"{user['name']}: {got:.4g}")
        axes.plot([got], worth(utility, numpy.array([got])), "o", color=color)
    axes.set_ylim(0, 1.05)
    axes.set_xlabel(name, fontsize=8, parse_math=False)
    axes.set_ylabel("utility", fontsize=8)
    axes.grid(alpha=0.3)
    axes.set_title(f"{mechanism}: utilities", fontsize=9, parse_math=False)
    for text in axes.legend(fontsize=7).get_texts():
        text.set_parse_math(False)


def panels_of(results, point):
    """What is drawn of a file: (function, its arguments), a panel each."""
    panels = []
    document = results.as_filed()
    given = utilities(document)
    for mechanism in results.mechanisms():
        instances, users = (results.answers(mechanism, name) for name in ("instances", "users"))
        instances, users = instances[instances.point == point], users[users.point == point]
        if len(instances) == 1 and 0 < len(users) <= MOST_USERS and "name" in users:
            panels.append((draw_bars, mechanism, instances.iloc[0], users, published(document, mechanism, "allocation")))
            if len(given) == len(users) and mechanism.startswith("utility_max_min"):
                panels.append((draw_utilities, mechanism, given, instances.iloc[0], users))
        elif len(users):
            panels.append((draw_distribution, mechanism, users))
        if results.has_steps() and len(instances) == 1:
            steps = results.answers(mechanism, "steps")
            steps = steps[steps.point == point]
            picks, arrivals = steps[steps.kind == 0], steps[steps.kind.isin((1, 2))]
            if len(arrivals) and len(users) <= MOST_USERS:
                tasks, names = results.answers(mechanism, "step_users"), list(users.name)
                panels.append((draw_arrivals, mechanism, names, arrivals, tasks[tasks.point == point]))
                panels.append((draw_slack, mechanism, names, arrivals))
            if len(picks):
                panels.append((draw_steps, mechanism, instances.iloc[0], picks, published(document, mechanism, "used")))
    return panels


def pages(results, stem):
    """(name, what draws it with pyplot), a page a file that was solved."""
    points = results.points()
    planned = []
    for point in range(len(points)):
        panels = panels_of(results, point)
        title = str(points["file"][point]) if "file" in points else results.name
        suffix = f"_{point + 1}" if len(points) > 1 else ""
        if panels:
            planned.append((f"{stem}_shares{suffix}", lambda pyplot, p=panels, t=title: draw_page(pyplot, p, t)))
    return planned
