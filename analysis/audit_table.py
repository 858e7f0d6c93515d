"""What audits found, a row a policy: audit_table.py AUDIT.h5..., and how often Lemma 1 is broken: audit_table.py --lemma1 [N].

Of each audit: runs with a gap, (slot, user, other) with a gap a run, the largest gap of all runs. Of the witnesses of ef1, the
ten largest gaps a run: in how many the envier has the lower task share, as Lemma 2 of Li and Wang 2024 says of all.

Lemma 1, h_i >= rho_ji h_j with rho_ji = min_r d_jr / d_ir, holds of divisible tasks alone. With the floors of (4) it is tried on N
random clusters (10,000): 1 to 3 servers of 1 .. 10 of two resources, tasks of two users that need 1 .. 5 of each.
"""

import argparse
import random
import sys
from fractions import Fraction

from fairslot_results import Results, ResultsError


def rows(results, policy):
    summary, witnesses = (results.frame(f"audit/{policy}/{table}") for table in ("summary", "witnesses"))
    names = results.states(f"audit/{policy}/summary", "audit")
    cells = []
    for number, name in enumerate(names):
        own = summary[summary.audit == number]
        cells.append(f"{name} {(own.violations > 0).sum()} of {len(own)}, {own.violations.mean():.1f}, {own.max_gap.max():.6g}")
        if name == "ef1":
            largest = witnesses[witnesses.audit == number]
            cells.append(f"lower share {(largest.share < largest.other_share).sum()} of {len(largest)}")
    return " | ".join([f"{policy:18}", *cells])


def tasks_of(servers, demand):
    """h of (4): whole tasks that the servers run."""
    return sum(min(capacity // own for capacity, own in zip(server, demand)) for server in servers)


def breaks_lemma_1(servers, own, other):
    ratio = min(Fraction(theirs, mine) for mine, theirs in zip(own, other))
    return tasks_of(servers, own) < ratio * tasks_of(servers, other)


def lemma_1(count):
    draw = random.Random(1)
    pair = lambda most: (draw.randint(1, most), draw.randint(1, most))
    broken = sum(breaks_lemma_1([pair(10) for _ in range(draw.randint(1, 3))], pair(5), pair(5)) for _ in range(count))
    return f"Lemma 1 is broken in {broken} of {count} random clusters ({100 * broken / count:.1f} %)"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("files", nargs="*", default=[], metavar="AUDIT.h5", help="what fairslot audit wrote")
    what.add_argument("--lemma1", nargs="?", type=int, const=10_000, metavar="N", help="random clusters (10,000)")
    options = parser.parse_args()
    if options.lemma1 is not None:
        print(lemma_1(options.lemma1))
        return
    try:
        for path in options.files:
            with Results(path) as results:
                if not results.groups("audit"):
                    raise ResultsError(f"{path}: not what fairslot audit wrote")
                print("\n".join([f"{results.name}:", *(rows(results, policy) for policy in results.groups("audit"))]))
    except ResultsError as error:
        print(f"audit_table.py: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
