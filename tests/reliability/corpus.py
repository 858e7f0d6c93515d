"""Writes what the corpus holds besides its files: corpus.py FOLDER PROGRAM.

FOLDER/{scenario,problem,policy,instance} get the attacks that are one thing many times over, FOLDER/results what
PROGRAM makes of a small scenario, copies of it that are sound HDF5 with a part of another shape,
sealed anew, and FOLDER/trace what it imports from corpus/import.
"""

import hashlib
import pathlib
import shutil
import sys

import h5py
import numpy

from results import HERE, run

sys.path.insert(0, str(HERE.parents[1] / "analysis"))

from fairslot_results import SEAL, _Walk, _Wrong  # noqa: E402

DEEP = 14_000

SCENARIOS = {
    "deep_keys": f"{'.'.join('a' * DEEP)} = 1\n",
    "deep_tables": f"[{'.'.join('a' * DEEP)}]\n",
    "deep_inline": "x = " + "{a = " * DEEP + "1" + "}" * DEEP,
    "deep_lists": "x = " + "[" * DEEP + "]" * DEEP,
    "deep_set": f"\x1ex={{{'.'.join('a' * DEEP)} = 1}}",
    "deep_set_key": f"\x1e{'.'.join('a' * DEEP)}=1",
    "deep_set_list": "\x1eseed=" + "[" * DEEP + "]" * DEEP,
    "dots_in_a_comment": "# " + "." * 1001 + "\nseed = 1\n",
    "dots_in_a_text": f'description = "{"a." * 1001}"\n',
    "long_name": f'name = "{"n" * 70_000}"\n',
    "long_name_set": f"\x1ename={'n' * 70_000}",
    "long_key": f"{'k' * 70_000} = 1\n",
    "long_line": "# " + "x" * 200_000,
    "long_integer": f"seed = {'9' * 10_000}\n",
    "long_float": f"workload.large_share = 0.{'1' * 10_000}\n",
    "many_values": f'[[sweep]]\nkey = "seed"\nvalues = [{", ".join(map(str, range(2000)))}]\n',
    "many_combinations": "".join(f'[[sweep]]\nkey = "{key}"\nvalues = {list(range(1, 200))}\n'
                                 for key in ("seed", "workload.jobs", "workload.submit_slots")),
    "many_policies": f"policies = {['tvtsf'] * 2000}\n",
    "many_tables": "[[users]]\n" * 5000,
    "many_sets": "\x1eseed=1" * 300,
}
PROBLEMS = {
    "deep_lists": "[" * 100_000,
    "deep_closed": "[" * DEEP + "]" * DEEP,
    "deep_objects": '{"a":' * DEEP + "1" + "}" * DEEP,
    "deep_in_place": '{"K": 1, "servers": ' + "[" * DEEP + "]" * DEEP + ', "users": []}',
    "long_key": f'{{"{"k" * 70_000}": 1}}',
    "long_name": f'{{"K": 1, "resources": ["{"n" * 70_000}"], "servers": [[1]], "users": []}}',
    "long_number": f'{{"K": {"9" * 10_000}}}',
    "many_keys": "{" + ", ".join(f'"k{i}": 1' for i in range(5000)) + "}",
    "many_users": '{"K": 1, "servers": [[1]], "users": [' + ", ".join(['{"jobs": []}'] * 5000) + "]}",
    "many_servers": '{"K": 1, "servers": [' + ", ".join(["[1]"] * 5000) + '], "users": []}',
    "zeros": "\0" * 70_000,
}
POLICIES = {
    "long": "x" * 100_000,
    "long_option": f"tsf:{'o' * 100_000}=slot",
    "long_value": f"tsf:memory={'v' * 100_000}",
    "many_options": "tsf:" + "memory=slot," * 20_000,
    "controls": "\x1b[31m\r" * 20_000,
}


INSTANCES = {
    "long_name": f'name = "{"n" * 70_000}"\n',
    "many_users": "capacity = [1]\n" + "[[users]]\ndemand = [1]\n" * 3000,
    "many_resources": f"capacity = {[1] * 5000}\n",
    "many_servers": "[[servers]]\ncapacity = [1]\ncount = 1000000\n[[users]]\ndemand = [1]\n",
    "many_points": f'capacity = [1]\n[[users]]\ndemand = [1]\nutility = {{kind = "points", points = {[[i, i] for i in range(3000)]}}}\n',
}


def write_texts(folder):
    for kind, texts in (("scenario", SCENARIOS), ("problem", PROBLEMS), ("policy", POLICIES), ("instance", INSTANCES)):
        place = folder / kind
        place.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (place / name).write_bytes(text.encode())


def stored(value):
    """Texts as fairslot stores them, of a fixed length."""
    array = numpy.asarray(value)
    return numpy.char.encode(array, "utf-8") if array.dtype.kind == "U" else array


def replace_attribute(path, name, value):
    """An attribute of another type, rank or size; None: none at all."""
    def change(file):
        del file[path].attrs[name]
        if value is not None:
            file[path].attrs[name] = stored(value)
    return change


def create(file, path, rows, units, **how):
    """A table as fairslot makes them."""
    how = {"chunks": (max(1, len(rows)),), "maxshape": (None,), "shuffle": True, "compression": 1,
           "fletcher32": True} | how
    table = file.create_dataset(path, data=rows, **how)
    table.attrs["units"] = units
    table.attrs["sha256"] = stored(hashlib.sha256(rows.tobytes()).hexdigest())


def replace(path, make, **how):
    """What `make` gives in place of a table's rows; None: no table."""
    def change(file):
        rows, units = make(file[path][()]), file[path].attrs.get("units", stored([""]))
        del file[path]
        if rows is not None:
            create(file, path, rows, units, **how)
    return change


def seal(file):
    """Digests that are right again, as far as the file still is one that has any."""
    try:
        for group, left_out in (("run", None), ("/", "run")):
            file[group].attrs[SEAL] = stored(_Walk(file[group], left_out).hash.hexdigest())
    except (_Wrong, KeyError):
        pass  # refused before its digest is looked at


def with_value(column, value):
    def make(rows):
        rows[column] = value
        return rows
    return make


def claim_rows(count):
    """A table said to have so many rows, most of which are not stored."""
    def change(file):
        file["summary/moments"].resize(count, axis=0)
    return change


def link(path, to):
    def change(file):
        del file[path]
        file[path] = h5py.SoftLink(to)
    return change


def replace_text(rows):
    def change(file):
        del file["scenario/text"]
        create(file, "scenario/text", rows, stored([""]))
    return change


RESULTS = {
    "version_200_numbers": replace_attribute("scenario", "format_version", list(range(200))),
    "version_text": replace_attribute("scenario", "format_version", "2"),
    "version_float": replace_attribute("scenario", "format_version", 2.0),
    "version_missing": replace_attribute("scenario", "format_version", None),
    "hash_numbers": replace_attribute("scenario", "hash", list(range(64))),
    "hash_long": replace_attribute("scenario", "hash", "a" * 60_000),
    "policies_50_names": replace_attribute("summary", "policies", [f"p{i}" for i in range(50)]),
    "policies_one": replace_attribute("summary", "policies", "tvtsf"),
    "policies_numbers": replace_attribute("summary", "policies", [1, 2]),
    "policies_missing": replace_attribute("summary", "policies", None),
    "scenario_policies_numbers": replace_attribute("scenario", "policies", [1, 2]),
    "samples_negative": replace_attribute("summary", "samples", -4),
    "samples_huge": replace_attribute("summary", "samples", 10**15),
    "samples_many": replace_attribute("summary", "samples", [2, 2]),
    "complete_seven": replace_attribute("run", "complete", 7),
    "complete_missing": replace_attribute("run", "complete", None),
    "moments_empty": replace("summary/moments", lambda rows: rows[:0]),
    "moments_shortened": replace("summary/moments", lambda rows: rows[:-1]),
    "moments_missing": replace("summary/moments", lambda rows: None),
    "moments_square": replace("summary/moments", lambda rows: rows.reshape(2, -1), chunks=(1, 1), maxshape=None),
    "moments_plain": replace("summary/moments", lambda rows: rows, shuffle=None, compression=None, fletcher32=None),
    "moments_numbers": replace("summary/moments", lambda rows: rows["count"]),
    "moments_other_columns": replace("summary/moments", lambda rows: rows[["point", "count"]]),
    "moments_counts_negative": replace("summary/moments", with_value("count", -1)),
    "moments_claimed": claim_rows(10**15),
    "moments_loop": link("summary/moments", "/summary/moments"),
    "summary_elsewhere": link("summary", "/policies"),
    "sample_means_shortened": replace("summary/sample_means", lambda rows: rows[:-1]),
    "sample_means_doubled": replace("summary/sample_means", lambda rows: rows.repeat(2)),
    "sample_means_of_no_point": replace("summary/sample_means", with_value("point", -1)),
    "sample_means_of_far_point": replace("summary/sample_means", with_value("point", 2**31 - 1)),
    "points_empty": replace("summary/points", lambda rows: rows[:0]),
    "settings_of_no_point": replace("summary/settings", with_value("point", 99)),
    "settings_shortened": replace("summary/settings", lambda rows: rows[:-1]),
    "gains_shortened": replace("summary/gains", lambda rows: rows[:-1]),
    "cdf_missing": replace("summary/cdf/tvtsf/waiting", lambda rows: None),
    "text_missing": replace("scenario/text", lambda text: None),
    "text_numbers": replace_text(numpy.arange(7)),
    "text_long": replace_text(numpy.array([b"x" * 1_000_000])),
    "names_that_steer": replace_attribute("summary", "scenario", "a\x1b[2Jb"),
    "policies_that_steer": replace_attribute("summary", "policies", ["tvtsf\x1b[31m", "tsf\r"]),
    "groups_many": lambda file: [file.create_group(f"policies/p{i}") for i in range(500)],
    "groups_deep": lambda file: file.create_group("/".join("d" * 300)),
    "group_linked_twice": lambda file: file["summary"].__setitem__("again", file["/"]),
    "outside": lambda file: file.__setitem__("outside", h5py.ExternalLink("/etc/passwd", "/")),
}


def write_results(folder, program):
    folder.mkdir(parents=True, exist_ok=True)
    sound = folder / "sound"
    sound.unlink(missing_ok=True)
    done = run(program, "run", HERE / "tiny.toml", "--quiet", "--out", sound)
    if done.returncode != 0:
        sys.exit(f"tiny.toml: exit code {done.returncode}: {done.stderr}")
    data = sound.read_bytes()
    (folder / "cut").write_bytes(data[: len(data) // 2])
    (folder / "empty").write_bytes(b"")
    (folder / "text").write_bytes(b"not HDF5\n")
    (folder / "zeros").write_bytes(bytes(len(data)))
    for name, change in RESULTS.items():
        shutil.copy(sound, folder / name)
        with h5py.File(folder / name, "r+") as file:
            change(file)
            seal(file)


def write_traces(folder, program):
    folder.mkdir(parents=True, exist_ok=True)
    for seed in (HERE / "corpus/import").iterdir():
        form, text = seed.read_bytes().split(b"\n", 1)
        inputs = [folder / f"input{number}" for number in range(text.count(b"\x1e") + 1)]
        for path, part in zip(inputs, text.split(b"\x1e")):
            path.write_bytes(part)
        done = run(program, "import", form.decode(), *inputs, "--out", folder / form.decode(), "--quiet")
        for path in inputs:
            path.unlink()
        if done.returncode != 0:
            sys.exit(f"{seed.name}: exit code {done.returncode}: {done.stderr}")


if __name__ == "__main__":
    write_texts(pathlib.Path(sys.argv[1]))
    write_results(pathlib.Path(sys.argv[1]) / "results", sys.argv[2])
    write_traces(pathlib.Path(sys.argv[1]) / "trace", sys.argv[2])
