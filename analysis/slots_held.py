"""What slot schedulers hold and what runs on it: slots_held.py RESULTS.h5, a line a point and policy.

held: slots of servers that tasks hold under the policy `slots`, over all slots of the cluster; used: what running tasks
use of each resource, over what there is (`utilisation`). Both are means over time, from slot 1 on, over all samples.
"""

import re
import sys

from fairslot_results import Results, ResultsError

PER = 1000  # of resource 0 a slot, by default


def slots_of(cluster, policy):
    """Of all servers, under `slots`; else 0."""
    if policy.split(":")[0] != "slots":
        return 0
    given = re.search(r"\bper=(\d+)", policy)
    first = next(name for name in cluster if name.startswith("capacity_"))
    return int(((cluster[first] // (int(given[1]) if given else PER)) * cluster.servers).sum())


def held_slots(rows, runs):
    """Slots held times time: each row is true until the next one of its sample, the last until the run's last slot."""
    last = rows["sample"].map(runs.set_index("sample").slots) + 1
    return (rows.slots_held * (rows.groupby("sample").slot.shift(-1).fillna(last) - rows.slot)).sum()


def lines(results):
    cluster, utilisation = results.frame("cluster"), results.summary("utilisation")
    if results.every > 1:
        raise ResultsError(f"{results.path}: holds every {results.every}. row of slots only (record.every); means over time need all of them")
    for point, label in enumerate(results.labels()):
        for policy in dict.fromkeys(utilisation[utilisation.point == point].policy):
            rows, runs = (table[table.point == point] for table in (results.table(policy, "slots"), results.table(policy, "runs")))
            there = slots_of(cluster[cluster.point == point], policy) * runs.slots.sum()
            held = f"{100 * held_slots(rows, runs) / there:7.1f}" if there else "      -"
            own = utilisation[(utilisation.point == point) & (utilisation.policy == policy)]
            used = "".join(f"  {share.resource} {100 * share.utilisation:.1f}" for share in own.itertuples())
            yield f"{label}  {policy:20}  held % {held}  used %{used}"


def main():
    if len(sys.argv) != 2:
        raise SystemExit("slots_held.py RESULTS.h5")
    try:
        with Results(sys.argv[1]) as results:
            print("\n".join(lines(results)))
    except ResultsError as error:
        print(f"slots_held.py: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
