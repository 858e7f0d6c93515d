"""The one reader of fairslot's results files (format: README.md beside this file).

A file may hold anything: nothing of it is believed before its type, its size and its digest were looked at.
"""

import contextlib
import hashlib
import stat
import tomllib
from pathlib import Path

import h5py
import numpy
import pandas

FORMAT_VERSION = 4
METRICS = ("waiting", "queueing", "completion")

SEAL = "digest"
NUMBERS = ("<i4", "<i8", "<f8")
CHECKED = [h5py.h5z.FILTER_FLETCHER32]  # not deflated
FILTERS = (CHECKED, [h5py.h5z.FILTER_SHUFFLE, h5py.h5z.FILTER_DEFLATE, *CHECKED])
MOST_DEFLATED = 1100  # bytes that a stored byte may become
UTF8 = (h5py.h5t.CSET_UTF8, h5py.h5t.STR_NULLPAD)
DEEPEST = 5  # /summary/cdf/NAME/METRIC, and a group more

# What pictures take of the tables of /summary.
COLUMNS = {
    "points": ("point", "samples"),
    "settings": ("point", "meaning"),
    "moments": ("point", "policy", "metric", "count", "mean", "sd"),
    "comparisons": ("point", "metric", "a", "against", "gain", "high", "published", "source"),
}


class ResultsError(Exception):
    """The file is no results file that this reader knows, or damaged; one line that says why."""


class _Wrong(Exception):
    """What is wrong, without the file's name."""


class _OtherVersion(_Wrong):
    """Whole, but not as this reader knows it."""


@contextlib.contextmanager
def _reading(path):
    try:
        yield
    except _OtherVersion as other:
        raise ResultsError(f"{path}: written by another version of fairslot ({other})") from None
    except _Wrong as wrong:
        raise ResultsError(f"{path}: not a results file of fairslot ({wrong})") from None
    except (OSError, ArithmeticError, LookupError, MemoryError, RuntimeError, TypeError, ValueError) as error:
        what = " ".join(str(error).split()) or type(error).__name__
        raise ResultsError(f"{path}: not a results file of fairslot (damaged: {what})") from None


def _member(group, name):
    """A member of the group itself: a link to another place or file is none."""
    if not isinstance(group.get(name, getlink=True), h5py.HardLink):
        raise _Wrong(f"{group.name} has no {name}")
    return group[name]


def _group(parent, name):
    group = _member(parent, name)
    if not isinstance(group, h5py.Group):
        raise _Wrong(f"{group.name} is no group")
    return group


def _known(dtype):
    return dtype.str in NUMBERS or dtype.kind == "S"


def _attribute(item, name):
    """As stored: a number or text of fixed length, or a list of them."""
    if name not in item.attrs:
        raise _Wrong(f"{item.name}@{name} is missing")
    stored = h5py.h5a.open(item.id, name.encode())
    if not _known(stored.dtype) or len(stored.shape) > 1:
        raise _Wrong(f"{item.name}@{name} has another type")
    kind = stored.get_type()
    if stored.dtype.kind == "S" and (kind.get_cset(), kind.get_strpad()) != UTF8:
        raise _Wrong(f"{item.name}@{name} is no UTF-8 with zeros after its end")
    value = numpy.empty(stored.shape, stored.dtype)
    stored.read(value)
    return value


def _integer(item, name):
    value = _attribute(item, name)
    if value.shape != () or value.dtype.kind != "i":
        raise _Wrong(f"{item.name}@{name} is not one integer")
    return int(value)


def _text(item, name):
    value = _attribute(item, name)
    if value.shape != () or value.dtype.kind != "S":
        raise _Wrong(f"{item.name}@{name} is not one text")
    return bytes(value[()]).decode()


def _texts(item, name):
    value = _attribute(item, name)
    if value.ndim != 1 or value.dtype.kind != "S":
        raise _Wrong(f"{item.name}@{name} is no list of texts")
    return [text.decode() for text in value.tolist()]


def _columns(table):
    """Name and type of each; one without a name where the table is a text."""
    fields = table.dtype.fields or {"": (table.dtype, 0)}
    columns = [(name, fields[name][0]) for name in table.dtype.names or [""]]
    if sum(kind.itemsize for _, kind in columns) != table.dtype.itemsize or not all(_known(kind) for _, kind in columns):
        raise _Wrong(f"{table.name} has columns of other types")
    return columns


def _table(parent, name):
    """A table as fairslot writes them: in chunks of this very file, under the usual filters."""
    table = _member(parent, name)
    if not isinstance(table, h5py.Dataset) or table.ndim != 1 or not table.chunks:
        raise _Wrong(f"{table.name} is no table")
    plan = table.id.get_create_plist()
    if [plan.get_filter(i)[0] for i in range(plan.get_nfilters())] not in FILTERS:
        raise _Wrong(f"{table.name} is stored under other filters")
    _columns(table)
    if table.chunks[0] > max(1, table.size):
        raise _Wrong(f"{table.name} has chunks of another size")
    if table.size * table.dtype.itemsize > table.id.get_storage_size() * MOST_DEFLATED:
        raise _Wrong(f"{table.name} has fewer than its {table.size} rows")
    return table


def _rows(table):
    try:
        rows = table[:]
    except OSError:
        raise _Wrong(f"{table.name} is damaged: its rows cannot be read") from None
    if hashlib.sha256(rows.tobytes()).hexdigest() != _text(table, "sha256"):
        raise _Wrong(f"{table.name} is damaged: its rows have changed")
    return rows


class _Walk:
    """The digest of everything below a group but the rows, for which each table's sha256 stands."""

    def __init__(self, group, left_out=None):
        self.hash, self.tables, self.seen, self.left_out = hashlib.sha256(), [], set(), left_out
        self.add_group(group, 0)

    def put(self, *texts):
        for text in texts:
            text = text if isinstance(text, bytes) else str(text).encode()
            self.hash.update(b"%d:" % len(text) + text)

    def add_group(self, group, depth):
        self.require_first_sight(group)
        if depth > DEEPEST:
            raise _Wrong(f"{group.name} is too deep")
        self.put("group", group.name)
        self.add_attributes(group)
        for name in sorted(group):
            if depth == 0 and name == self.left_out:
                continue
            if isinstance(_member(group, name), h5py.Group):
                self.add_group(group[name], depth + 1)
            else:
                self.add_table(_table(group, name))

    def add_table(self, table):
        self.require_first_sight(table)
        self.put("table", table.name, table.size)
        for name, kind in _columns(table):
            self.put(name, kind.str)
        self.add_attributes(table)
        self.tables.append(table)

    def add_attributes(self, item):
        for name in sorted(set(item.attrs) - {SEAL}):
            value = _attribute(item, name)
            self.put("attribute", item.name, name, value.dtype.str, *map(str, value.shape or [""]), value.tobytes())

    def require_first_sight(self, item):
        place = h5py.h5o.get_info(item.id).addr
        if place in self.seen:
            raise _Wrong(f"{item.name} is linked twice")
        self.seen.add(place)


def _check_seal(file):
    """All tables of a file whose names, columns and attributes are as they were written."""
    for group, left_out in ((_group(file, "run"), None), (file["/"], "run")):
        walk = _Walk(group, left_out)
        if walk.hash.hexdigest() != _text(group, SEAL):
            raise _Wrong(f"{group.name}@{SEAL} is another: names, attributes or columns have changed")
    return walk.tables


def _frame(rows):
    """A table as a DataFrame, its texts as str."""
    table = pandas.DataFrame(rows)
    for name in rows.dtype.names:
        if rows.dtype[name].kind == "S":
            table[name] = table[name].str.decode("utf-8")
    return table


def _why(error):
    """Why HDF5 opens a file not."""
    text = str(error)
    if "h5clear" in text:
        return ("marked as open for writing: its writer goes on or has crashed; where none goes on, "
                "h5clear --status takes the mark off and fairslot verify says whether the file is whole")
    if "unable to lock file" in text or "already open" in text:
        return "another program has it open for writing"
    return error.strerror or ("it is truncated" if "truncated" in text else "it is not HDF5, or damaged")


def _open(path):
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):
            raise ResultsError(f"{path}: cannot be read (it is no plain file)")
        with open(path, "rb"):
            pass
        return h5py.File(path, "r")
    except (OSError, RuntimeError) as error:
        raise ResultsError(f"{path}: cannot be read ({_why(error)})") from None


class Results:
    """An open results file. `with Results(path) as results: results.table("tsf", "jobs")`.

    Every table is checked against its digest when it is read; verify() looks at all of them.
    """

    def __init__(self, path):
        self.path = str(path)
        self.file = _open(path)
        with _reading(path):
            scenario = _group(self.file, "scenario")
            version = _integer(scenario, "format_version")
            if version != FORMAT_VERSION:
                raise _OtherVersion(f"format {version}; this reader knows {FORMAT_VERSION}")
            self.tables = _check_seal(self.file)
            self.name = _text(scenario, "name")
            self.samples = _integer(scenario, "samples")
            self.shard = (_integer(scenario, "shard"), _integer(scenario, "shards")) if "shards" in scenario.attrs else (0, 1)
            self.every = _integer(scenario, "every") if "every" in scenario.attrs else 1
            self.policies = _texts(scenario, "policies")
            self.digest = _text(self.file, SEAL)
            self.complete = _integer(_group(self.file, "run"), "complete") == 1

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def frame(self, path):
        """Any table: frame("cluster"), frame("summary/gains")."""
        with _reading(self.path):
            return _frame(_rows(self._stored(path)))

    def states(self, path, column):
        """Names of the values of a table's column, from 0 on."""
        with _reading(self.path):
            return _texts(self._stored(path), column)

    def _stored(self, path):
        item = self.file
        *groups, name = path.split("/")
        for group in groups:
            item = _group(item, group)
        return _table(item, name)

    def verify(self):
        """Reads every row of the file; ResultsError where one has changed."""
        with _reading(self.path):
            for table in self.tables:
                _rows(table)

    def text(self):
        """The effective scenario (TOML) or problem (JSON)."""
        with _reading(self.path):
            rows = _rows(_table(_group(self.file, "scenario"), "text"))
            if rows.dtype.kind != "S" or len(rows) != 1:
                raise _Wrong("/scenario/text is not one text")
            return rows[0].decode()

    def as_filed(self):
        """The file that was solved, as a document; empty where there were several, or --set changed it."""
        text = self.text()
        if len(self.points()) > 1 or any(line.startswith("# --set ") for line in text.splitlines()):
            return {}
        with _reading(self.path):
            return tomllib.loads(text)

    def points(self):
        """A row a sweep point, a column a swept key."""
        return self.frame("points")

    def labels(self):
        """A short text a sweep point, e.g. "workload.large_share = 0.25", with what is missing."""
        keyed = self.points().drop(columns="point").astype(object)
        rows = [", ".join(f"{key} = {row[key]}" for key in keyed) or self.name for _, row in keyed.iterrows()]
        if "settings" in self.file["summary"]:
            settings = self.summary("settings")
            for point, meaning in zip(settings["point"], settings["meaning"]):
                rows[point] += f" ({meaning})" if meaning else ""
        return [row + (f" ({n} of {self.samples} samples)" if n < self.samples else "")
                for row, n in zip(rows, self.summary("points")["samples"])]

    def table(self, policy, name):
        """"runs", "jobs", "users", "slots" or "picks" of a policy."""
        return self.frame(f"policies/{policy}/{name}")

    def summary(self, name):
        """"moments", "sample_means" or "gains"."""
        table = self.frame(f"summary/{name}")
        with _reading(self.path):
            for column in COLUMNS.get(name, ()):
                if column not in table:
                    raise _OtherVersion(f"/summary/{name} has no {column}")
        return table

    def mechanisms(self):
        """Those whose answers are here, of `fairslot solve`."""
        return self.groups("solve")

    def groups(self, producer):
        """Those whose tables are in /PRODUCER; none where there is no such."""
        with _reading(self.path):
            return _texts(_group(self.file, producer), "groups") if producer in self.file else []

    def has_steps(self):
        with _reading(self.path):
            return "steps" in _texts(_group(self.file, "solve"), "tables")

    def answers(self, mechanism, name):
        """"instances", "users", "steps" or "step_users" of a mechanism."""
        return self.frame(f"solve/{mechanism}/{name}")

    def is_stages(self):
        return "stages" in self.file

    def schedulers(self):
        """Those whose runs of stages are here."""
        with _reading(self.path):
            return _texts(_group(self.file, "stages"), "groups")

    def stages(self, scheduler, name):
        """"tasks", "jobs", "samples", "workers", "families", "decisions", "metrics", "summary" or "gains" of a scheduler."""
        return self.frame(f"stages/{scheduler}/{name}")

    def comparisons(self):
        """The gains that the scenario asks for, beside the published ones; no rows of a single policy."""
        if "comparisons" in self.file["summary"]:
            return self.summary("comparisons")
        return self.summary("gains")[:0].assign(against="", published=0.0, source="")

    def cdf(self, policy, metric):
        """Values and how many are at or below them, by point."""
        return self.frame(f"summary/cdf/{policy}/{metric}")
