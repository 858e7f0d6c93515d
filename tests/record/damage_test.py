"""Results files that are damaged or made up: one line, never a crash, a hang or other numbers without a word."""

import contextlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import h5py
import numpy

from forge import ROOT, replace, replace_rows, sign, texts, with_column
from fairslot_results import METRICS, Results, ResultsError

PROGRAM = os.environ["FAIRSLOT_PROGRAM"]
SECONDS = 60  # far more than a loaded machine needs; a hang takes for ever
FLIPS, PAGES = 40, 15


def setUpModule():
    global folder, whole, shown
    folder = Path(tempfile.mkdtemp(prefix="fairslot_damage_"))
    whole = folder / "whole.h5"
    shown = run(whole).stdout
    assert shown and run(whole).stdout == shown
    assert verify(whole).returncode == 0


def tearDownModule():
    shutil.rmtree(folder)


def call(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=SECONDS, errors="replace")


def run(path):
    return call("run", ROOT / "scenarios/worked/t1.toml", "--policy", "tvtsf", "--policy", "tsf", "--quiet", "--out", path)


def verify(path):
    return call("verify", path)


def numbers(path):
    """What a reader in Python sees of the summary."""
    with Results(path) as results:
        tables = [results.summary(name) for name in ("points", "moments", "sample_means", "gains")]
        tables += [results.cdf(policy, metric) for policy in results.policies for metric in METRICS]
        return results.name, results.policies, results.labels(), [table.to_csv() for table in tables]


def other_types(file):
    rows = file["summary/moments"][:]
    kinds = [(name, "<i8" if name == "mean" else rows.dtype[name]) for name in rows.dtype.names]
    replace_rows(file, "summary/moments", rows.astype(kinds))


def enormous(file, rows=2**40):
    kind = file["summary/moments"].dtype
    units = file["summary/moments"].attrs["units"]
    del file["summary/moments"]
    table = file.create_dataset("summary/moments", (rows,), kind, chunks=(1,), maxshape=(None,), shuffle=True,
                                compression=1, fletcher32=True)
    table.attrs["units"] = units
    replace(table, "sha256", "0" * 64)


def cut_rows(name, rows):
    return lambda file: replace_rows(file, f"summary/{name}", file[f"summary/{name}"][:rows])


def linked(make):
    def attack(file):
        del file["summary/moments"]
        file["summary/moments"] = make(file)
    return attack


FORGERIES = {
    "format_version is 200 numbers": lambda f: replace(f["scenario"], "format_version", numpy.arange(200)),
    "format_version is a text": lambda f: replace(f["scenario"], "format_version", "3"),
    "format_version is a small integer": lambda f: replace(f["scenario"], "format_version", numpy.int8(3)),
    "format_version is another": lambda f: replace(f["scenario"], "format_version", numpy.int64(99)),
    "complete is 200 numbers": lambda f: replace(f["run"], "complete", numpy.arange(200)),
    "hash is a list": lambda f: replace(f["scenario"], "hash", texts(["x"] * 50)),
    "hash is a number": lambda f: replace(f["scenario"], "hash", numpy.int64(1)),
    "hash is of any length": lambda f: f["scenario"].attrs.create("hash", "x", dtype=h5py.string_dtype()),
    "50 policies": lambda f: replace(f["summary"], "policies", texts([f"p{i}" for i in range(50)])),
    "no policies": lambda f: replace(f["summary"], "policies", texts([])),
    "policies is one text": lambda f: replace(f["summary"], "policies", "tvtsf"),
    "policies in a square": lambda f: replace(f["summary"], "policies", texts("ab").reshape(2, 1)),
    "samples is negative": lambda f: replace(f["summary"], "samples", numpy.int64(-4)),
    "samples is enormous": lambda f: replace(f["summary"], "samples", numpy.int64(2**62)),
    "samples is real": lambda f: replace(f["summary"], "samples", numpy.float64(1)),
    "scenario steers the terminal": lambda f: replace(f["summary"], "scenario", "\x1b[2J"),
    "moments are empty": cut_rows("moments", 0),
    "moments are short": cut_rows("moments", 1),
    "sample_means are empty": cut_rows("sample_means", 0),
    "sample_means are short": cut_rows("sample_means", 1),
    "points are empty": cut_rows("points", 0),
    "no moments": lambda f: f["summary"].__delitem__("moments"),
    "no summary": lambda f: f.__delitem__("summary"),
    "no run": lambda f: f.__delitem__("run"),
    "summary is a table": lambda f: (f.__delitem__("summary"), f.copy("points", "summary")),
    "moments is a group": lambda f: (f["summary"].__delitem__("moments"), f["summary"].create_group("moments")),
    "moments of other types": other_types,
    "moments of 2^40 rows": enormous,
    "moments of 2^62 rows": lambda f: enormous(f, 2**62),
    "negative counts": lambda f: with_column(f, "summary/moments", "count", -1),
    "points out of order": lambda f: with_column(f, "summary/moments", "point", 7),
    "another policy": lambda f: with_column(f, "summary/moments", "policy", b"x"),
    "points from 5 on": lambda f: with_column(f, "summary/points", "point", 5),
    "not chunked": lambda f: replace_rows(f, "summary/moments", f["summary/moments"][:], chunks=None, maxshape=None,
                                          shuffle=None, compression=None, fletcher32=None),
    "other filters": lambda f: replace_rows(f, "summary/moments", f["summary/moments"][:], compression="lzf"),
    "enormous chunks": lambda f: replace_rows(f, "summary/moments", f["summary/moments"][:], chunks=(2**24,)),
    "a table elsewhere": linked(lambda f: h5py.ExternalLink("/dev/zero", "/moments")),
    "a soft link": linked(lambda f: h5py.SoftLink("/summary/gains")),
    "a circle": lambda f: f["summary"].__setitem__("again", f["/"]),
}


class Forged(unittest.TestCase):
    def test_every_forgery_is_refused_in_one_line_by_every_reader(self):
        for name, attack in FORGERIES.items():
            with self.subTest(name):
                path = Path(shutil.copy(whole, folder / "forged.h5"))
                with h5py.File(path, "r+", libver="v110") as file:
                    attack(file)
                sign(path)
                self.refuse(path)

    def refuse(self, path):
        for done, code in ((verify(path), 5), (run(path), 2)):
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (code, "", 1), done.stderr)
            self.assertIn("forged.h5", done.stderr)
            self.assertNotIn("\x1b", done.stderr)
        try:
            numbers(path)
        except ResultsError as error:
            self.assertIn("forged.h5", str(error))
            self.assertNotIn("\n", str(error))


class Texts(unittest.TestCase):
    def test_an_ascii_attribute_is_called_so(self):
        for place in "scenario@name", "run@commit", "summary@policies":
            path = Path(shutil.copy(whole, folder / "ascii.h5"))
            group, name = place.split("@")
            with h5py.File(path, "r+", libver="v110") as file:
                value = numpy.asarray(file[group].attrs[name])
                file[group].attrs.create(name, value.astype(f"S{value.dtype.itemsize}"))
            for done, code in (verify(path), 5), (run(path), 2), (call("report", path, "--tables"), 2):
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (code, "", 1), done.stderr)
                self.assertIn(f"ascii.h5: not a results file of fairslot (/{place} is no UTF-8", done.stderr)
            with self.assertRaisesRegex(ResultsError, f"/{place} is no UTF-8"):
                numbers(path)


class Damaged(unittest.TestCase):
    """Bits that turn, pages that are lost: the same numbers or a refusal."""

    def setUp(self):
        self.random = random.Random(18)
        self.bytes = whole.read_bytes()
        self.numbers = numbers(whole)

    def test_flipped_bits(self):
        for _ in range(FLIPS):
            at, bit = self.random.randrange(len(self.bytes)), 1 << self.random.randrange(8)
            self.look_at(self.bytes[:at] + bytes([self.bytes[at] ^ bit]) + self.bytes[at + 1:], f"bit {bit} of {at}")

    def test_a_bit_of_each_of_hdf5s_own_blocks(self):
        """verify is no laxer than the reader in Python, which asks for other things."""
        blocks = [found.start() for found in re.finditer(rb"OHDR|OCHK|BTHD|BTLF|FRHP|FHDB|FSHD|EAHD|EAIB|FAHD", self.bytes)]
        self.assertGreater(len(blocks), 30)
        path = folder / "damaged.h5"
        for at in blocks:
            path.write_bytes(self.bytes[:at + 6] + bytes([self.bytes[at + 6] ^ 1]) + self.bytes[at + 7:])
            if verify(path).returncode == 0:
                with Results(path) as results:
                    results.verify()
                self.assertEqual(numbers(path), self.numbers, at)

    def test_lost_pages(self):
        for _ in range(PAGES):
            at = self.random.randrange(len(self.bytes))
            size = self.random.choice((64, 512, 4096))
            self.look_at((self.bytes[:at] + bytes(size) + self.bytes[at + size:])[:len(self.bytes)], f"{size} at {at}")

    def test_cut_files(self):
        for size in (0, 1, 100, 1000, len(self.bytes) // 2, len(self.bytes) - 1):
            self.look_at(self.bytes[:size], f"the first {size}")

    def look_at(self, damaged, what):
        path = folder / "damaged.h5"
        path.write_bytes(damaged)
        verified, again = verify(path), run(path)
        self.assertIn(verified.returncode, (0, 5), (what, verified.stderr))
        self.assertEqual(verified.stderr.count("\n"), int(verified.returncode == 5), (what, verified.stderr))
        if again.returncode == 0:
            self.assertEqual(again.stdout, shown, what)
        else:
            self.assertEqual((again.returncode, again.stdout, again.stderr.count("\n")), (2, "", 1), (what, again.stderr))
        with contextlib.suppress(ResultsError):
            self.assertEqual(numbers(path), self.numbers, what)


class Held(unittest.TestCase):
    def test_a_file_that_another_program_writes_to_is_called_so(self):
        path = shutil.copy(whole, folder / "held.h5")
        with h5py.File(path, "r+"):
            for done, code in ((verify(path), 5), (run(path), 2)):
                self.assertEqual((done.returncode, done.stderr.count("\n")), (code, 1), done.stderr)
                self.assertIn("another program has it open", done.stderr)
        self.assertEqual(run(path).stdout, shown)

    def test_the_mark_of_a_writer_that_crashed_is_named_with_what_to_do(self):
        path = Path(shutil.copy(whole, folder / "crashed.h5"))
        writer = "import h5py, os, sys; file = h5py.File(sys.argv[1], 'r+'); file.flush(); os._exit(1)"
        subprocess.run([sys.executable, "-c", writer, path])
        for done, code in (verify(path), 5), (run(path), 2), (call("report", path, "--tables"), 2):
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (code, "", 1), done.stderr)
            self.assertIn("crashed.h5: cannot be read (marked as open for writing", done.stderr)
            self.assertIn("h5clear --status", done.stderr)
        with self.assertRaisesRegex(ResultsError, "h5clear --status"):
            numbers(path)
        if shutil.which("h5clear"):
            subprocess.run(["h5clear", "--status", path], check=True)
            self.assertEqual(verify(path).returncode, 0)

    def test_a_reader_is_in_nobodys_way(self):
        with h5py.File(whole, "r"):
            self.assertEqual(run(whole).stdout, shown)
            self.assertEqual(verify(whole).returncode, 0)


class Digests(unittest.TestCase):
    def test_do_not_depend_on_chunks_and_compression(self):
        path = shutil.copy(whole, folder / "repacked.h5")
        if not shutil.which("h5repack"):
            self.skipTest("no h5repack")
        other = folder / "other.h5"
        subprocess.run(["h5repack", "--low=2", "--high=2", "-f", "SHUF", "-f", "GZIP=9", "-f", "FLET", path, other],
                       check=True, capture_output=True)
        with Results(path) as a, Results(other) as b:
            self.assertEqual(a.digest, b.digest)
            b.verify()
        self.assertEqual(verify(other).returncode, 0)

    def test_every_row_is_looked_at(self):
        """Not only those that a summary needs."""
        path = Path(shutil.copy(whole, folder / "changed.h5"))
        with h5py.File(path, "r+") as file:
            rows = file["policies/tvtsf/jobs"][:]
            rows["submit"] += 1
            file["policies/tvtsf/jobs"][:] = rows
        done = verify(path)
        self.assertEqual(done.returncode, 5)
        self.assertIn("/policies/tvtsf/jobs", done.stderr)
        with Results(path) as results, self.assertRaises(ResultsError):
            results.verify()


if __name__ == "__main__":
    unittest.main()
