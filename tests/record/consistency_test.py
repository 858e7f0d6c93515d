"""Results files whose digests fit and whose tables do not belong together: one line from whatever reads them."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import h5py
import numpy

from forge import ROOT, replace, replace_rows, sign, texts, with_column

PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
SCENARIO = """
policies = ["tvtsf", "tsf"]
samples = 3
record.picks = true
record.shares = true
record.dfe = [5]
record.fragmentation = true
[workload]
jobs = 15
[[sweep]]
key = "workload.large_share"
values = [0.25, 0.5]
[[compare]]
ours = "tvtsf"
against = "tsf"
metric = "waiting"
published = [3, "none"]
source = "Somebody 2000"
[[compare]]
ours = "tsf"
against = "tvtsf"
metric = "queueing"
"""


def setUpModule():
    global folder, scenario, sound
    folder = Path(tempfile.mkdtemp(prefix="fairslot_consistency_"))
    scenario, sound = folder / "mine.toml", folder / "sound.h5"
    scenario.write_text(SCENARIO)
    done = call("run", scenario, "--out", sound, "--quiet")
    assert done.returncode == 0, done.stderr
    assert call("verify", sound).returncode == 0


def tearDownModule():
    shutil.rmtree(folder)


def call(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=120)


def rows(path, change):
    """Replaces a table's rows."""
    return lambda file: replace_rows(file, path, change(file[path][:]))


def value(path, column, row, number):
    """Replaces one number of a table."""
    def change(table):
        table[column][row] = number
        return table
    return rows(path, change)


def swapped(table):
    table[[0, -1]] = table[[-1, 0]]
    return table


def without_a_sample(file):
    """In every table but those of a policy."""
    for name in "sample_means",:
        rows(f"summary/{name}", lambda table: table[table["sample"] < 2])(file)
    with_column(file, "summary/points", "samples", 2)
    with_column(file, "summary/gains", "samples", 2)


def attribute(group, name, what):
    return lambda file: replace(file[group], name, what)


def shard(index, count):
    def change(file):
        replace(file["scenario"], "shard", numpy.int64(index))
        replace(file["scenario"], "shards", numpy.int64(count))
    return change


def many_attributes(file):
    for number in range(20_000):
        file.attrs[f"extra{number}"] = 1


def removed(path):
    return lambda file: file.__delitem__(path)


# What is changed, what is said of it.
FOR_EVERY_READER = {
    "negative samples": (attribute("scenario", "samples", numpy.int64(-4)), "/scenario@samples"),
    "other states": (attribute("policies/tsf/runs", "status", texts(["fine", "h_sum_overflow", "queue_sum_overflow"])),
                     "/policies/tsf/runs"),
    "a failed run that nothing else knows": (value("policies/tsf/runs", "status", 0, 1), "/policies/tsf/runs"),
    "an unknown status": (value("policies/tsf/runs", "status", 0, 3), "/policies/tsf/runs"),
    "a shard of itself": (shard(0, 1), "/scenario@shards"),
    "a shard beyond the last": (shard(2, 2), "/scenario@shard"),
    "samples of another shard": (shard(0, 2), "another shard"),
    "a group less": (attribute("policies", "groups", texts(["tvtsf"])), "/policies@groups"),
    "a table less": (attribute("policies", "tables", texts(["runs", "jobs", "users"])), "/policies@tables"),
    "other samples": (attribute("scenario", "samples", numpy.int64(4)), "samples"),
    "no policies": (attribute("scenario", "policies", texts([])), "/scenario@policies"),
    "a policy less": (attribute("scenario", "policies", texts(["tvtsf"])), "tsf"),
    "a policy more": (attribute("scenario", "policies", texts(["tvtsf", "tsf", "drf"])), "drf"),
    "policies in another order": (attribute("scenario", "policies", texts(["tsf", "tvtsf"])), "policies"),
    "a policy twice": (attribute("scenario", "policies", texts(["tsf", "tsf"])), "/scenario@policies"),
    "another name": (attribute("scenario", "name", "other"), "@name"),
    "other resources": (attribute("scenario", "resources", texts(["a", "b", "c"])), ""),
    "no threads": (attribute("run", "threads", numpy.int64(0)), "/run@threads"),
    "complete is 2": (attribute("run", "complete", numpy.int64(2)), "/run@complete"),
    "complete is 0": (attribute("run", "complete", numpy.int64(0)), "/run@complete"),
    "seconds are negative": (attribute("run", "seconds", numpy.float64(-1)), "/run@seconds"),
    "seconds are no number": (attribute("run", "seconds", numpy.float64("nan")), "/run@seconds"),
    "no seed": (lambda f: f["scenario"].attrs.__delitem__("seed"), "/scenario@seed"),
    "no runs": (removed("policies/tsf/runs"), "/policies/tsf/runs"),
    "no jobs": (removed("policies/tsf/jobs"), "/policies/tsf/jobs"),
    "no users": (removed("policies/tsf/users"), "/policies/tsf/users"),
    "slots of one policy only": (removed("policies/tsf/slots"), "slots"),
    "picks of one policy only": (removed("policies/tsf/picks"), "picks"),
    "shares of one policy only": (removed("policies/tsf/shares"), "shares"),
    "no policy's tables": (removed("policies/tsf"), "/policies/tsf"),
    "no tables at all": (removed("policies"), "/policies/"),
    "a policy of nobody's": (lambda f: f.copy("policies/tsf", "policies/drf"), "/policies/drf"),
    "no cluster": (removed("cluster"), "/cluster"),
    "no points": (removed("points"), "/points"),
    "no gains": (removed("summary/gains"), "/summary/gains"),
    "no distribution": (removed("summary/cdf/tsf/waiting"), "/summary/cdf/tsf/waiting"),
    "jobs with the columns of users": (
        lambda f: (f.__delitem__("policies/tsf/jobs"), f.copy("policies/tsf/users", "policies/tsf/jobs")), "/policies/tsf/jobs"),
    "fewer runs": (rows("policies/tsf/runs", lambda table: table[:-1]), "/policies/tsf/runs"),
    "no rows of runs": (rows("policies/tsf/runs", lambda table: table[:0]), "/policies/tsf/runs"),
    "runs twice": (rows("policies/tsf/runs", lambda table: numpy.repeat(table, 2)), "/policies/tsf/runs"),
    "runs out of order": (rows("policies/tsf/runs", swapped), "/policies/tsf/runs"),
    "runs of another point": (value("policies/tsf/runs", "point", 0, 7), "/policies/tsf/runs"),
    "runs of another sample": (value("policies/tsf/runs", "sample", 2, 3), "/policies/tsf/runs"),
    "a run's negative count": (value("policies/tsf/runs", "started", 0, -1), "/policies/tsf/runs"),
    "a run's other count": (value("policies/tsf/runs", "started", 0, 1), "/summary/moments"),
    "a run's status": (value("policies/tsf/runs", "status", 0, 1), "/policies/tsf/runs"),
    "lost time without lost tasks": (value("policies/tsf/runs", "lost_time_cpu_milli", 0, 1.0), "/policies/tsf/runs"),
    "no sizes": (removed("summary/sizes"), "/summary/sizes"),
    "sizes out of order": (rows("summary/sizes", swapped), "/summary/sizes"),
    "jobs without a mean": (value("summary/sizes", "waiting", 0, numpy.nan), "/summary/sizes"),
    "a run's utilisation": (value("policies/tsf/runs", "utilisation_cpu_milli", 0, 1.5), "/policies/tsf/runs"),
    "other moments' count": (value("summary/moments", "count", 1, 1), "/summary/moments"),
    "negative counts": (value("summary/moments", "count", 0, -1), "/summary/moments"),
    "quantiles that fall": (value("summary/moments", "p95", 0, -2), "/summary/moments"),
    "twenty thousand attributes": (many_attributes, "attributes"),
    "an infinite published gain": (value("summary/comparisons", "published", 0, numpy.inf), "/summary/comparisons"),
    "a published gain of nobody": (value("summary/comparisons", "source", 0, b""), "/summary/comparisons"),
    "a source of nothing": (value("summary/comparisons", "source", 1, b"x"), "/summary/comparisons"),
    "a source that steers a terminal": (value("summary/comparisons", "source", 0, b"\x1b[2J"), "/summary/comparisons"),
    "another gain that is compared": (value("summary/comparisons", "gain", 0, 1.0), "/summary/comparisons"),
    "comparisons out of order": (rows("summary/comparisons", swapped), "/summary/comparisons"),
    "a comparison by another metric": (value("summary/comparisons", "metric", 0, b"x"), "/summary/comparisons"),
    "a comparison with nobody": (value("summary/comparisons", "against", 0, b""), "/summary/comparisons"),
    "a comparison with itself": (value("summary/comparisons", "against", 0, b"tvtsf"), "/summary/comparisons"),
    "a comparison with others": (value("summary/comparisons", "against", 0, b"x"), "/summary"),
    "a comparison with a name cut off": (value("summary/comparisons", "against", 0, b"tsf tsf"), "/summary"),
    "another best": (value("summary/comparisons", "b", 0, b"tvtsf"), "/summary/comparisons"),
    "a setting that steers a terminal": (value("summary/settings", "meaning", 0, b"\x1b"), "/summary/settings"),
    "a deviation that is no root": (value("summary/moments", "sd", 0, 12345.0), "/summary/moments"),
    "a spread of nothing": (value("summary/moments", "sd", 0, -1.0), "/summary/moments"),
    "one sample less": (without_a_sample, ""),
    "points' other values": (value("points", "workload.large_share", 0, 0.75), "/points"),
    "fewer points": (rows("points", lambda table: table[:1]), "/points"),
    "another gain": (value("summary/gains", "gain", 0, 1.0), "/summary/gains"),
    "gains of other samples": (value("summary/gains", "samples", 0, 2), "/summary/gains"),
    "gains out of order": (rows("summary/gains", swapped), "/summary/gains"),
    "a sample mean below nothing": (value("summary/sample_means", "waiting", 0, -1.0), "/summary/sample_means"),
}
JOBS, USERS, SLOTS, PICKS, SHARES = (f"policies/tvtsf/{name}" for name in ("jobs", "users", "slots", "picks", "shares"))
FOR_VERIFY = {
    "jobs out of order": (rows(JOBS, swapped), "/" + JOBS),
    "users out of order": (rows(USERS, swapped), "/" + USERS),
    "slots out of order": (rows(SLOTS, swapped), "/" + SLOTS),
    "picks out of order": (rows(PICKS, swapped), "/" + PICKS),
    "shares out of order": (rows(SHARES, swapped), "/" + SHARES),
    "more than all": (value(SHARES, "entitled", 0, 1.5), "/" + SHARES),
    "a share of nobody's": (value(SHARES, "entitled", 0, 0.0), "/" + SHARES),
    "more wait than are there": (value(SLOTS, "waiting_users", 0, 1000), "/" + SLOTS),
    "nobody waits and is behind": (value(SLOTS, "entitled_gap", slice(None), 0.5), "/" + SLOTS),
    "a DFE of the other sign": (value(SLOTS, "dfe_5", slice(None), 1.0), "/" + SLOTS),
    "more than what is free": (value(SLOTS, "fragmentation_mem_mib", 0, 1.5), "/" + SLOTS),
    "sizes of other jobs": (value("summary/sizes", "jobs", 0, 1000), "/summary/sizes"),
    "fewer jobs": (rows(JOBS, lambda table: table[:-1]), "/policies/tvtsf/"),
    "no rows of jobs": (rows(JOBS, lambda table: table[:0]), "/policies/tvtsf/"),
    "no rows of users": (rows(USERS, lambda table: table[:0]), "/policies/tvtsf/"),
    "no rows of picks": (rows(PICKS, lambda table: table[:0]), "/" + PICKS),
    "jobs of another sample": (value(JOBS, "sample", -1, 3), "/" + JOBS),
    "more started than submitted": (value(JOBS, "started", 0, 2**30), "/" + JOBS),
    "ends before it starts": (value(JOBS, "finish", 0, 1), "/" + JOBS),
    "another wait": (value(USERS, "waiting", 0, 12345), "/policies/tvtsf/"),
    "a slot that starts more": (lambda f: value(SLOTS, "started", -1, f[SLOTS]["started"][-1] + 1)(f), "/" + SLOTS),
    "a slot that starts less": (lambda f: value(SLOTS, "started", 0, f[SLOTS]["started"][0] - 1)(f), "/" + SLOTS),
    "a blocked user more": (value(USERS, "blocked_job", 0, 0), "/summary/blocked"),
    "a slot before the first": (value(SLOTS, "slot", 0, 0), "/" + SLOTS),
    "another mean": (value("summary/sample_means", "completion", 0, 12345.0), ""),
    "fewer values": (rows("summary/cdf/tsf/waiting", lambda table: table[:-1]), "/summary/cdf/tsf/waiting"),
    "values out of order": (rows("summary/cdf/tsf/waiting", swapped), "/summary/cdf/tsf/waiting"),
    "another sum": (value("summary/cdf/tsf/waiting", "cumulative", 0, 7), "/summary/cdf/tsf/waiting"),
    "no servers": (rows("cluster", lambda table: table[:0]), "/cluster"),
    "servers that overlap": (value("cluster", "first_server", 0, 1), "/cluster"),
}


class Forger(unittest.TestCase):
    def forge(self, change, source=None):
        path = Path(shutil.copy(source or sound, folder / "forged.h5"))
        with h5py.File(path, "r+", libver="v110") as file:
            change(file)
        sign(path)
        return path

    def refuse(self, code, place, *arguments):
        done = call(*arguments)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (code, "", 1), done.stdout + done.stderr)
        self.assertIn("forged.h5", done.stderr)
        self.assertIn(place, done.stderr)


class Forged(Forger):
    def test_the_sound_file_signed_again_is_sound(self):
        self.assertEqual(call("verify", self.forge(lambda file: None)).stdout.replace("forged", "sound"),
                         call("verify", sound).stdout)

    def test_parts_that_do_not_belong_together_are_refused_by_every_reader(self):
        for name, (change, place) in FOR_EVERY_READER.items():
            with self.subTest(name):
                path = self.forge(change)
                self.refuse(5, place, "verify", path)
                self.refuse(2, place, "report", path, "--tables")
                self.refuse(2, place, "report", path, "--json")
                self.refuse(2, place, "report", path)
                self.refuse(2, place, "run", scenario, "--quiet", "--out", path)

    def test_verify_reads_every_row(self):
        for name, (change, place) in FOR_VERIFY.items():
            with self.subTest(name):
                self.refuse(5, place, "verify", self.forge(change))


class Swept(Forger):
    """Policies that run at some points only have no rows at the others."""

    def test_is_sound(self):
        (folder / "swept.toml").write_text("""policies = ["tsf", "fifo"]
samples = 2
[workload]
jobs = 9
[[sweep]]
key = "policies.0"
values = ["tsf", "cdrf"]
""")
        swept = folder / "swept.h5"
        self.assertEqual(call("run", folder / "swept.toml", "--out", swept, "--quiet").returncode, 0)
        done = call("verify", swept)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

        def more(file):
            rows = file["summary/sizes"][:]
            rows["jobs"][-1] += 1
            replace_rows(file, "summary/sizes", rows)
        self.refuse(5, "/summary/sizes", "verify", self.forge(more, swept))


class Interrupted(Forger):
    """A file that says itself what is missing."""

    @classmethod
    def setUpClass(cls):
        """Interrupted when some policies of a sample had ended and others had not: that takes some luck."""
        for attempt in range(10):
            cls.cut = folder / f"cut{attempt}.h5"
            running = subprocess.Popen([PROGRAM, "run", ROOT / "scenarios/study.toml", "--samples", "300", "--quiet",
                                        "--out", cls.cut], stdout=subprocess.PIPE)
            time.sleep(1.5 + 0.7 * attempt)
            running.send_signal(signal.SIGINT)
            running.communicate()
            assert running.returncode == 130
            with h5py.File(cls.cut) as file:
                if "summary/in_part" in file and len(file["summary/in_part"]) > 0:
                    return
        raise AssertionError("no interrupt met a sample that was ended in part")

    def test_is_sound(self):
        done = call("verify", self.cut)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("of an interrupted run", done.stdout)

    def test_is_not_complete_by_saying_so(self):
        path = self.forge(attribute("run", "complete", numpy.int64(1)), self.cut)
        self.refuse(5, "/run@complete", "verify", path)
        self.refuse(2, "/run@complete", "report", path, "--tables")

    def test_a_sample_does_not_count_and_wait(self):
        path = self.forge(lambda file: with_column(file, "summary/in_part", "sample", 0), self.cut)
        self.refuse(2, "/summary/in_part", "report", path, "--tables")


if __name__ == "__main__":
    unittest.main()
