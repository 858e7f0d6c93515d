#!/usr/bin/env python3
"""Worked examples through the command line: run.py PROGRAM [--update] [CASE...]

Each problem in problems/ is run under its policies. Picks and JSON must equal the files in
expected/ (--update writes them), and the numbers of tables.py, which were worked out by hand.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import tables

HERE = pathlib.Path(__file__).resolve().parent
MEMORYLESS = ["tsf", "tsf:memory=slot", "cdrf", "cdrf:memory=slot"]
CASES = {
    "t1": ["tvtsf"],
    "t2": ["tvtsf", "tvtsf:h=full", "tvtsf:h=fluid"],
    "t3": ["tvtsf", *MEMORYLESS],
    "t4": ["tvtsf"],
    "t4_equal": ["tvtsf"],
    "t4_jobs": ["tvtsf"],
    "job_weights": ["tvtsf", "tsf", "tvtsf:h=full", "tvtsf:h=fluid"],
    "per_server": ["tsf", "drf", "drfh:fit=first"],
    "per_server_most": ["tvtsf", "tsf"],
    "t4_own": ["tvtsf:weights=contribution"],
    "contribution": ["tvtsf:weights=contribution", "tvtsf:h=full,denominators=since_start,weights=contribution"],
    "t5a": ["tvtsf"],
    "t5b": ["tvtsf"],
    "t6": ["tvtsf", "tsf"],
    "t7": ["tvtsf"],
    "t8": ["tvtsf", *MEMORYLESS],
    "blocked": ["tvtsf:denominators=since_start", "drf:strict=1", "drfh:fit=first,permitted=ignore", "fifo"],
    "fits": ["drfh"] + [f"drfh:fit={fit}" for fit in ("first", "worst", "tightest", "dot", "cosine")],
    "memory": ["tsf", "tsf:memory=slot"],
    "idle": ["tvtsf", "tvtsf:denominators=since_arrival", "tvtsf:denominators=since_start"],
    "strict": ["drf", "drf:strict=1"],
    "shapes": ["drfh", "drfh:fit=first"],
    "permitted": ["drfh", "drfh:permitted=ignore"],
    "thesis": ["drf", "drf:strict=1"],
    "thesis_strict": ["drf", "drf:strict=1"],
    "drf_zero": ["drf"],
    "drfh": ["drfh", "drfh:fit=first"],
    "cmmf": ["cmmf", "cmmf:order=reversed"],
    "cmmf_second": ["cmmf:resource=1"],
    "cdrf_g": ["cdrf_g", "tsf"],
    "decayed": ["decayed", "decayed:half_life=1", "lt_drf"],
    "decayed_memory": ["decayed:half_life=1", "decayed:memory=slot,half_life=1"],
    "dynamic_drf": ["dynamic_drf:alpha=0", "dynamic_drf", "dynamic_drf:alpha=1"],
    "dynamic_drf_two": ["dynamic_drf:alpha=0", "dynamic_drf:alpha=1"],
    "sdrf": ["sdrf:delta=0.5", "sdrf:delta=0.5,fit=pool,strict=1"],
    "fair": ["fair"],
    "slots": ["slots:per=1", "slots:per=4", "drfh"],
    "karma": ["karma"],
    "karma_bound": ["karma", "karma:alpha=0"],
    "events": ["drfh", "tvtsf"],
    "events_end": ["drfh"],
    "events_terms": ["tvtsf", "capacity", "capacity:elastic=0"],
    "policy_drfh": ["fifo"],
    "policy_tvtsf": ["tsf"],
    "policy_karma": ["tvtsf"],
    "policy_same": ["fifo"],
    "ties": ["tsf", "tsf:ties=random", "tsf:ties=random,seed=18446744073709551615"],
    "order": ["drfh", "drfh:order=reversed", "drfh:order=random"],
    "passing": ["drfh", "drfh:backfill=1", "drfh:skip_unplaceable=1"],
    "passing_turn": ["cdrf:backfill=1"],
    "skip_leave": ["tsf:skip_unplaceable=1"],
    "leave": ["tsf", "tsf:skip_unplaceable=1", "tvtsf", "fifo:backfill=1"],
    "eunomia": ["eunomia", "tsf"],
    "capacity": ["capacity", "capacity:elastic=0"],
    "psdsf": ["psdsf", "drfh", "tsf", "cdrf"],
    "hdrf": ["hdrf", "hdrf:rescale=1"],
    "hdrf_nested": ["hdrf", "hdrf:rescale=1", "capacity"],
}


def call(program, *arguments):
    done = subprocess.run([program, "run", *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, arguments))}: exit code {done.returncode}: {done.stderr}")
    return done.stdout


def outputs(program, case):
    """Name and text of all that the program says about a case."""
    problem = HERE / "problems" / f"{case}.json"
    policies = [word for name in CASES[case] for word in ("--policy", name)]
    yield f"{case}.json", call(program, problem, *policies, "--json")
    yield f"{case}.txt", call(program, problem, *policies)
    with tempfile.TemporaryDirectory() as folder:
        for name in CASES[case]:
            picks = pathlib.Path(folder) / f"{name}.csv"
            call(program, problem, "--policy", name, "--picks", picks, "--quiet")
            yield f"{case}.{name.replace(':', '.')}.csv", picks.read_text()


def difference(expected, actual):
    """The first line that differs."""
    lines = zip(expected.splitlines() + ["(end)"], actual.splitlines() + ["(end)"])
    for number, (old, new) in enumerate(lines, 1):
        if old != new:
            return f"line {number}: expected {old!r}, got {new!r}"
    return "line ends differ"


def check(program, case, update):
    """Returns what is wrong."""
    wrong = []
    texts = dict(outputs(program, case))
    for name, text in texts.items():
        path = HERE / "expected" / name
        if update:
            path.write_text(text)
        elif not path.exists():
            wrong.append(f"{name}: no such file in expected/ (--update writes it)")
        elif path.read_text() != text:
            wrong.append(f"{name}: {difference(path.read_text(), text)}")
    problem = json.loads((HERE / "problems" / f"{case}.json").read_text())
    results = {policy["name"]: policy for policy in json.loads(texts[f"{case}.json"])["policies"]}
    for name in CASES[case]:
        run = tables.Run(problem, texts[f"{case}.{name.replace(':', '.')}.csv"], results[name])
        wrong += [f"{case}, {name}: {problem}" for problem in tables.check(case, name, run)]
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("cases", nargs="*", default=list(CASES))
    parser.add_argument("--update", action="store_true", help="write expected/ anew")
    options = parser.parse_args()
    wrong = [line for case in options.cases for line in check(options.program, case, options.update)]
    print("\n".join(wrong) if wrong else f"{len(options.cases)} worked examples agree")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
