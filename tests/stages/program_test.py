#!/usr/bin/env python3
"""Scenarios of stages through the program: what it prints, what it refuses, the same file for any number of threads."""
import json
import re
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from program_case import PROGRAM, ProgramCase  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
TOY = str(ROOT / "scenarios/stages/toy.toml")
OFFLINE = str(ROOT / "scenarios/stages/offline-dedicated.toml")
COMPRESSION = str(ROOT / "scenarios/stages/compression.toml")
NOISE = str(ROOT / "scenarios/stages/noise.toml")
SMALL = ("--set", "total_gb=10", "--set", "workers=[{count=3,capacity=[32,32]}]", "--samples")

REFUSED = {
    "jobs.0.tasks.0.stages=[[1,1,0]]": "jobs.0.tasks.0.stages.0.2: 0 is not allowed",
    "jobs.0.tasks.0.stages=[]": "at least one stage",
    "jobs.0.tasks.0.stages=[[-1,1,2]]": "-1 is not allowed",
    "jobs.0.tasks.0.stages=[[nan,1,2]]": "nan is not allowed",
    "jobs.0.tasks.0.stages=[[1,1,inf]]": "the last stage of a service",
    "jobs.0.tasks.0.stages=[[1,1]]": "2 numbers (allowed: 3",
    "fine_threshold=0.5": "fine <= coarse <= stop",
    "limit=1": "limit: 1 is not allowed",
    "jobs.0.tasks=[]": "a job without tasks",
    'jobs.0.tasks.0.after="0"': "circular",
    'jobs.0.tasks.0.after="x"': "not the name of tasks",
    "workers.0.count=1000000": "8e+06 mem_gib of all workers until here (allowed: 4e+06)",
    "jobs.0.tasks.0.count=9000000": "cpu of all tasks until here",
    "workers=[]": "at least one worker",
    'resources=["mem","cpu"]': "cpu first",
    "queues=[0.5,0.2]": "sum to 0.7",
    "limits=3": "did you mean limit?",
    "compare.0.published=[[2,1]]": "compare.0.published.0: [2, 1] (allowed: the least first)",
    "compare.0.published=[[1]]": "compare.0.published.0: a list of 1",
    "compare.0.published=[1,2]": "compare.0.published: 2 values (allowed: 1, or 1",
    "compare.0.of=2": "part or difference",
    'compare.0.against=["fgm"]': "compare.0.against: fgm against itself",
    'compare=[{metric="jct"},{metric="jct",against=["drf"]}]': "compare.1.against: fgm is compared with drf by jct twice",
    "sweep=[{key='schedulers.1',values=['drf','fifo']}]": "sweep.0.key: schedulers.1 is not allowed",
    "sweep=[{key='limit',values=[0.1]},{key='\"limit\"',values=[0.2]}]": "sweep.1.key: limit is swept twice",
    f"sweep=[{{key='seed',values={list(range(400))}}},{{key='wait',values={list(range(300))}}}]": "sweep.1.values: more than 100000 combinations",
    "sweep=[{key='resources.0',values=['cpu','x']}]": "sweep.0.key: resources.0 is not allowed",
    "sweep=[{key='compare.0.source',values=['x','y']}]": "sweep.0.key: compare.0.source is not allowed",
    "sweep=[{key='record.every',values=[1,2]}]": "record: unknown key (allowed: ",
    "total_gb=4": "has a meaning only with no `jobs`",
}
SWIM = {"map_input_bytes,shuffle_bytes\n5,x\n": ":2: shuffle_bytes: x", "map_input_bytes,shuffle_bytes\n5,6": ":2: shuffle_bytes: is cut short",
        "map_input_bytes,shuffle_bytes\n5\n": ":2: map_input_bytes: ends after 1 values", "map_input_bytes\n5\n": ":1: shuffle_bytes: is missing",
        "map_input_bytes,shuffle_bytes\n": ":1: swim: has no rows", "": ":1: swim: has no rows",
        "map_input_bytes,shuffle_bytes,map_input_bytes\n5,6,7\n": ":1: map_input_bytes: is the name of two columns"}

JSON_REFUSED = (("5]]", "0]]", "4:21: jobs.0.tasks.0.stages.0.2: 0 is not allowed"), ("[[1, 1, 5]]", "[]", "4:13: jobs.0.tasks.0.stages: an empty list"),
                ("[1, 1,", "[-1, 1,", "4:15: jobs.0.tasks.0.stages.0.0: -1 is not allowed"),
                ("[1, 1,", "[1, 1e400,", "4:18: /jobs/0/tasks/0/stages/0/1: number overflow"), ("[1, 1,", "[1, NaN,", "4:18: not JSON"),
                ("[1, 1,", "[1, null,", "4:18: jobs.0.tasks.0.stages.0.1: null"), ("[1, 1,", "[1,", "4:14: jobs.0.tasks.0.stages.0: 2 numbers"),
                ('"count": 2', '"count": 2, "count": 3', "3:35: /jobs/0/tasks/0/count: the key is there twice"),
                ('"count": 2', '"count": 20000000000000000000', "3:32: jobs.0.tasks.0.count: "),
                ('"count": 2', '"after": "0"', "3:32: jobs.0.tasks.0.after: is circular"), ('"count"', '"cuont"', "3:23: jobs.0.tasks.0.cuont: unknown key"),
                ('"stages":', '"stagess":', "4:3: jobs.0.tasks.0.stagess: unknown key (allowed in jobs.0.tasks.0: name, count, stages, request, input, deadline, "
                 "service, after); did you mean stages?"),
                ('"workers": [{"capacity": [4, 8]}]', '"workers": []', "2:13: workers: an empty list"),
                ('"stages",\n', '"stages", "resources": ["mem", "cpu"],\n', "1:39: resources: begin with mem"))


class Stages(ProgramCase):
    def output(self, *arguments):
        done = self.run_program(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_the_toy_takes_405_and_7(self):
        result = json.loads(self.output("run", TOY, "--json", "--quiet", "--out", "toy.h5"))
        schedulers = result["points"][0]["schedulers"]
        for name, makespan in {"fgm": 4.05, "fifo": 7, "capacity": 7, "fair": 7, "drf": 7}.items():
            self.assertAlmostEqual(schedulers[name]["makespan"]["mean"], makespan, delta=1e-12)
        self.assertIn("squeezed: stage 1 needs 2.2 cpu, of which 2 are free from 2.000 s on", self.output("explain", "toy.h5", "--job", "2"))
        self.assertIn("the request needs 2.2 cpu, of which 2 are free", self.output("explain", "toy.h5", "--policy", "drf", "--task", "2"))
        self.assertIn("ok", self.output("verify", "toy.h5"))

    def test_report_draws_each_page(self):
        for name, arguments, pages in (("toy", (TOY,), "metrics time stages workers gantt"),
                                       ("swept", (NOISE, *SMALL, "1"), "metrics time stages"),
                                       ("squeezed", (COMPRESSION, "--samples", "1"), "metrics performance time stages gantt")):
            self.output("run", *arguments, "--quiet", "--out", f"{name}.h5")
            self.output("report", f"{name}.h5", "--out", name)
            self.assertEqual({path.stem for path in (self.folder / name).glob("*.png")}, {f"{name}_{page}" for page in pages.split()})

    def test_json_is_read_as_toml_is(self):
        (self.folder / "toy.json").write_text(json.dumps({
            "simulation": "stages", "known": True, "locality": False, "workers": [{"capacity": [4, 8]}],
            "jobs": [{"logic": logic, "tasks": [{"stages": stages, "request": request}]} for logic, stages, request in (
                ("A", [[0.5, 1, 2], [1, 2, 1]], [1, 2]), ("A", [[0.5, 1, 2], [1, 2, 1]], [1, 2]), ("B", [[1, 2, 2], [2.2, 3, 2]], [2.2, 3]))]}))
        self.assertRegex(self.output("run", "toy.json", "--quiet", "--out", "j.h5"), r"makespan +4\.05 +7 +7 +7 +7\n")

    def test_a_service_lasts_for_ever_in_json_too(self):
        document = {"simulation": "stages", "known": True, "workers": [{"capacity": [4, 8]}], "jobs": [
            {"logic": "A", "tasks": [{"stages": [[1, 2, 3]], "request": [1, 2]}]},
            {"logic": "S", "tasks": [{"stages": [[1, 2, 5], [0.5, 2, "inf"]], "request": [1, 2], "service": True}]}]}
        (self.folder / "inf.json").write_text(json.dumps(document))
        (self.folder / "inf.toml").write_text(
            'simulation = "stages"\nknown = true\nworkers = [{capacity = [4, 8]}]\njobs = [\n'
            '{logic = "A", tasks = [{stages = [[1, 2, 3]], request = [1, 2]}]},\n'
            '{logic = "S", tasks = [{stages = [[1, 2, 5], [0.5, 2, inf]], request = [1, 2], service = true}]}]\n')
        self.assertEqual(*(re.sub("inf[.](toml|json)", "", self.output("show", f"inf.{form}")) for form in ("json", "toml")))
        document["jobs"][0]["tasks"][0]["stages"][0][2] = "inf"
        (self.folder / "inf.json").write_text(json.dumps(document))
        done = self.run_program("validate", "inf.json")
        self.assertEqual(done.returncode, 2)
        self.assertIn("inf is not allowed (allowed: the last stage of a service)", done.stderr)

    def shown(self, name, *arguments):
        """How much is published of a scenario."""
        return self.output("show", str(ROOT / f"scenarios/stages/{name}.toml"), *arguments).count("published = ")

    def test_published_numbers_stand_beside_what_they_are_of(self):
        for name, count in {"toy": 1, "offline-dedicated": 7, "online-dedicated": 4, "online-cloud": 7}.items():
            self.assertEqual(self.shown(name), count)
            self.assertEqual(self.shown(name, "--set", "samples=3", "--set", "by_worker=true"), count)
            self.assertEqual(self.shown(name, "--set", "limit=0.2"), 0)
        self.assertEqual(self.shown("online-cloud", "--set", "total_gb=400"), 7)
        self.assertEqual(self.shown("online-cloud", "--set", "total_gb=50"), 0)

    def test_published_ranges_are_shown_as_ranges(self):
        table = self.output("run", OFFLINE, "--samples", "1", "--quiet", "--out", "o.h5")
        self.assertIn("19.47 to 27.94 % (Zhou et al. 2020, figure 11)", table)
        self.assertIn("-0.075 as base - fgm (Zhou et al. 2020, figure 8)", table)
        gains = json.loads(self.output("run", TOY, "--json", "--quiet", "--out", "toy.h5"))["points"][0]["gains"]
        part = 0.4214285714285714
        self.assertEqual([gain["published"] for gain in gains if "published" in gain],
                         [{"of": "part", "least": part, "most": part, "source": "Zhou et al. 2020, 7 to 4.05"}] * 4)

    def test_an_edited_copy_has_no_published_numbers(self):
        (self.folder / "copy.toml").write_text(Path(TOY).read_text().replace("[4, 8]", "[5, 8]"))
        done = self.run_program("run", "copy.toml")
        self.assertIn("published numbers are left out: they are of the world ", done.stderr)
        self.assertNotIn("Zhou", done.stdout)

    def test_who_does_not_run_is_not_compared(self):
        toy = Path(TOY).read_text()
        for schedulers, against, words in (('["fgm", "fifo"]', '["drf"]', "compare.0.against.0: drf is none of the schedulers (allowed: fgm, fifo)"),
                                           ('["drf", "fifo"]', '["drf"]', "compare.0: fgm does not run (allowed: where it is one of the schedulers)"),
                                           ('["fgm"]', None, "compare.0: fgm runs alone (allowed: where another scheduler runs, too)")):
            with self.subTest(words):
                text = toy.replace("[[compare]]", "[[compare]]" + (f"\nagainst = {against}" if against else ""))
                (self.folder / "s.toml").write_text(f"schedulers = {schedulers}\n{text}")
                self.refused([words], "validate", "s.toml")
                self.refused([words], "run", "s.toml", "--out", "no.h5")
        (self.folder / "s.toml").write_text(toy.replace("[[compare]]", '[[compare]]\nagainst = ["drf", "fair"]'))
        for policies, left_out, published in ((("fgm", "drf"), "fgm against fair", 1), (("fgm", "fifo"), "fgm against drf; fgm against fair", 0),
                                              (("drf", "fair"), "fgm against drf; fgm against fair", 0), (("fgm", "drf", "fair"), None, 2)):
            with self.subTest(policies):
                chosen = [argument for name in policies for argument in ("--policy", name)]
                done = self.run_program("run", "s.toml", *chosen, "--json", "--out", "s.h5", "--force")
                self.assertEqual(done.returncode, 0, done.stderr)
                told = [line for line in done.stderr.splitlines() if line.startswith("not compared")]
                self.assertEqual(told, [f"not compared, as they do not all run: {left_out}"] if left_out else [])
                gains = json.loads(done.stdout)["points"][0]["gains"]
                self.assertEqual(sum("published" in gain for gain in gains), published)
                self.assertIn("ok", self.output("verify", "s.h5"))

    def test_mistakes_in_json_have_line_and_column(self):
        good = '{"simulation": "stages",\n "workers": [{"capacity": [4, 8]}],\n "jobs": [{"tasks": [{"count": 2,\n  "stages": [[1, 1, 5]]}]}]}\n'
        for old, new, words in JSON_REFUSED:
            with self.subTest(new):
                (self.folder / "bad.json").write_text(good.replace(old, new))
                self.refused(["bad.json:" + words], "run", "bad.json", "--out", "no.h5")
                self.assertFalse((self.folder / "no.h5").exists())
        (self.folder / "good.json").write_text(good)
        self.output("run", "good.json", "--quiet", "--out", "good.h5")

    def test_threads_change_nothing(self):
        digests = set()
        for threads in "1", "2", "3":
            self.output("run", OFFLINE, *SMALL, "4", "--quiet", "--threads", threads, "--out", f"{threads}.h5")
            digests.add(self.output("verify", f"{threads}.h5").split()[-1])
        self.assertEqual(len(digests), 1)

    def test_a_task_that_no_worker_holds_is_never(self):
        result = json.loads(self.output("run", TOY, "--json", "--quiet", "--out", "n.h5", "--set", "jobs.2.tasks.0.request=[9,3]"))
        for scheduler in result["points"][0]["schedulers"].values():
            never = {"count": 1, "first": [{"sample": 0, "job": 2, "task": 2}]}
            self.assertEqual((scheduler["never"], scheduler["makespan"]["mean"], scheduler["jct"]["count"]), (never, 3, 1))
        for key in "request=[9,3]", "stages=[[1,9,2]]":
            table = self.output("run", TOY, "--quiet", "--out", "n.h5", "--force", "--set", f"jobs.2.tasks.0.{key}")
            for name in result["points"][0]["schedulers"]:
                self.assertIn(f"  {name}: 1 task never, which no worker can hold or which were given up: task 2 of job 2\n", table)
                self.assertIn("task 2 of job 2: never starts", self.output("explain", "n.h5", "--policy", name, "--task", "2"))

    def test_explain_says_the_same_in_json(self):
        self.output("run", TOY, "--quiet", "--out", "toy.h5")
        told = json.loads(self.good("explain", "toy.h5", "--job", "2", "--json"))
        self.assertEqual({key: told[key] for key in ("scheduler", "point", "sample")}, {"scheduler": "fgm", "point": 0, "sample": 0})
        (task,) = told["tasks"]
        self.assertEqual({key: task[key] for key in ("task", "job", "service", "never", "ready", "start", "server", "work", "killed", "tried")},
                         {"task": 2, "job": 2, "service": False, "never": False, "ready": 0, "start": 0, "server": 0, "work": 4, "killed": 0, "tried": 1})
        (match,) = task["matches"]
        shortage = match.pop("shortage")
        self.assertEqual(match, {"time": 0, "server": 0, "policy": "squeezing", "predicted": True, "answer": "squeezed"})
        self.assertAlmostEqual(shortage.pop("needs"), 2.2)
        self.assertEqual(shortage, {"of": 1, "resource": "cpu", "free": 2, "from": 2})
        for top, answers in ((), ["no room", "no room", "matches"]), (("--top", "1"), ["no room", "matches"]):
            refused = json.loads(self.good("explain", "toy.h5", "--policy", "drf", "--task", "2", "--json", *top))["tasks"][0]
            self.assertEqual(([match["answer"] for match in refused["matches"]], refused["tried"]), (answers, 3))
            self.assertEqual((refused["matches"][0]["policy"], refused["matches"][0]["shortage"]["of"]), (None, "request"))

    def test_a_service_does_not_end(self):
        (self.folder / "s.toml").write_text('simulation = "stages"\nworkers = [{ capacity = [4, 8] }]\n'
                                            '[[jobs]]\ntasks = [{ stages = [[1, 1, inf]], service = true }]\n'
                                            '[[jobs]]\ntasks = [{ stages = [[1, 1, 1]] }]\n')
        self.output("run", "s.toml", "--quiet", "--out", "s.h5")
        self.assertIn("started 0.000 s on server 0, a service that runs for ever; ", self.good("explain", "s.h5", "--task", "0"))
        task = json.loads(self.good("explain", "s.h5", "--task", "0", "--json"))["tasks"][0]
        self.assertEqual((task["service"], task["end"], task["work"]), (True, None, None))
        self.output("run", "s.toml", "--quiet", "--out", "s.h5", "--force", "--set", "jobs.1.tasks.0.service=true")
        self.assertEqual(self.good("explain", "s.h5", "--task", "0"), "task 0 of job 0: not ready before the run ended\n")

    def test_what_is_of_slots_is_refused(self):
        self.output("run", TOY, "--quiet", "--out", "toy.h5")
        self.refused(["toy.h5: holds runs of stages, not of policies (allowed: results of slotted scenarios"], "audit", "toy.h5")
        for option in "--slot", "--user":
            self.refused([f"toy.h5: {option} is not for results of stages"], "explain", "toy.h5", "--job", "0", option, "1")

    def test_a_file_of_rows_lies_beside_the_scenario(self):
        (self.folder / "in").mkdir()
        (self.folder / "in/rows.csv").write_text("map_input_bytes,shuffle_bytes\n67108864,0\n")
        (self.folder / "in/s.toml").write_text('simulation = "stages"\ntotal_gb = 1\nsamples = 1\nswim = "rows.csv"\n')
        self.output("run", "in/s.toml", "--quiet", "--out", "s.h5")
        told = self.good("explain", "s.h5", "--task", "0")
        self.assertEqual(self.good("explain", self.folder / "s.h5", "--task", "0", cwd="/"), told)
        (self.folder / "rows.csv").write_text("not what is read\n")
        self.assertEqual(self.good("explain", "s.h5", "--task", "0"), told)
        (self.folder / "in/rows.csv").write_text("map_input_bytes,shuffle_bytes\n67108865,0\n")
        done = self.run_program("explain", "s.h5", "--task", "0")
        self.assertEqual((done.returncode, done.stdout), (4, ""))
        self.assertRegex(done.stderr, r"^fairslot: s\.h5: \S*/in/rows\.csv, which its jobs were drawn from, is another file now\n$")
        (self.folder / "in/rows.csv").unlink()
        self.refused(["in/rows.csv: no such file"], "explain", "s.h5", "--task", "0")

    def test_explain_refuses_what_is_not_there(self):
        self.output("run", TOY, "--quiet", "--out", "toy.h5", "--policy", "fgm", "--policy", "drf")
        for words, *arguments in (("--job: 3 (allowed: 0 .. 2)", "--job", "3"), ("--task: 9 (allowed: 0 .. 2)", "--task", "9"),
                                  ("--sample: 1 (allowed: 0 .. 0)", "--job", "0", "--sample", "1"), ("--point: 2", "--job", "0", "--point", "2"),
                                  ("no scheduler of stages", "--job", "0", "--policy", "x"), ("no runs under fifo", "--job", "0", "--policy", "fifo"),
                                  ("needs --job or --task, one of them",), ("one of them", "--job", "0", "--task", "0"), ('not "x"', "--job", "x")):
            with self.subTest(arguments):
                self.refused([words], "explain", "toy.h5", *arguments)
        self.refused(["no.h5: cannot be read"], "explain", "no.h5", "--job", "0")
        self.refused(["a scenario (allowed: "], "explain", TOY, "--job", "0")

    def test_what_is_interrupted_holds_the_same_samples_of_all_schedulers(self):
        for seconds in 1.5, 6, 24, 60:  # until the first sample is done, on a busy machine too
            process = subprocess.Popen([PROGRAM, "run", OFFLINE, *SMALL, "100000", "--threads", "2", "--json", "--out", "cut.h5", "--force"],
                                       cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            self.addCleanup(process.kill)
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)
            printed = process.communicate(timeout=120)[0]
            if printed and (point := json.loads(printed)["points"][0])["samples"] > 0:
                break
        self.assertEqual(process.returncode, 130)
        self.assertGreater(point["samples"], 0)
        self.assertEqual({own["makespan"]["count"] for own in point["schedulers"].values()}, {point["samples"]})
        listed = subprocess.run(["h5ls", "-r", "cut.h5"], cwd=self.folder, capture_output=True, text=True, check=True).stdout
        self.assertEqual(re.findall(r"/stages/\w+/decisions +Dataset \{(\d+)/", listed), 5 * [str(point["samples"])])

    def test_mistakes_are_told_in_one_line(self):
        for value, words in REFUSED.items():
            with self.subTest(value):
                self.refused([words], "validate", TOY, "--set", value)

    def test_background_is_drawn_or_written_out(self):
        sets = "--set", "load=[{worker=0,amounts=[1,1]}]"
        self.output("validate", TOY, *sets)
        self.refused(["load: has a meaning only where the background is not drawn"], "validate", TOY, *sets, "--set", "environment=cloud")

    def test_long_chains_are_read_in_no_time(self):
        tasks = [{"name": str(t), "stages": [[1, 1, 1]], **({"after": str(t + 1)} if t < 9999 else {})} for t in range(10000)]
        (self.folder / "chain.json").write_text(json.dumps({"simulation": "stages", "workers": [{"capacity": [4, 8]}], "jobs": [{"tasks": tasks}]}))
        started = time.monotonic()
        self.output("validate", "chain.json")
        self.assertLess(time.monotonic() - started, 30)  # was cubic: hours
        tasks[9999]["after"] = "0"
        (self.folder / "chain.json").write_text(json.dumps({"simulation": "stages", "workers": [{"capacity": [4, 8]}], "jobs": [{"tasks": tasks}]}))
        self.refused(["jobs.0.tasks.0.after: is circular"], "validate", "chain.json")

    def test_figures_of_swept_words_and_numbers(self):
        (self.folder / "s.toml").write_text("simulation = 'stages'\nsamples = 1\ntotal_gb = 1\n[[sweep]]\nkey = 'order'\nvalues = ['drf', 'fair']\n"
                                            "[[sweep]]\nkey = 'limit'\nvalues = [0, 0.1]\n")
        self.output("run", "s.toml", "--quiet", "--out", "s.h5")
        self.output("report", "s.h5", "--out", "figures")
        self.assertTrue((self.folder / "figures/s_stages.svg").exists())

    def test_validate_tells_how_large_a_run_will_be(self):
        self.assertRegex(self.output("validate", TOY), r"1 point x 5 schedulers x 1 sample, 15 tasks expected \(a sample: 3 jobs, 3 tasks\), about ")
        told = self.output("validate", OFFLINE, "--set", "samples=1")
        tasks, megabytes = (float(number) for number in re.search(r" (\d+) tasks\), .* file of about ([\d.]+) MB", told).groups())
        self.assertIn(f" {5 * tasks:.0f} tasks in ", self.run_program("run", OFFLINE, "--samples", "1", "--out", "o.h5").stderr)
        size = (self.folder / "o.h5").stat().st_size / 1e6
        self.assertTrue(size / 1.5 < megabytes < size * 1.5, (size, megabytes))

    def test_what_cannot_work_does_not_start(self):
        many = ("--set", "jobs.0.tasks.0.count=700000", "--set", "sample=0.001", "--set", "by_worker=true")
        for command in ("validate", TOY, *many), ("run", TOY, *many, "--out", "no.h5"):
            self.refused(["toy.toml: needs about ", "B of memory, ", "mostly for sample = 0.001"], *command)
        watching = ("--set", "window=5000.5", "--set", "workers.0.count=100", "--set", "by_worker=false")
        self.refused(["toy.toml: needs about ", "B of memory, ", "mostly for window = 5000.5"], "validate", TOY, *many, *watching)
        (self.folder / "large.csv").write_text("map_input_bytes,shuffle_bytes\n1000000000000,0\n")
        for sets, words in ((("total_gb=100000", "block_mib=1"), "--set total_gb=100000: total_gb: 100000 GB of fb2009_0 are more than 10000000 tasks"),
                            (("swim=large.csv", "largest_job=0.5"), "--set largest_job=0.5: largest_job: no row of large.csv is that small"),
                            (("swim=none.csv",), "--set swim=none.csv: swim: none.csv: no such file")):
            sets = [argument for one in sets for argument in ("--set", one)]
            self.refused([words], "validate", OFFLINE, *sets)
            self.refused([words], "run", OFFLINE, *sets, "--out", "no.h5")
        self.assertFalse((self.folder / "no.h5").exists())

    def test_jobs_are_drawn_from_a_file_of_ones_own(self):
        (self.folder / "swim.csv").write_text("job,shuffle_bytes,map_input_bytes\na,0,67108864\n")  # one map, no reduce
        told = self.output("validate", OFFLINE, "--set", "swim=swim.csv", "--set", "total_gb=1")
        self.assertIn("(a sample: 15 jobs, 15 tasks)", told)  # 1 GB of 64 MiB each, the last cut
        whole = self.output("run", OFFLINE, "--set", "swim=swim.csv", "--set", "total_gb=1", "--samples", "1", "--quiet", "--out", "own.h5")
        self.assertIn("makespan", whole)
        self.assertIn("(a sample: 132 jobs, 5961 tasks)", self.output("validate", OFFLINE, "--set", "swim=table"))  # 400 GB of 64 MiB each

    def test_swim_files_that_are_wrong(self):
        for text, words in SWIM.items():
            with self.subTest(text):
                (self.folder / "swim.csv").write_text(text)
                self.refused(["swim.csv", words], "run", OFFLINE, "--set", "swim=swim.csv", "--out", "no.h5")
                self.assertFalse((self.folder / "no.h5").exists())


if __name__ == "__main__":
    unittest.main()
