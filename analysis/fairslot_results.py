"""The one reader of fairslot's results files (format: README.md beside this file)."""

import h5py
import pandas

FORMAT_VERSION = 2
METRICS = ("waiting", "queueing", "completion")


class ResultsError(Exception):
    """The file is no results file that this reader knows; one line that says why."""


def frame(dataset):
    """A stored table as a DataFrame, its texts as str."""
    table = pandas.DataFrame(dataset[:])
    for name, (kind, _) in dataset.dtype.fields.items():
        if kind.kind in "SO":
            table[name] = table[name].str.decode("utf-8")
    return table


def _open(path):
    try:
        with open(path, "rb"):
            pass
        file = h5py.File(path, "r")
    except OSError as error:
        damage = "it is truncated" if "truncated" in str(error) else "it is not HDF5"
        raise ResultsError(f"{path}: cannot be read ({error.strerror or damage})") from None
    if "scenario" not in file or "format_version" not in file["scenario"].attrs:
        raise ResultsError(f"{path}: not a results file of fairslot (it has no /scenario)")
    version = int(file["scenario"].attrs["format_version"])
    if version != FORMAT_VERSION:
        raise ResultsError(f"{path}: format {version}, this reader knows {FORMAT_VERSION}")
    if "complete" not in file["run"].attrs or "summary" not in file:
        raise ResultsError(f"{path}: unfinished (it has no /summary)")
    return file


class Results:
    """An open results file. `with Results(path) as results: results.table("tsf", "jobs")`."""

    def __init__(self, path):
        self.path = str(path)
        self.file = _open(path)
        scenario, run = self.file["scenario"].attrs, self.file["run"].attrs
        self.name = scenario["name"]
        self.samples = int(scenario["samples"])
        self.policies = list(scenario["policies"])
        self.complete = bool(run["complete"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def text(self):
        """The effective scenario (TOML) or problem (JSON)."""
        return self.file["scenario/text"].asstr()[()]

    def points(self):
        """A row a sweep point, a column a swept key."""
        return frame(self.file["points"])

    def labels(self):
        """A short text a sweep point, e.g. "workload.large_share = 0.25"."""
        keyed = self.points().drop(columns="point").astype(object)
        rows = [", ".join(f"{key} = {row[key]}" for key in keyed) for _, row in keyed.iterrows()]
        mixes = (self.summary("points").large_share < 0) & ("workload.large_share" in keyed)
        return [(row or self.name) + (" (trace mix)" if mix else "") for row, mix in zip(rows, mixes)]

    def table(self, policy, name):
        """"runs", "jobs", "users", "slots" or "picks" of a policy."""
        return frame(self.file[f"policies/{policy}/{name}"])

    def summary(self, name):
        """"moments", "sample_means" or "gains"."""
        return frame(self.file[f"summary/{name}"])

    def cdf(self, policy, metric):
        """Values and how many are at or below them, by point."""
        return frame(self.file[f"summary/cdf/{policy}/{metric}"])
