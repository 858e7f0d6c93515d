"""Figures of runs of stages: what the paper of FGM shows of each experiment. Of one point fairness over time, use and compression
over time, completion times and their distribution, stages as predicted beside the true ones, how predictions get better, workers where
they were watched; over a sweep each metric by the swept value, and of more and more equal tasks on one worker its performance; of few tasks
a Gantt chart.
"""

import re
import tomllib

import numpy

from fairslot_results import ResultsError
from panels import draw_page

COLORS = {"fgm": "#0072B2", "fifo": "#D55E00", "capacity": "#E69F00", "fair": "#009E73", "drf": "#CC79A7"}
METRICS = {"fairness": "Jain's index", "response": "response of jobs, s", "jct": "completion of jobs, s", "makespan": "makespan, s",
           "small_time": "small tasks, s", "large_time": "large tasks, s", "compression": "compression suffered",
           "utilization": "CPU in use", "error_cpu": "error of predicted CPU", "error_time": "error of predicted time"}
SQUEEZED = "black"  # what a task is not given
HALF_BAR = 0.4  # of a Gantt chart
MOST_BARS = 60  # tasks that a Gantt chart can show
MOST_FAMILIES = 6  # whose stages are shown
BINS_A_DOUBLING = 2  # of the number of similar tasks


def of_point(frame, point, sample=None):
    own = frame[frame.point == point]
    return own if sample is None else own[own["sample"] == sample]


def draw_over_time(axes, results, point, column, label):
    """Of the first sample, a line a scheduler."""
    for name in results.schedulers():
        samples = of_point(results.stages(name, "samples"), point, 0)
        axes.plot(samples.time, samples[column], color=COLORS[name], label=name, linewidth=1)
    axes.set_xlabel("time, s", fontsize=8)
    axes.set_ylabel(label, fontsize=8)
    axes.set_ylim(bottom=0)
    axes.legend(fontsize=7)
    axes.grid(alpha=0.3)


def draw_completion(axes, results, point):
    """How many jobs have completed within a time, of all samples."""
    for name in results.schedulers():
        jobs = of_point(results.stages(name, "jobs"), point)
        times = numpy.sort((jobs.finish - jobs.submit)[jobs.finish >= 0].to_numpy())
        axes.plot(times, numpy.arange(1, len(times) + 1) / max(1, len(times)), color=COLORS[name], label=name, drawstyle="steps-post")
    axes.set_xlabel("completion time, s", fontsize=8)
    axes.set_ylabel("part of the jobs", fontsize=8)
    axes.legend(fontsize=7)
    axes.grid(alpha=0.3)


def estimates(results, name, metric):
    summary = results.stages(name, "summary")
    return summary[summary.metric == metric]


def draw_bars(axes, results, point, metric):
    """Means over samples with their intervals, a bar a scheduler."""
    names = results.schedulers()
    own = [of_point(estimates(results, name, metric), point).iloc[0] for name in names]
    axes.bar(names, [one["mean"] for one in own], yerr=numpy.nan_to_num([one.half for one in own]), color=[COLORS[name] for name in names],
             capsize=3)
    axes.set_title(METRICS[metric], fontsize=9)
    axes.tick_params(labelsize=7)


def draw_by_value(axes, results, key, metric):
    """A line a scheduler over the last swept key; others are different lines of it."""
    points = results.points()
    others = [other for other in points if other not in ("point", key)]
    for group, own in points.groupby(others) if others else [((), points)]:
        for name in results.schedulers():
            rows = estimates(results, name, metric).set_index("point").reindex(own.point)
            if rows["mean"].notna().any():
                label = name + "".join(f", {other} {value if isinstance(value, str) else f'{value:g}'}" for other, value in zip(others, group))
                axes.errorbar(own[key], rows["mean"], yerr=rows.half.fillna(0), color=COLORS[name], label=label, linewidth=1, capsize=2,
                              linestyle=("-", "--", ":", "-.")[list(points.groupby(others).groups).index(group if len(others) > 1 else group[0]) % 4]
                              if others else "-")
    axes.set_xlabel(key, fontsize=8)
    axes.set_title(METRICS[metric], fontsize=9)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=5)


def squeezed_tasks(results, key):
    """Of a sweep over the number of equal tasks of one stage on one worker (the paper's figure 4): the scenario; else nothing."""
    scenario = tomllib.loads(results.text())
    workers, jobs = scenario["workers"], scenario.get("jobs", [])
    single = len(workers) == 1 and workers[0]["count"] == 1 and len(jobs) == 1 and len(jobs[0]["tasks"]) == 1
    return scenario if single and re.fullmatch(r"jobs\.0\.tasks\.0\.count", key) and len(jobs[0]["tasks"][0]["stages"]) == 1 else None


def most_demand(task, penalty, limit):
    """Up to which demand (7) lets another task of this size start, in parts of the worker."""
    low, high = 1.0, 1.0 + limit
    for _ in range(60):
        middle = (low + high) / 2
        allowed = min(max(1 - (1 + penalty * limit) * (middle - task) / middle, 0), limit)
        low, high = (middle, high) if middle - 1 <= allowed else (low, middle)
    return low


def draw_performance(axes, results, scenario, key):
    """What a worker does in a second against what its tasks would take, under schedulers that start all at once, and where (7) ends."""
    points = results.points()
    cpu, *_, seconds = scenario["jobs"][0]["tasks"][0]["stages"][0]
    size = cpu / scenario["workers"][0]["capacity"][0]
    for color, (penalty, own) in enumerate(points.groupby("penalty") if "penalty" in points else [(scenario["penalty"], points)]):
        for name in (name for name in results.schedulers() if name != "fgm"):
            times = estimates(results, name, "task_time").set_index("point").reindex(own.point)["mean"].to_numpy()
            demand = own[key].to_numpy() * size
            axes.plot(demand, demand * seconds / times, "o-", color=f"C{color}", linewidth=1, markersize=3, label=f"{name}, penalty {penalty:g}")
        end = most_demand(size, penalty, scenario["limit"])
        axes.axvline(end, color=f"C{color}", linestyle=":", linewidth=1.5, label=f"(7) until {end:.3f}, penalty {penalty:g}")
    axes.set_xlabel("demand of CPU, parts of the worker", fontsize=8)
    axes.set_ylabel("work done a second, parts of the worker's", fontsize=8)
    axes.set_ylim(bottom=0)
    axes.legend(fontsize=7)
    axes.grid(alpha=0.3)


def squeezed_over(workers, task):
    """Edges of time and, between them, which part of its need the task was not given: that of its worker at each sample."""
    own = workers[(workers.worker == task.server) & (workers.time > task.start) & (workers.time < task.end)]
    before = workers[(workers.worker == task.server) & (workers.time <= task.start)].compression.tail(1)
    edges = numpy.concatenate([[task.start], own.time, [task.end]])
    return edges, numpy.concatenate([before if len(before) else [0.0], own.compression])


def draw_gantt(axes, results, name, point):
    """When and where tasks ran, of the first sample; a bar is as high as the part of its need that a task is given."""
    tasks = of_point(results.stages(name, "tasks"), point, 0)
    tasks = tasks[tasks.end >= 0].sort_values(["server", "start", "task"])
    workers = of_point(results.stages(name, "workers"), point, 0)
    for row, (_, task) in enumerate(tasks.iterrows()):
        edges, missing = squeezed_over(workers, task)
        low, top = row + HALF_BAR, row - HALF_BAR + 2 * HALF_BAR * missing
        axes.stairs(top, edges, baseline=low, fill=True, color=f"C{int(task.job) % 10}")
        if missing.any():
            axes.stairs(top, edges, baseline=row - HALF_BAR, fill=True, color=SQUEEZED)
        axes.text(task.start, row, f" task {int(task.task)}, job {int(task.job)}, server {int(task.server)}", fontsize=6, va="center")
    axes.set_yticks([])
    axes.set_ylim(len(tasks) - 0.5, -0.5)
    axes.set_xlabel("time, s" + (" (black: not given, squeezed)" if len(workers) and workers.compression.any() else ""), fontsize=8)
    axes.set_title(f"{name}: {tasks.end.max():g} s", fontsize=9)


def shown_families(results, name, point):
    """Those with most stages: as predicted, or true where nothing is."""
    families = of_point(results.stages(name, "families"), point)
    if (families.predicted == 1).any():
        families = families[families.predicted == 1]
    return families.groupby("family").size().sort_values(ascending=False, kind="stable").index[:MOST_FAMILIES]


def draw_stages(axes, results, name, point, family):
    """What a task of a family needs over its time, and what is believed of it at the end."""
    families = of_point(results.stages(name, "families"), point)
    families = families[families.family == family]
    for predicted, style in (0, "-"), (1, "--"):
        stages = families[families.predicted == predicted].sort_values("stage")
        if stages.empty:
            continue
        edges = numpy.concatenate([[0], numpy.minimum(stages.seconds, 1e9).cumsum()])
        for column, color in ("cpu", "#0072B2"), ("memory", "#D55E00"):
            axes.stairs(stages[column], edges, baseline=None, color=color, linestyle=style,
                        label=f"{column}{', predicted' if predicted else ''}")
    axes.set_xlabel("time, s", fontsize=8)
    axes.set_ylim(bottom=0)
    axes.set_title(f"like task {int(families.task.iloc[0])}", fontsize=9)
    axes.legend(fontsize=6)
    axes.grid(alpha=0.3)


def has_errors(results, name, point):
    return of_point(results.stages(name, "tasks"), point).error_cpu.notna().any()


def draw_errors(axes, results, name, point):
    """Of predictions, over how many similar tasks had ended before, of all samples."""
    tasks = of_point(results.stages(name, "tasks"), point)
    tasks = tasks[tasks.end >= 0].sort_values(["sample", "end", "task"])
    known = tasks.groupby(["sample", "family"]).cumcount()
    bins = numpy.floor(numpy.log2(known.clip(lower=1)) * BINS_A_DOUBLING)
    for column, label in ("error_cpu", "CPU"), ("error_memory", "memory"), ("error_time", "time"):
        means = tasks[column].groupby(bins).mean().dropna()
        axes.plot(known.groupby(bins).mean()[means.index], means, label=label, linewidth=1, marker=".")
    axes.set_xscale("log")
    axes.set_xlabel("similar tasks that have ended", fontsize=8)
    axes.set_ylabel("mean error of predictions, part", fontsize=8)
    axes.set_ylim(bottom=0)
    axes.legend(fontsize=7)
    axes.grid(alpha=0.3)


def draw_workers(axes, results, name, point, column, label):
    """Of the first sample, by worker and time; of one worker a line."""
    rows = of_point(results.stages(name, "workers"), point, 0).pivot(index="worker", columns="time", values=column)
    if len(rows) == 1:
        axes.plot(rows.columns, rows.iloc[0], drawstyle="steps-post", color=COLORS[name])
        axes.set_ylim(0, max(0.11, 1.05 * rows.to_numpy().max()) if column == "compression" else 1.02)
        axes.set_ylabel(label, fontsize=8)
    else:
        most = max(0.1, rows.to_numpy().max()) if column == "compression" else 1
        image = axes.pcolormesh(rows.columns, rows.index, rows.to_numpy(), shading="nearest", vmin=0, vmax=most, cmap="viridis")
        axes.figure.colorbar(image, ax=axes)
        axes.set_ylabel("worker", fontsize=8)
    axes.set_xlabel("time, s", fontsize=8)
    axes.set_title(f"{name}: {label}", fontsize=9)


def page_of(panels, title):
    return lambda pyplot: draw_page(pyplot, panels, title, width=4.4, top=0.99)


def present(results, metric):
    return any(estimates(results, name, metric)["mean"].notna().any() for name in results.schedulers())


def last_seen(results):
    """The last point with a sample: an interrupted sweep has some without."""
    seen = results.stages(results.schedulers()[0], "metrics").point
    if seen.empty:
        raise ResultsError(f"{results.path}: no sample has ended, there is nothing to draw")
    return int(seen.max())


def ended_bars(results):
    """How many bars a Gantt chart of the first sample has; 0: nothing to show, as where no task ended or none was run."""
    tasks = [of_point(results.stages(name, "tasks"), 0, 0) for name in results.schedulers()]
    return len(tasks[0]) if any((own.end >= 0).any() for own in tasks) else 0


def pages(results, stem):
    """(name, what draws it with pyplot)."""
    points = results.points()
    last = last_seen(results)
    metrics = [metric for metric in METRICS if present(results, metric)]
    keys = [key for key in points if key != "point"]
    planned = []
    if keys:
        panels = [(draw_by_value, results, keys[-1], metric) for metric in metrics]
    else:
        panels = [(draw_bars, results, 0, metric) for metric in metrics]
    planned.append((f"{stem}_metrics", panels, results.name))
    if keys and (scenario := squeezed_tasks(results, keys[-1])):
        planned.append((f"{stem}_performance", [(draw_performance, results, scenario, keys[-1])], results.name))
    over_time = [(draw_over_time, results, last, "jain", "Jain's index"), (draw_over_time, results, last, "used_cpu", "CPU in use"),
                 (draw_over_time, results, last, "used_memory", "memory in use"),
                 (draw_over_time, results, last, "compression_most", "largest compression"), (draw_completion, results, last)]
    planned.append((f"{stem}_time", over_time, f"{results.name}{f', point {last}' if last else ''}"))
    names = results.schedulers()
    if "fgm" in names:
        families = shown_families(results, "fgm", last)
        panels = [(draw_stages, results, "fgm", last, family) for family in families]
        if has_errors(results, "fgm", last):
            panels.append((draw_errors, results, "fgm", last))
        planned.append((f"{stem}_stages", panels, f"{results.name}: stages and predictions"))
    if len(of_point(results.stages(names[0], "workers"), last, 0)):
        panels = [(draw_workers, results, name, last, column, label) for name in names
                  for column, label in (("used_cpu", "CPU in use"), ("used_memory", "memory in use"), ("compression", "compression"))]
        planned.append((f"{stem}_workers", panels, f"{results.name}: workers"))
    if 0 < ended_bars(results) <= MOST_BARS:
        planned.append((f"{stem}_gantt", [(draw_gantt, results, name, 0) for name in names], results.name))
    return [(name, page_of(panels, title)) for name, panels, title in planned if panels]
