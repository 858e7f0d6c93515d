"""`fairslot show --plot` draws what a synthetic sample came to be; its numbers are those of --json."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
DIURNAL = ROOT / "scenarios/datacenter/diurnal.toml"


def show(*arguments):
    return subprocess.run([PROGRAM, "show", *map(str, arguments)], capture_output=True, text=True)


class Drawn(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fairslot_drawn_")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_curves_and_arrivals_are_of_all_jobs(self):
        facts = json.loads(show(DIURNAL, "--json").stdout)
        arrivals = facts["arrivals"]
        self.assertEqual((sum(arrivals["jobs"]), sum(arrivals["tasks"])), (facts["jobs"], facts["tasks"]))
        self.assertEqual((len(arrivals["jobs"]), arrivals["slots"] * facts["slot_seconds"]), (96, 900))
        self.assertGreater(max(arrivals["jobs"]), 3 * min(arrivals["jobs"]))  # by the hour of the day
        for quantity in facts["quantities"]:
            curve, quantiles = quantity["curve"], quantity["quantiles"]
            self.assertEqual((len(curve), curve), (201, sorted(curve)))
            self.assertEqual([curve[2], curve[20], curve[100], curve[180], curve[198], curve[200]],
                             [quantiles[part] for part in ("0.01", "0.1", "0.5", "0.9", "0.99", "1")])

    def test_last_stretch_is_shorter(self):
        facts = json.loads(show(DIURNAL, "--json", "--set", "workload.submit_slots=97", "--set", "workload.load=0", "--set", "workload.jobs=500").stdout)
        self.assertEqual((facts["arrivals"]["slots"], len(facts["arrivals"]["jobs"]), sum(facts["arrivals"]["jobs"])), (2, 49, facts["jobs"]))

    def test_pictures(self):
        for scenario in ("diurnal", "skewed"):
            done = show(ROOT / f"scenarios/datacenter/{scenario}.toml", "--plot", self.folder / "new")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(done.stdout.split(), [str(self.folder / f"new/{scenario}_drawn.{kind}") for kind in ("png", "svg")])
        self.assertTrue((self.folder / "new/diurnal_drawn.png").read_bytes().startswith(b"\x89PNG"))
        self.assertIn("arrivals", (self.folder / "new/diurnal_drawn.svg").read_text())

    def test_equal_values_and_none_at_all_are_drawn(self):
        done = show(DIURNAL, "--set", "workload.load=0", "--set", "workload.jobs=100", "--set", "workload.duration=constant:value=60", "--set", "workload.tasks=constant:value=1", "--plot", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_mistakes_are_one_line(self):
        (self.folder / "diurnal_drawn.png").symlink_to("elsewhere")
        (self.folder / "file").touch()
        for code, said, arguments in ((2, "one of them", [DIURNAL, "--json", "--plot", self.folder]),
                                      (2, "synthetic", [ROOT / "scenarios/study.toml", "--plot", self.folder]),
                                      (2, "synthetic", [ROOT / "scenarios/stages/toy.toml", "--plot", self.folder]),
                                      (2, "is a link", [DIURNAL, "--plot", self.folder]),
                                      (1, "file", [DIURNAL, "--plot", self.folder / "file"])):
            done = show(*arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (code, "", 1), done.stderr)
            self.assertIn(said, done.stderr)


if __name__ == "__main__":
    unittest.main()
