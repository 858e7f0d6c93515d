#!/usr/bin/env python3
"""How fast logs are imported, beside the plain twin of the tests: import_speed.py PROGRAM HOUR [--hours N] [--same]

HOUR is tasks_1h.csv of Alibaba's trace of 2018, plain or .gz. Its rows become a batch_task.csv N times (default: 212, the 14.3 M rows of
the whole trace), each time with names of its own or, with --same, with the same. The twin reads one of them. In brackets: rows a
second of the processor, whatever else runs on the machine.
"""
import argparse
import csv
import gzip
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "traces"))
import twin  # noqa: E402


def write(path, rows, hours, same):
    with path.open("w") as file:
        for hour in range(hours):
            name, first = "" if same else f"_{hour}", 86400 + 3600 * hour
            file.writelines(f"{row['task']},{row['instances']},{row['job']}{name},1,Terminated,{first + int(row['arrive_s'])},"
                            f"{first + int(row['arrive_s']) + int(row['duration_s'])},{row['plan_cpu']},{row['plan_mem']}\n"
                            for row in rows)


def seconds(work):
    """By the clock, and of the processors."""
    start, before = time.monotonic(), processor()
    work()
    return time.monotonic() - start, processor() - before


def processor():
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("hour", type=Path)
    parser.add_argument("--hours", type=int, default=212)
    parser.add_argument("--same", action="store_true")
    options = parser.parse_args()
    opened = gzip.open if options.hour.suffix == ".gz" else open
    with opened(options.hour, "rt") as file:
        rows = list(csv.DictReader(file))
    with tempfile.TemporaryDirectory(prefix="fairslot_import_speed_") as folder:
        one, all_hours = Path(folder) / "hour.csv", Path(folder) / "batch_task.csv"
        write(one, rows, 1, True)
        write(all_hours, rows, options.hours, options.same)
        command = [options.program.resolve(), "import", "alibaba2018", all_hours, "--out", Path(folder) / "t.h5", "--quiet"]
        count = len(rows) * options.hours
        own = [count / s / 1e6 for s in seconds(lambda: subprocess.run(command, check=True))]
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        plain = [len(rows) / s / 1e6 for s in seconds(lambda: twin.alibaba2018(one))]
    print(f"{count} rows: {own[0]:.2f} ({own[1]:.2f}) M rows/s, {most:.0f} MiB; twin {plain[0]:.3f} ({plain[1]:.3f}) M rows/s: "
          f"{own[0] / plain[0]:.1f} ({own[1] / plain[1]:.1f}) times")


if __name__ == "__main__":
    main()
