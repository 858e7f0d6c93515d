#!/usr/bin/env python3
"""What runs take of the machine: memory_test.py PROGRAM PART

refusal: what needs more than there is ends with 2 before anything is touched.
bounds: memory does not grow with slots, picks or distinct waits; fewer runs go on side by side where it is scarce.
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
    picks = Ran(program, "run", write_problem(folder, 2000000000, jobs=1000), "--policy", "tsf", "--picks", folder / "picks.csv")
    require(picks.code == 2 and "of disk for " in picks.err and "picks.csv" in picks.err, picks.err)
    require(not (folder / "picks.csv").exists(), "picks that have no room were begun")


def foretold(ran):
    require(ran.code == 0, ran.err)
    [number, unit] = re.search(r"about ([\d.]+) ([kMGT]?B) of memory", ran.out).groups()
    return float(number) * {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}[unit]


def fewer_side_by_side(program, folder):
    arguments = [SOURCE / "scenarios/datacenter/1k.toml", "--threads", 1]
    for key, value in {"workload.tasks": "constant", "workload.submit_slots": 240, "horizon": 240, "samples": 32}.items():
        arguments += ["--set", f"{key}={value}"]
    scarce = 700 * 10**6
    all_places, fewer = (foretold(Ran(program, "validate", "--no-time", *arguments, addresses=addresses)) for addresses in (None, scarce))
    require(fewer < scarce < all_places, f"foretold are {all_places / 1e6:.0f} MB, where memory is scarce {fewer / 1e6:.0f} MB")
    told = [Ran(program, "run", *arguments, "--quiet", "--out", folder / f"{addresses}.h5", addresses=addresses)
            for addresses in (None, scarce)]
    require([ran.code for ran in told] == [0, 0], told[0].err + told[1].err)
    require(told[0].out == told[1].out, "another result where memory is scarce")


def bounds(program, folder):
    fewer_side_by_side(program, folder)
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
        {"refusal": refusal, "bounds": bounds}[part](os.path.abspath(program), pathlib.Path(folder))


if __name__ == "__main__":
    main()
