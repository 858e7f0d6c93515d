"""Writes trace files from data frames, as `fairslot import` does (format: README.md beside this file)."""

import os
import tempfile
from pathlib import Path

import h5py
import numpy
import pandas

TRACE_FORMAT_VERSION = 1

# Where a frame has no such column.
STANDARD = {"weight": 1.0, "submit_ms": 0, "duration_ms": -1, "tasks": 1, "allowed": -1, "per_server": -1,
            "class": -1, "speed": 1.0}


def _text(values):
    """UTF-8 of a fixed length."""
    encoded = [str(value).encode() for value in values]
    return numpy.array(encoded, dtype=h5py.string_dtype("utf-8", max([1, *map(len, encoded)])))


def _numbers(frame, name):
    """Of a column; not durations and dates, which would come out as nanoseconds."""
    values = frame[name].to_numpy()
    if values.dtype.kind == "O":
        values = numpy.array(values.tolist())
    if values.dtype.kind not in "biuf":
        raise ValueError(f"{name}: not all are numbers")
    return values


def _table(table, frame, columns):
    """Rows with these columns (name, type), "S": of the length that the texts have."""
    unknown = [str(name) for name in frame if name not in dict(columns)]
    if unknown:
        allowed = ", ".join(name for name, _ in columns)
        raise ValueError(f"{table}: unknown column {unknown[0]} (allowed: {allowed})")
    fields = []
    for name, kind in columns:
        if name in frame:
            values = _text(frame[name]) if kind == "S" else _numbers(frame, name)
        elif kind == "S":
            values = _text(range(len(frame)))
        elif len(frame) and name not in STANDARD:
            raise ValueError(f"no column {name}")
        else:
            values = numpy.full(len(frame), STANDARD.get(name, 0))
        with numpy.errstate(invalid="ignore"):
            typed = values if kind == "S" else values.astype(kind)
        if kind in ("<i4", "<i8") and not (typed == values).all():
            raise ValueError(f"{name}: not all are integers of {typed.dtype.itemsize * 8} bits")
        fields.append((name, typed))
    rows = numpy.zeros(len(frame), dtype=[(name, values.dtype) for name, values in fields])
    for name, values in fields:
        rows[name] = values
    return rows


def _numbered(frame, name):
    return frame.reset_index(drop=True).assign(**{name: numpy.arange(len(frame))})


def _allowed(sets):
    if isinstance(sets, pandas.DataFrame) or any(isinstance(own, str) for classes in sets for own in classes):
        raise ValueError("allowed: no lists of numbers of classes")
    pairs = [(number, own) for number, classes in enumerate(sets) for own in sorted(set(classes))]
    return pandas.DataFrame(pairs, columns=["allowed", "class"], dtype="int64")


def _tables(resources, jobs, users, nodes, classes, allowed):
    if "user" not in jobs:
        raise ValueError("no column user")
    users = pandas.DataFrame(index=range(int(_numbers(jobs, "user").max()) + 1)) if users is None else users
    nodes = pandas.DataFrame() if nodes is None else nodes
    classes = pandas.DataFrame({"name": list(classes)}, dtype=object)
    jobs = jobs.assign(submit_ms=jobs.get("submit_ms", 0))
    jobs = jobs.sort_values("submit_ms", kind="stable")
    jobs = jobs.assign(submit_ms=jobs["submit_ms"] - jobs["submit_ms"].iloc[0])
    demands = [(f"demand_{name}", "<i4") for name in resources]
    capacities = [(f"capacity_{name}", "<i4") for name in resources]
    columns = {
        "users": [("user", "<i4"), ("name", "S"), ("weight", "<f8")],
        "jobs": [("user", "<i4"), ("name", "S"), ("submit_ms", "<i8"), ("duration_ms", "<i8"), ("tasks", "<i4"), *demands,
                 ("allowed", "<i4"), ("per_server", "<i4")],
        "nodes": [("node", "<i4"), ("name", "S"), ("class", "<i4"), ("speed", "<f8"), *capacities],
        "classes": [("class", "<i4"), ("name", "S")],
        "allowed": [("allowed", "<i4"), ("class", "<i4")],
    }
    frames = {"users": _numbered(users, "user"), "jobs": jobs, "nodes": _numbered(nodes, "node"),
              "classes": _numbered(classes, "class"), "allowed": _allowed(allowed)}
    return {name: _table(name, frames[name], columns[name]) for name in columns}


def write_trace(path, resources, jobs, users=None, nodes=None, classes=(), allowed=()):
    """A trace file of data frames.

    resources: names. jobs: columns user (from 0) and demand_RESOURCE; name, submit_ms, duration_ms, tasks, allowed and
    per_server as they are there. users: name, weight; without it so many as jobs name. nodes: capacity_RESOURCE; name,
    class, speed. classes: names. allowed: lists of classes, of which `allowed` in jobs is the place. Jobs are put in the
    order of their submission, and time begins with the first. `fairslot validate` checks the file.
    """
    if len(jobs) == 0:
        raise ValueError("jobs: there are none")
    tables = _tables(list(resources), jobs, users, nodes, classes, allowed)
    path = Path(path)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder:
        with h5py.File(Path(folder) / "trace.h5", "w") as file:
            facts = file.create_group("trace").attrs
            facts["format_version"] = numpy.int64(TRACE_FORMAT_VERSION)
            facts["format"] = numpy.bytes_("write_trace")
            facts["resources"] = _text(resources)
            facts["rows_read"], facts["rows_bad"] = numpy.int64(len(jobs)), numpy.int64(0)
            for name, rows in tables.items():
                file.create_dataset(name, data=rows, chunks=(max(1, min(len(rows), 4096)),), compression="gzip",
                                    compression_opts=1, shuffle=True, fletcher32=True, maxshape=(None,))
        os.replace(Path(folder) / "trace.h5", path)
