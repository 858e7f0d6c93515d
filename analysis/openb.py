"""The tables of docs/benchmarks/openb.md: openb.py TRACE.h5 RESULTS.h5 [REPLAY.h5...], as Markdown.

RESULTS is a run of scenarios/traces/openb.toml, where users are distinct requests and nobody leaves; each REPLAY is one of
openb-replay.toml.
"""

import sys

import h5py
import numpy
import pandas
from fairslot_results import Results, ResultsError

ASKED = (90, 100, 130)  # per cent of the cluster's GPUs
RESOURCES = ("cpu_milli", "mem_mib", "gpu_milli")
GPU = RESOURCES.index("gpu_milli")


class Requests:
    """What each user of the trace asks for: all its pods are alike."""

    def __init__(self, path):
        with h5py.File(path) as file:
            jobs, nodes, allowed = (pandas.DataFrame(file[name][:]) for name in ("jobs", "nodes", "allowed"))
        first = jobs.groupby("user").first()
        if not (first.index == numpy.arange(len(first))).all():
            raise SystemExit("openb.py: a user of the trace has no job (allowed: a trace of user_by=request)")
        demand = first[[f"demand_{name}" for name in RESOURCES]].to_numpy()
        capacity = nodes[[f"capacity_{name}" for name in RESOURCES]].to_numpy()
        self.total = capacity.sum(axis=0)
        self.gpu = demand[:, GPU]
        self.dominant = (demand / self.total).max(axis=1)
        self.constrained = (first.allowed >= 0).to_numpy()
        self.alone = numpy.array([self._alone(demand[user], capacity[self._permitted(nodes, allowed, first.allowed[user])])
                                  for user in first.index])

    @staticmethod
    def _permitted(nodes, allowed, own):
        return numpy.full(len(nodes), True) if own < 0 else nodes["class"].isin(allowed["class"][allowed.allowed == own])

    @staticmethod
    def _alone(demand, capacity):
        """Tasks that these nodes hold of it alone."""
        some = demand > 0
        return (capacity[:, some] // demand[some]).min(axis=1).sum()


def entitled(wanted):
    """Max-min fair parts of 1 among users who want so much each."""
    parts, left = numpy.zeros(len(wanted)), 1.0
    for place, user in enumerate(numpy.argsort(wanted, kind="stable")):
        parts[user] = min(wanted[user], left / (len(wanted) - place))
        left -= parts[user]
    return parts


def sample_facts(requests, jobs, slots):
    """Of one shuffle: what was allocated when so much was asked for, and who has what in the end."""
    jobs = jobs.sort_values("submit", kind="stable")
    asked = numpy.cumsum(requests.gpu[jobs.user]) / requests.total[GPU]
    facts = {}
    for percent in ASKED:
        slot = jobs.submit.iloc[min(numpy.searchsorted(asked, percent / 100), len(jobs) - 1)]
        row = numpy.searchsorted(slots.slot, slot, side="right") - 1
        facts[f"{percent} %"] = 100 * slots.used_gpu_milli.iloc[row] / requests.total[GPU]
    count = len(requests.gpu)
    started = numpy.bincount(jobs.user, weights=jobs.started, minlength=count)
    tasks = numpy.bincount(jobs.user, weights=jobs.tasks, minlength=count)
    present, share = tasks > 0, started * requests.dominant
    task_share = started / numpy.maximum(requests.alone, 1)
    for of, users in (("constrained", requests.constrained & present), ("others", ~requests.constrained & present)):
        facts[f"dominant, {of}"], facts[f"task, {of}"] = 100 * share[users].mean(), 100 * task_share[users].mean()
        facts[f"met, {of}"] = 100 * started[users].sum() / tasks[users].sum()
    parts = entitled(tasks[present] * requests.dominant[present])
    facts["below"] = (share[present] < parts * (1 - 1e-9)).sum()
    facts["Jain"] = slots.jain.iloc[-1]
    return facts


def facts_of(requests, results):
    """[policy]: mean and sd over samples of each fact."""
    for policy in results.policies:
        jobs, slots = (dict(iter(results.table(policy, name).groupby("sample"))) for name in ("jobs", "slots"))
        yield policy, pandas.DataFrame([sample_facts(requests, jobs[sample], slots[sample]) for sample in jobs])


def markdown(header, rows):
    yield "| " + " | ".join(header) + " |"
    yield "| " + " | ".join(["---", *["---:"] * (len(header) - 1)]) + " |"
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def spread(values, digits):
    return f"{values.mean():.{digits}f} ± {values.std(ddof=1) if len(values) > 1 else 0.0:.{digits}f}"


def packed(all_facts):
    columns = [f"{percent} %" for percent in ASKED]
    return markdown(["policy", *(f"asked {column}" for column in columns)],
                    ([f"`{policy}`", *(spread(facts[column], 2) for column in columns)] for policy, facts in all_facts))


def shared(all_facts):
    columns = {"dominant, constrained": 4, "dominant, others": 4, "task, constrained": 3, "task, others": 3,
               "met, constrained": 2, "met, others": 2, "below": 1, "Jain": 4}
    return markdown(["policy", "dominant share %, constrained", "others", "task share %, constrained", "others",
                     "pods that run %, constrained", "others", "users below their entitlement", "Jain"],
                    ([f"`{policy}`", *(spread(facts[column], digits) for column, digits in columns.items())]
                     for policy, facts in all_facts))


def waited(results):
    moments = results.summary("moments")
    metrics = ("waiting", "queueing", "completion")
    rows = []
    for policy in results.policies:
        own = moments[moments.policy == policy].set_index("metric")
        rows.append([f"`{policy}`", *(f"{own['mean'][metric]:.3f}" for metric in metrics),
                     *(f"{own.p99[metric]:.0f}" for metric in metrics), str(own.unstarted["waiting"])])
    return markdown(["policy", "waiting", "queueing", "completion", "p99 waiting", "queueing", "completion", "users that never start"],
                    rows)


def audited(results):
    """A row a policy: of each audit runs with a gap, (slot, user, other) with one a run, the largest gap."""
    names = results.states(f"audit/{results.policies[0]}/summary", "audit")
    header = [cell for name in names for cell in (f"{name}: runs with a gap", "violations a run", "largest gap")]
    rows = []
    for policy in results.policies:
        summary = results.frame(f"audit/{policy}/summary")
        own = [summary[summary.audit == number] for number in range(len(names))]
        rows.append([f"`{policy}`", *(cell for found in own for cell in (
            f"{(found.violations > 0).sum()} of {len(found)}", f"{found.violations.mean():,.1f}", f"{found.max_gap.max():.6g}"))])
    return markdown(["policy", *header], rows)


def print_audits(results):
    if results.groups("audit"):
        print("\nAudits of these runs, a slot, user and other with a gap being a violation:\n")
        print("\n".join(audited(results)))


def main():
    if len(sys.argv) < 3:
        raise SystemExit("openb.py TRACE.h5 RESULTS.h5 [REPLAY.h5...]")
    trace, run, *replays = sys.argv[1:]
    try:
        with Results(run) as results:
            all_facts = list(facts_of(Requests(trace), results))
            print("Share of GPUs allocated, in per cent, when so much of the cluster's GPUs has been asked for:\n")
            print("\n".join(packed(all_facts)))
            print("\nWhen 130 % have been asked for, a user:\n")
            print("\n".join(shared(all_facts)))
            print_audits(results)
        for replay in replays:
            with Results(replay) as results:
                servers = int(results.frame("cluster").servers.sum())
                print(f"\nReplayed with departures on {servers:,} nodes, slots of 60 s:\n")
                print("\n".join(waited(results)))
                print_audits(results)
    except (OSError, ResultsError) as error:
        print(f"openb.py: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
