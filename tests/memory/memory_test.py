#!/usr/bin/env python3
"""What runs take of the machine: memory_test.py PROGRAM PART

refusal: what needs more than there is ends with 2 before anything is touched.
forecast, forecast_long: what validate foretells is within 1.5 times of what run takes.
bounds: memory does not grow with slots, picks or distinct waits.
"""
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
STUDY = SOURCE / "scenarios/study.toml"
NORMAL = SOURCE / "scenarios/tvtsf/normal.toml"
STEPS = {"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}
FACTOR = 1.5


class Ran:
    """A finished run of the program and the most memory that it held, in bytes."""

    def __init__(self, program, *arguments, addresses=None, folder=None):
        def limit():
            if addresses:
                resource.setrlimit(resource.RLIMIT_AS, (addresses, addresses))

        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            child = subprocess.Popen([program, *map(str, arguments)], stdout=out, stderr=err, preexec_fn=limit, cwd=folder)
            _, status, usage = os.wait4(child.pid, 0)
            self.code, self.peak = os.waitstatus_to_exitcode(status), usage.ru_maxrss * 1024
            out.seek(0), err.seek(0)
            self.out, self.err = out.read(), err.read()


def sized(line, before):
    """The bytes that stand behind `before` in a line: "... about 12.3 MB of memory"."""
    number, step = re.search(before + r" ?([\d.]+) ?([kMGTP]?)B", line).groups()
    return float(number) * STEPS[step]


def write_problem(folder, tasks, servers=1, users=1, jobs=1, places=2):
    user = {"jobs": [{"submit": 1 + j % 7, "tasks": tasks, "demand": [1], "duration": 1} for j in range(jobs)]}
    path = folder / f"p{tasks}_{servers}_{users}_{jobs}.json"
    path.write_text(json.dumps({"K": 1, "servers": [[places]] * servers, "users": [user] * users}))
    return path


def require(condition, message):
    if not condition:
        raise SystemExit(message)


def check_refused(program, folder, *arguments, key, of, addresses=None):
    for command in ("validate", "run"):
        ran = Ran(program, command, *arguments, addresses=addresses, folder=folder)
        require(ran.code == 2, f"{command} {arguments}: exit code {ran.code}, {ran.out}{ran.err}")
        require(ran.err.count("\n") == 1 and f"of {of}" in ran.err and f"mostly for {key} = " in ran.err, ran.err)
        require(re.search(r"needs about [\d.]+ ?[kMGTP]?B of .*, [\d.]+ ?[kMGTP]?B are free", ran.err), ran.err)
        require(ran.peak < 400e6, f"{command} {arguments}: took {ran.peak / 1e6:.0f} MB to say so")
        require(not (folder / "results").exists(), f"{command} {arguments}: has made a folder")


def refusal(program, folder):
    check_refused(program, folder, STUDY, "--set", "samples=1000000000", key="samples", of="memory")
    check_refused(program, folder, NORMAL, "--set", "workload.jobs=10000000", "--set", "workload.users=10",
                  key="workload.jobs", of="memory", addresses=2 << 30)
    samples = shutil.disk_usage(folder).free // 10000  # of some 40 kB each
    disk = [NORMAL, "--set", f"samples={samples}", "--set", "policies=['tvtsf']"]
    check_refused(program, folder, *disk, key="samples", of="disk")
    passed = Ran(program, "validate", *disk, "--force")
    require(passed.code == 0, passed.err)


def seeds(count):
    """A sweep of so many points that differ in nothing else."""
    return "sweep=[{key='seed', values=[" + ",".join(map(str, range(count))) + "]}]"


def check_forecast(program, folder, *arguments, of_run=()):
    """What is wrong. `of_run`: options that validate does not take."""
    foretold = Ran(program, "validate", *arguments)
    require(foretold.code == 0, foretold.err)
    out = folder / "results.h5"
    is_scenario = str(arguments[0]).endswith(".toml")
    to_file = ["--out", out, *of_run] if is_scenario or of_run else []
    ran = Ran(program, "run", *arguments, *to_file, "--force", "--quiet")
    require(ran.code == 0, ran.err)
    memory = sized(foretold.out, r"memory \(" if of_run else "about")
    say = f"{' '.join(map(str, arguments))[-150:]}: memory {memory / 1e6:.0f} MB foretold, {ran.peak / 1e6:.0f} MB taken"
    if is_scenario:
        file, size = sized(foretold.out, "a file of about"), out.stat().st_size
        say += f"; file {file / 1e6:.2f} MB foretold, {size / 1e6:.2f} MB"
    print(say, flush=True)
    return [] if ran.peak / FACTOR <= memory <= ran.peak * FACTOR else [say]


def check_all(program, folder, cases):
    wrong = [line for case in cases for line in check_forecast(program, folder, *case)]
    picks = ("--picks", folder / "picks.csv")
    for tasks in (100000, 1000000):
        wrong += check_forecast(program, folder, write_problem(folder, tasks), "--policy", "tsf", of_run=picks)
    require(not wrong, "not within 1.5 times:\n" + "\n".join(wrong))


def forecast(program, folder):
    small = ["--policy", "tsf", "--set", "workload.jobs=20"]
    check_all(program, folder, [
        (STUDY, "--set", "samples=2", "--threads", "2"),
        (STUDY, "--set", "samples=1", "--threads", "1"),
        (NORMAL, *small, "--set", "samples=1", "--set", seeds(2000)),
        (NORMAL, *small, "--set", "samples=1", "--set", "record.picks=true"),
        (NORMAL, *small, "--set", "samples=4", "--set", "workload.submit='per_task'"),
        (write_problem(folder, 1, jobs=100000, places=100), "--policy", "tsf"),
        (write_problem(folder, 1, servers=30000, users=3), "--policy", "tsf", "--policy", "tvtsf"),
    ])


def forecast_long(program, folder):
    small = ["--policy", "tsf", "--set", "workload.jobs=20"]
    check_all(program, folder, [
        (STUDY, "--set", "samples=10", "--threads", "2"),
        (STUDY, "--set", "samples=100", "--threads", "2"),
        (NORMAL, *small, "--set", "samples=1", "--set", seeds(10000)),
        (NORMAL, "--set", "samples=10", "--set", "record.picks=true"),
        (write_problem(folder, 1, jobs=1000000, places=1000), "--policy", "tsf"),
        (write_problem(folder, 1, servers=100000, users=3), "--policy", "tsf", "--policy", "tvtsf"),
    ])


def bounds(program, folder):
    ways = {"alone": [], "--out": ["--out", folder / "out.h5"], "--picks": ["--picks", folder / "picks.csv"]}
    few, many = write_problem(folder, 300000), write_problem(folder, 3000000)
    for way, options in ways.items():
        less, more = (Ran(program, "run", problem, "--policy", "tsf", "--quiet", "--force", *options) for problem in (few, many))
        require(less.code == more.code == 0, less.err + more.err)
        growth = (more.peak - less.peak) / 1e6
        print(f"{way}: {less.peak / 1e6:.0f} and {more.peak / 1e6:.0f} MB", flush=True)
        require(growth < 60, f"{way}: ten times the slots take {growth:.0f} MB more")


def main():
    program, part = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        {"refusal": refusal, "forecast": forecast, "forecast_long": forecast_long, "bounds": bounds}[part](
            os.path.abspath(program), pathlib.Path(folder))


if __name__ == "__main__":
    main()
