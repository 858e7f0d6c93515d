#!/usr/bin/env python3
"""Cuts the tables of this folder out of the full copies of the public traces.

    extract.py TRACES

TRACES holds the folders alibaba-batch-2018, google-2011 and swim-facebook that README.md describes.
"""
import collections
import csv
import gzip
import pathlib
import sys

here = pathlib.Path(__file__).parent
traces = pathlib.Path(sys.argv[1])
alibaba, google = traces / "alibaba-batch-2018", traces / "google-2011"


def rows(path):
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path)
    with opened as file:
        return list(csv.DictReader(file))


def write(name, header, table):
    with open(here / name, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(table)


def hundredths(text):
    """0.39 per cent -> 39."""
    return round(float(text) * 100)


counts = collections.defaultdict(list)
for row in rows(alibaba / "hist.csv.gz"):
    counts[row["variable"]].append(row)

for variable in ("instances_per_task", "instance_duration_s", "task_plan_cpu"):
    write(f"{variable}.csv", ("value", "count"), sorted((int(r["value"]), int(r["count"])) for r in counts[variable]))
write("task_plan_mem.csv", ("value_x100", "count"),
      sorted((hundredths(r["value"]), int(r["count"])) for r in counts["task_plan_mem"]))

write("cpu_mem_pairs.csv", ("plan_cpu", "plan_mem_x100", "tasks"),
      sorted((int(r["plan_cpu"]), hundredths(r["plan_mem"]), int(r["tasks"]))
             for r in rows(alibaba / "cpu_mem_pairs_1h.csv")))

tasks = collections.Counter(
    (int(r["instances"]), int(r["duration_s"]), int(r["plan_cpu"]), hundredths(r["plan_mem"]))
    for r in rows(alibaba / "tasks_1h.csv.gz"))
write("task_rows.csv", ("instances", "duration_s", "plan_cpu", "plan_mem_x100", "tasks"),
      sorted(key + (count,) for key, count in tasks.items()))

jobs = collections.Counter(int(r["jobs"]) for r in rows(google / "users.csv.gz"))
write("google_jobs_per_user.csv", ("jobs", "users"), sorted(jobs.items()))

write("table3_servers.csv", ("servers", "cpu_cores", "memory_gb"),
      [(r["servers"], r["cpu_cores"], r["memory_gb"]) for r in rows(alibaba / "tvtsf_servers.csv")])

write("swim_fb2009_0.csv", ("map_input_bytes", "shuffle_bytes"),
      [(r["map_input_bytes"], r["shuffle_bytes"]) for r in rows(traces / "swim-facebook" / "fb2009_0.csv.gz")])
