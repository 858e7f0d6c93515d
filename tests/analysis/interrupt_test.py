"""Ctrl-C in the middle of a study: all policies are compared over the same samples."""

import json
import os
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import h5py
import pandas

PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
STUDY = Path(os.environ["FAIRSLOT_SOURCE"]) / "scenarios/study.toml"


def interrupted(out, *more):
    """Runs the study for some seconds and ends it by SIGINT: exit code, stdout and stderr."""
    command = [PROGRAM, "run", STUDY, "--samples", "3000", "--set", "record.slots=false", "--out", out, *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    said, errors = process.communicate()
    return process.returncode, said, errors


class Interrupt(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "cut.h5"

    def test_all_policies_have_the_same_samples_and_their_number_is_said(self):
        code, out, errors = interrupted(self.path)
        self.assertEqual(code, 130, errors)
        with h5py.File(self.path) as file:
            self.assertEqual(file["run"].attrs["complete"], 0)
            samples = pandas.DataFrame(file["summary/points"][:]).samples
            means = pandas.DataFrame(file["summary/sample_means"][:])
            expected = set(map(tuple, means[["point", "sample"]].to_numpy().tolist()))
            self.assertEqual(len(expected), samples.sum())
            for policy in file["policies"]:
                for name in ("runs", "jobs", "users"):
                    rows = pandas.DataFrame(file[f"policies/{policy}/{name}"][:])
                    self.assertEqual(set(map(tuple, rows[["point", "sample"]].to_numpy().tolist())), expected)
                own = means[means.policy == policy.encode()]
                self.assertEqual(len(own), len(expected))
        sentence = f"{samples.sum()} of 12000 samples are complete under all policies"
        self.assertIn(sentence, out)
        self.assertIn(sentence, errors)

    def test_json_says_that_it_is_interrupted_and_what_waits(self):
        code, out, errors = interrupted(self.path, "--json", "--quiet")
        self.assertEqual((code, errors), (130, ""))
        said = json.loads(out)
        self.assertTrue(said["interrupted"])
        with h5py.File(self.path) as file:
            names = {name.decode() for name in file["summary"].attrs["policies"]}
            ended = {}
            for point, sample, policy in file["summary/in_part"][:] if "in_part" in file["summary"] else ():
                ended.setdefault((point, sample), set()).add(policy.decode())
        waiting = {(point, at["sample"]): names - set(at["policies"])
                   for point, here in enumerate(said["points"]) for at in here["waiting"]}
        self.assertEqual(waiting, ended)
        report = subprocess.run([PROGRAM, "report", self.path, "--json"], capture_output=True, text=True)
        self.assertEqual(report.stdout, out)


if __name__ == "__main__":
    unittest.main()
