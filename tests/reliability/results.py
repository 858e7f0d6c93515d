"""What the tests of this folder know about results files: who is equal to whom."""

import pathlib
import subprocess

import h5py
import numpy

HERE = pathlib.Path(__file__).resolve().parent
OF_THE_RUN = {"/run@started", "/run@seconds", "/run@digest"}  # differ between two equal runs


HANGS = 1000  # the exit code of a run that never ends


def run(program, *arguments, **options):
    """A run's exit code, stdout and stderr."""
    command = [program, *map(str, arguments)]
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=20, **options)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, HANGS, "", "")


def contents(path):
    """All that a results file says: name -> value, in a form that can be compared."""
    found = {}

    def see(item):
        for key, value in item.attrs.items():
            found[f"{item.name}@{key}"] = numpy.asarray(value).tolist()
        if isinstance(item, h5py.Dataset):
            found[item.name] = (item.dtype, item[()].tobytes())
        else:
            for member in item.values():
                see(member)

    with h5py.File(path, "r") as file:
        see(file)
    return {name: value for name, value in found.items() if name not in OF_THE_RUN}
