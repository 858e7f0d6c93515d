"""fairslot bench as people run it, on two small cases: smoke.py PROGRAM."""

import json
import pathlib
import signal
import subprocess
import sys
import tempfile


def run(*arguments):
    command = [sys.argv[1], "bench", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def require(condition, what):
    if not condition:
        sys.exit(f"bench: {what}")


done = run("--case", "s100-u50-light", "--case", "study", "--runs", "2", "--json", "-")
require(done.returncode == 0, f"exit code {done.returncode}: {done.stderr}")
require(done.stderr == "", f"on stderr: {done.stderr}")
result = json.loads(done.stdout)
for key in ("program", "machine", "device", "engine", "policy", "threads", "runs"):
    require(key in result, f"no {key} in the JSON")
for key in ("processor", "cores", "load_average"):
    require(key in result["machine"], f"no {key} in the JSON's machine")
require([c["case"] for c in result["cases"]] == ["s100-u50-light", "study"], "not the cases asked for")
for case in result["cases"]:
    require(sum(case["questions"].values()) >= case["whole_picks"], f"{case['case']}: questions are missing")
    require(case["questions"]["reach"] > 0, f"{case['case']}: nobody asked the list of released servers")
    require(case["picks_compared"] == case["picks"] > 0, f"{case['case']}: not all picks were compared")
    require(len(case["repetitions"]) == len(case["ratios"]) == 2, f"{case['case']}: repetitions are missing")
    for repetition in case["repetitions"]:
        require(repetition["naive_seconds"] > 0, f"{case['case']}: a time is missing")
        require(repetition["fairslot_whole_seconds"] > 0, f"{case['case']}: a time is missing")
    for key in ("naive_picks_per_second", "fairslot_picks_per_second", "fairslot_slots_per_second", "ratio"):
        require(case["median"][key] > 0, f"{case['case']}: no {key}")

done = run("--case", "study-threads", "--runs", "1", "--json", "-")
require(done.returncode == 0, f"exit code {done.returncode}: {done.stderr}")
require(done.stderr == "", f"on stderr: {done.stderr}")
scaling = json.loads(done.stdout)["scaling"]
require(len(scaling) == 1 and len(scaling[0]["two_threads_seconds"]) == 1, "times of two threads are missing")

table = run("--case", "s100-u50-light", "--runs", "1", "--policy", "tsf", "--verbose")
require(table.returncode == 0, f"exit code {table.returncode}: {table.stderr}")
require("\ns100-u50-light " in table.stdout, "no row in the table")
require("policy tsf" in table.stdout, "another policy than asked for")
require(" questions where the next task runs\n" in table.stdout, "it does not say how many questions there were")
require("   reach " in table.stdout and "   scan " in table.stdout, "it does not say what answered")

# Engines against each other, on a case of the grid that no list has.
engines = run("--case", "dc-s1k-t1-used5-free-j10-u100-k2", "--engines", "scan,ratio", "--runs", "2", "--json", "-")
require(engines.returncode == 0, f"exit code {engines.returncode}: {engines.stderr}")
compared = json.loads(engines.stdout)["engines"]
require([e["engine"] for e in compared[0]["engines"]] == ["auto", "scan", "ratio"], "not the engines asked for")
for engine in compared[0]["engines"]:
    require(len(engine["picks_per_second"]) == 2 and engine["median"] > 0, f"{engine['engine']}: times are missing")
require(compared[0]["best"] in ("scan", "ratio"), "the best engine is none of those asked for")
shares = [e["median"] for e in compared[0]["engines"]]
require(compared[0]["share_of_best"] == shares[0] / max(shares[1:]), "auto's share of the best is another")
refused = run("--case", "s100-u20", "--engines", "scan,ration")
require(refused.returncode == 2 and "did you mean 'ratio'" in refused.stderr, f"a wrong engine: {refused.stderr}")

# Ctrl-C in a long case: what was finished before it is kept.
with tempfile.TemporaryDirectory() as folder:
    written = pathlib.Path(folder) / "bench.json"
    arguments = ["--case", "s100-u50-light", "--case", "s100k-u1k-k2", "--runs", "1", "--json", str(written)]
    with subprocess.Popen([sys.argv[1], "bench", *arguments], stdout=subprocess.PIPE, text=True) as program:
        while not program.stdout.readline().startswith("s100-u50-light "):
            require(program.poll() is None, "ended before its first case")
        program.send_signal(signal.SIGINT)
        program.stdout.read()
    require(program.returncode == 130, f"exit code {program.returncode} after Ctrl-C")
    cases = json.loads(written.read_text())["cases"]
    require([c["case"] for c in cases] == ["s100-u50-light"], "the finished case is not in the JSON")
