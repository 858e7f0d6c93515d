"""Results files as others read them: the README's example and tables, the numbers, the figures."""

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

import h5py
import numpy
import pandas

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "analysis"))

import report  # noqa: E402
from fairslot_results import METRICS, Results, ResultsError  # noqa: E402

README = (ROOT / "analysis/README.md").read_text()


def make_results(path, *order):
    subprocess.run([os.environ["MAKE_RESULTS"], path, *order], check=True)
    return path


def setUpModule():
    global folder, results
    folder = Path(tempfile.mkdtemp(prefix="fairslot_analysis_"))
    results = make_results(folder / "results.h5")


def tearDownModule():
    shutil.rmtree(folder)


def tables(file):
    """Every compound dataset: path -> dataset."""
    found = {}
    file.visititems(lambda name, item: found.__setitem__(name, item)
                    if isinstance(item, h5py.Dataset) and item.dtype.fields else None)
    return found


def documented(heading, after=0):
    """The columns of the table that follows a heading of the README: (name, type, unit)."""
    section = README[README.index(heading):].split("\n#")[0]
    table = [block for block in re.findall(r"(?:^\|.*\n)+", section, re.M)][after]
    rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in table.splitlines()[2:]]
    return [(name.strip("`"), kind, unit) for name, kind, unit, _ in rows]


ASKED_FOR = "fragmentation_RESOURCE", "dfe_B"  # columns that a file has where its scenario wants them, tests/record/metrics_test.py


def spelled_out(columns, resources):
    for name, kind, unit in columns:
        if name in ASKED_FOR:
            continue
        if "RESOURCE" in name:
            yield from ((name.replace("RESOURCE", r), kind, unit.replace("RESOURCE", r)) for r in resources)
        else:
            yield name, kind, unit


def stored(dataset):
    kind = {name: "text" if field[0].kind == "S" else str(field[0]) for name, field in dataset.dtype.fields.items()}
    units = [unit.decode() for unit in dataset.attrs["units"]]
    return [(name, kind[name], unit) for name, unit in zip(dataset.dtype.names, units)]


class Readme(unittest.TestCase):
    def test_the_example_runs_as_printed(self):
        example = re.search(r"```python\n(.*?)```", README, re.S).group(1)
        self.assertLessEqual(len(example.strip().splitlines()), 6)
        done = subprocess.run([sys.executable, "-c", example], cwd=folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        with Results(results) as r:
            moments = r.summary("moments")
            row = moments[(moments.policy == "tvtsf") & (moments.metric == "completion") & (moments.point == 4)]
        last = done.stdout.strip().splitlines()[-1].split()
        self.assertEqual(int(last[1]), row["count"].item())
        self.assertAlmostEqual(float(last[2]), row["mean"].item(), places=4)

    def test_every_table_is_documented_column_by_column(self):
        headings = {"cluster": "## `/cluster`"}
        headings |= {f"policies/tsf:memory=slot/{t}": f"### `{t}`" for t in ("runs", "jobs", "users", "slots", "picks")}
        headings |= {f"summary/{t}": f"### `{t}`" for t in ("moments", "sample_means", "gains", "comparisons", "utilisation", "points", "blocked",
                                                              "losses", "sizes")}
        headings |= {f"summary/cdf/tsf/{metric}": "### `cdf/NAME/METRIC`" for metric in METRICS}
        with h5py.File(results) as file:
            resources = [name.decode() for name in file["scenario"].attrs["resources"]]
            for path, heading in headings.items():
                columns = list(spelled_out(documented(heading), resources))
                self.assertEqual(stored(file[path]), columns, path)
            self.assertEqual(stored(file["summary/settings"]), documented("### `points`", after=1))
            self.assertEqual(stored(file["summary/policies"]), documented("### `points`", after=2))
            kinds = {re.sub(r"^(policies|summary/cdf)/[^/]+", r"\1/NAME", path) for path in tables(file)}
        known = {re.sub(r"^(policies|summary/cdf)/[^/]+", r"\1/NAME", path) for path in headings}
        self.assertEqual(kinds, known | {"points", "summary/settings", "summary/policies"})

    def test_every_attribute_is_documented(self):
        with h5py.File(results) as file:
            for group in ("scenario", "run"):
                section = README[README.index(f"## `/{group}`"):].split("\n## ")[0]
                names = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?) \|", section, re.M)))
                of_others = {"shard", "shards", "folder", "every"}  # of a shard, of a scenario's file, of one that leaves rows of slots out
                self.assertEqual(sorted(set(names) - {"text"} - of_others), sorted(file[group].attrs))


class Tables(unittest.TestCase):
    def test_rows_are_sorted_by_point_and_sample(self):
        with h5py.File(results) as file:
            for path, dataset in tables(file).items():
                columns = [c for c in ("point", "sample") if c in dataset.dtype.names]
                keys = pandas.DataFrame(dataset[:])[columns]
                self.assertTrue(keys.equals(keys.sort_values(columns, kind="stable")), path)

    def test_keys_keep_their_types(self):
        with Results(results) as r:
            points = r.points()
        self.assertEqual(points["workload.jobs"].tolist(), [1, 2, 3, 4, 5])
        self.assertEqual(points["kind"].tolist(), ["even", "odd", "even", "odd", "even"])

    def test_picks_slots_jobs_users_and_runs_agree(self):
        with Results(results) as r:
            for policy in r.policies:
                picks, jobs, users = (r.table(policy, name) for name in ("picks", "jobs", "users"))
                slots, runs = r.table(policy, "slots"), r.table(policy, "runs")
                by_job = picks.groupby(["point", "sample", "user", "job"]).slot.agg(["count", "min"])
                merged = jobs.set_index(["point", "sample", "user", "job"]).join(by_job)
                self.assertTrue((merged["count"].fillna(0) == merged.started).all())
                self.assertTrue((merged["min"].fillna(-1) == merged.first_start).all())
                run = ["point", "sample"]
                started = runs.set_index(run).started
                for table in (jobs, users, slots):
                    self.assertTrue((table.groupby(run).started.sum() == started).all())
                self.assertTrue((jobs.groupby(run).finish.max() == runs.set_index(run).makespan).all())
                self.assertTrue((users[users.user == 11].blocked_job >= 0).all())
                self.assertTrue((users[users.user != 11].blocked_job == -1).all())

    def test_the_cluster_is_there_in_groups(self):
        with Results(results) as r:
            cluster = r.frame("cluster")
        first = cluster[cluster.point == 0]
        self.assertEqual(first.first_server.tolist(), [0, 4])
        self.assertEqual(first.servers.tolist(), [4, 2])
        self.assertEqual(first.capacity_mem.tolist(), [8, 32])
        self.assertEqual(sorted(set(cluster.point)), [0, 1, 2, 3, 4])


def values_of(r, policy, metric, point):
    """All values of a metric from the rows, by sample."""
    if metric == "waiting":
        users = r.table(policy, "users").query("point == @point and waiting >= 0")
        return users.waiting, users["sample"]
    if metric == "completion":
        jobs = r.table(policy, "jobs").query("point == @point and finish >= 0")
        return jobs.finish - jobs.submit, jobs["sample"]
    return None


class Summary(unittest.TestCase):
    def test_moments_are_those_of_the_rows(self):
        with Results(results) as r:
            for row in r.summary("moments").itertuples():
                if row.metric == "queueing":
                    jobs = r.table(row.policy, "jobs").query("point == @row.point")
                    self.assertEqual(row.count, jobs.started.sum())
                    self.assertAlmostEqual(row.mean, jobs.queue_sum.sum() / jobs.started.sum(), places=12)
                    continue
                values, _ = values_of(r, row.policy, row.metric, row.point)
                self.assertEqual(row.count, len(values))
                self.assertAlmostEqual(row.mean, values.mean(), places=9)
                self.assertAlmostEqual(row.variance, values.var(ddof=0), places=6)
                self.assertAlmostEqual(row.sd, values.std(ddof=0), places=9)
                quantiles = numpy.quantile(values, [0.5, 0.95, 0.99], method="inverted_cdf")
                self.assertEqual([row.median, row.p95, row.p99], quantiles.tolist())

    def test_cdfs_are_those_of_the_rows(self):
        with Results(results) as r:
            for metric in ("waiting", "completion"):
                values, _ = values_of(r, "tsf", metric, 3)
                cdf = r.cdf("tsf", metric).query("point == 3")
                expected = values.value_counts().sort_index()
                self.assertEqual(cdf.value.tolist(), expected.index.tolist())
                self.assertEqual(cdf["count"].tolist(), expected.tolist())
                self.assertEqual(cdf.cumulative.tolist(), expected.cumsum().tolist())

    def test_gains_are_those_of_the_sample_means(self):
        with Results(results) as r:
            gains, means = r.summary("gains"), r.summary("sample_means")
            self.assertEqual(len(gains), 5 * 3 * 5 * 4)
            for row in gains.itertuples():
                by_policy = means[means.point == row.point].pivot(index="sample", columns="policy", values=row.metric)
                difference = by_policy[row.b] - by_policy[row.a]
                half = 3.182446305283708 * difference.std(ddof=1) / 2  # 3 degrees of freedom, 4 samples
                self.assertEqual(row.samples, 4)
                self.assertAlmostEqual(row.gain, difference.mean(), places=9)
                self.assertAlmostEqual(row.low, difference.mean() - half, places=8)
                self.assertAlmostEqual(row.high, difference.mean() + half, places=8)

    def test_comparisons_are_gains_over_the_best_of_some(self):
        with Results(results) as r:
            compared, gains, means = r.comparisons(), r.summary("gains"), r.summary("sample_means")
        self.assertEqual(compared.metric.tolist(), ["queueing", "waiting"] * 5)
        known = gains.set_index(["point", "metric", "a", "b"])
        for row in compared.itertuples():
            mean = means[means.point == row.point].groupby("policy")[row.metric].mean()
            self.assertEqual(row.b, min(row.against.split(), key=lambda policy: mean[policy]))
            gain = known.loc[(row.point, row.metric, row.a, row.b)]
            self.assertEqual((row.samples, row.gain, row.low, row.high), tuple(gain))
        self.assertEqual(compared.published.tolist()[0], 2.5)
        self.assertTrue(compared.published.isna().tolist()[1])
        self.assertEqual(compared.source.tolist()[:2], ["A $\\frac and B 2024", ""])

    def test_sample_means_are_those_of_the_rows(self):
        with Results(results) as r:
            means = r.summary("sample_means").query("policy == 'cdrf' and point == 2").set_index("sample")
            for metric in ("waiting", "completion"):
                values, sample = values_of(r, "cdrf", metric, 2)
                self.assertTrue(numpy.allclose(means[metric], values.groupby(sample).mean(), rtol=1e-14))


class Equality(unittest.TestCase):
    def setUp(self):
        self.shuffled = make_results(folder / "shuffled.h5", "7")

    def test_the_order_of_runs_changes_nothing(self):
        with h5py.File(results) as a, h5py.File(self.shuffled) as b:
            self.assertEqual(set(tables(a)), set(tables(b)))
            for path, dataset in tables(a).items():
                self.assertEqual(dataset[:].tobytes(), b[path][:].tobytes(), path)

    def test_h5diff_finds_nothing_outside_run(self):
        if not shutil.which("h5diff"):
            self.skipTest("no h5diff")
        command = ["h5diff", "--exclude-path", "/run", results, self.shuffled]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""))


def run_report(*arguments):
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        code = report.main([str(argument) for argument in arguments])
    return code, out.getvalue(), errors.getvalue()


class Report(unittest.TestCase):
    def test_draws_the_metrics_with_mean_and_deviation_in_each_panel_and_the_gains(self):
        code, out, errors = run_report(results, "--out", folder / "figures")
        self.assertEqual((code, errors), (0, ""))
        names = [f"results_figure{n}_{metric}" for n, metric in enumerate(METRICS, start=1)] + ["results_gains"]
        written = [str(folder / "figures" / f"{name}.{kind}") for name in names for kind in ("png", "svg")]
        self.assertEqual(out.split(), written)
        self.assertEqual(sorted(map(str, (folder / "figures").iterdir())), sorted(written))
        for path in written:
            if path.endswith(".png"):
                self.assertEqual(Path(path).read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        svg = Path(written[1])
        xml.etree.ElementTree.parse(svg)
        text = svg.read_text()
        self.assertEqual(text.count("<!-- tsf:memory=slot: μ="), 5)  # a panel a point
        self.assertEqual(len(re.findall(r"<!-- workload.jobs = \d, kind = \w+( \(three\))? -->", text)), 5)
        gains = Path(written[-1]).read_text()
        xml.etree.ElementTree.parse(written[-1])
        for label in "tvtsf against tsf, cdrf", "tvtsf against fifo", "published: A $\\frac and B 2024", "Gains, mean":
            self.assertIn(f"<!-- {label}", gains)
        self.assertNotIn("<!-- Completion", gains)

    def test_draws_beside_the_results_by_default(self):
        beside = folder / "beside"
        beside.mkdir()
        copy = shutil.copy(results, beside / "copy.h5")
        self.assertEqual(run_report(copy)[0], 0)
        self.assertTrue((beside / "copy_figure3_completion.png").exists())

    def test_an_interrupted_run_holds_the_same_samples_of_every_policy(self):
        with h5py.File(make_results(folder / "part.h5", "cut")) as file:
            self.assertEqual(stored(file["summary/in_part"]), documented("### `in_part`"))
            points = pandas.DataFrame(file["summary/points"][:])
            self.assertEqual(points.samples.tolist(), [4, 2, 0, 0, 0])  # 33 of 100 runs: 6 of 20 samples
            self.assertEqual(len(file["summary/in_part"]), 3)
            for policy in file["policies"]:
                for name in ("runs", "jobs", "users", "slots", "picks"):
                    rows = pandas.DataFrame(file[f"policies/{policy}/{name}"][:])
                    counted = rows[["point", "sample"]].drop_duplicates().groupby("point").size()
                    self.assertEqual(counted.to_dict(), {0: 4, 1: 2}, name)

    def test_an_interrupted_run_is_drawn_and_said_to_be_one(self):
        cut = make_results(folder / "cut.h5", "cut")
        code, _, errors = run_report(cut, "--out", folder / "cut")
        self.assertEqual(code, 0)
        self.assertIn("interrupted", errors)
        self.assertIn("interrupted", (folder / "cut/cut_figure1_waiting.svg").read_text())

    def test_other_files_are_refused_in_one_line(self):
        (folder / "text.h5").write_text("not HDF5")
        (folder / "half.h5").write_bytes(results.read_bytes()[:5000])
        with h5py.File(folder / "foreign.h5", "w") as file:
            file["x"] = 1
        with h5py.File(folder / "newer.h5", "w") as file:
            file.create_group("scenario").attrs["format_version"] = 99
            file["scenario"].attrs["hash"] = "as text of any length"
        for name, reason in {"none": "No such file", "text": "not HDF5", "half": "truncated",
                             "foreign": "no scenario", "newer": "format 99"}.items():
            code, out, errors = run_report(folder / f"{name}.h5")
            self.assertEqual((code, out, errors.count("\n")), (2, "", 1), name)
            self.assertIn(f"{name}.h5: ", errors)
            self.assertIn(reason, errors)
        with self.assertRaises(ResultsError):
            Results(folder)

    def test_a_folder_that_cannot_be_is_one_line(self):
        (folder / "file").write_text("x")
        code, out, errors = run_report(results, "--out", folder / "file/below")
        self.assertEqual((code, out, errors.count("\n")), (1, "", 1))

    def test_long_lines_are_thinned_with_their_ends_kept(self):
        values = numpy.arange(100000)
        shares = (values + 1) / len(values)
        few, kept = report.thinned(values, shares)
        self.assertLessEqual(len(few), report.STEPS + 2)
        self.assertEqual((few[0], few[-1], kept[-1]), (0, 99999, 1))
        self.assertLess(numpy.diff(kept).max(), 2 / report.STEPS)


if __name__ == "__main__":
    unittest.main()
