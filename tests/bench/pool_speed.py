#!/usr/bin/env python3
"""How fast `fairslot solve drf` reads, divides and writes a batch, beside linear programs: pool_speed.py PROGRAM

The batch has --instances of 100 users and 4 resources, some of which HiGHS solves, too, by highspy: the lowest level, then that of
the others. Both answers are compared. Seconds are of processors, of all threads, which other programs do not lengthen much; and of the clock.
"""
import argparse
import random
import resource
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import h5py
import highspy
import numpy

USERS, RESOURCES = 100, 4


def draw(rng):
    capacity = [100 + 900 * rng.random() for _ in range(RESOURCES)]
    users = [([0.1 + rng.random() for _ in range(RESOURCES)], 1 + 3 * rng.random(), 10 * rng.random()) for _ in range(USERS)]
    return capacity, users


def write(path, instances):
    with path.open("w") as file:
        columns = [f"{what}_{r}" for what in ("demand", "capacity") for r in range(RESOURCES)]
        print("instance", "user", *columns, "weight", "tasks", sep=",", file=file)
        for number, (capacity, users) in enumerate(instances):
            for user, (demand, weight, tasks) in enumerate(users):
                print(number, user, *demand, *(capacity if user == 0 else [""] * RESOURCES), weight, tasks, sep=",", file=file)


def busy(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def seconds(who, work):
    """Of processors, of the clock."""
    start, before = time.monotonic(), busy(who)
    work()
    return busy(who) - before, time.monotonic() - start


def program_of(instance):
    """Columns: the lowest level, and tasks by user. Rows: resources, and levels by user, not below the lowest."""
    capacity, users = instance
    demand = numpy.array([own[0] for own in users])
    unit = (demand / capacity).max(axis=1) / numpy.array([own[1] for own in users])
    matrix = numpy.zeros((RESOURCES + USERS, 1 + USERS))
    matrix[:RESOURCES, 1:] = demand.T
    matrix[RESOURCES:, 0] = -1
    matrix[RESOURCES:, 1:] = numpy.diag(unit)
    rows, columns = matrix.nonzero()
    lp = highspy.HighsLp()
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.num_col_, lp.num_row_ = 1 + USERS, RESOURCES + USERS
    lp.col_cost_ = numpy.array([1.0] + [0.0] * USERS)
    lp.col_lower_ = numpy.zeros(1 + USERS)
    lp.col_upper_ = numpy.array([highspy.kHighsInf, *(own[2] for own in users)])
    lp.row_lower_ = numpy.array([-highspy.kHighsInf] * RESOURCES + [0.0] * USERS)
    lp.row_upper_ = numpy.array(capacity + [highspy.kHighsInf] * USERS)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = numpy.searchsorted(rows, range(RESOURCES + USERS + 1)).astype(numpy.int32)
    lp.a_matrix_.index_, lp.a_matrix_.value_ = columns.astype(numpy.int32), matrix[rows, columns]
    return lp


def solve(instance):
    """Levels: round by round, each from the basis of the one before, the users whose row has a price have theirs."""
    highs = highspy.Highs()
    highs.silent()
    highs.setOptionValue("threads", 1)
    highs.passModel(program_of(instance))
    levels, open_users = numpy.zeros(USERS), set(range(USERS))
    while open_users:
        highs.run()
        assert highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
        solution = highs.getSolution()
        prices = numpy.abs(solution.row_dual[RESOURCES:])
        fixed = [user for user in open_users if prices[user] > 1e-9]
        assert fixed
        for user in fixed:
            levels[user] = solution.col_value[0]
            highs.changeCoeff(RESOURCES + user, 0, 0.0)
            highs.changeRowBounds(RESOURCES + user, levels[user] * (1 - 1e-9), highspy.kHighsInf)
        open_users.difference_update(fixed)
    return levels


def require_levels(path, programs):
    with h5py.File(path) as file:
        users = file["solve/drf/users"][:len(programs) * USERS]
    numpy.testing.assert_allclose(users["level"], numpy.concatenate(programs), rtol=1e-6, atol=1e-9)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("--instances", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--programs", type=int, default=20, help="instances that HiGHS solves")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    rng = random.Random(22)
    instances = [draw(rng) for _ in range(options.instances)]
    with tempfile.TemporaryDirectory(prefix="fairslot_pool_speed_") as folder:
        batch = Path(folder) / "batch.csv"
        write(batch, instances)
        command = [options.program.resolve(), "solve", "drf", batch, "--out", Path(folder) / "answers.h5", "--force", "--quiet",
                   "--threads", str(options.threads)]
        runs = [seconds(resource.RUSAGE_CHILDREN, lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
                for _ in range(options.runs)]
        programs = []
        lp, _ = seconds(resource.RUSAGE_SELF, lambda: programs.extend(solve(one) for one in instances[:options.programs]))
        require_levels(Path(folder) / "answers.h5", programs)
    own, clock = (statistics.median(times) / options.instances for times in zip(*runs))
    print(f"{options.instances} instances from CSV to HDF5: {1 / own:.0f} a second of one processor, {1 / clock:.0f} of the clock by "
          f"{options.threads} threads; HiGHS solves {options.programs / lp:.1f} a second: {lp / options.programs / own:.0f} times as long")


if __name__ == "__main__":
    main()
