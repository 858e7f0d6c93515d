#!/usr/bin/env python3
"""Files that are cut, of another format, damaged or no files: one line, exit code 2, nothing half-written. Trace files that
lie: the same."""
import gzip
import os
import random
import re
import subprocess
import unittest

import h5py
import numpy
import pandas
from trace_case import TraceCase, write_trace
from program_case import PROGRAM  # noqa: I001, in the folder that trace_case names

HOUR = "arrive_s,job,task,duration_s,plan_cpu,plan_mem,instances\n"
ROW = "0,j_1,M1,5,100,0.3,2\n"


class Inputs(TraceCase):
    def refuse(self, words, *arguments):
        self.refused(words, *arguments, "--quiet", "--out", "o.h5")
        self.assertEqual([path.name for path in self.folder.iterdir() if "o.h5" in path.name], [])

    def refuse_text(self, words, text, form="alibaba2018", name="t.csv"):
        self.write(name, text)
        self.refuse(words, "import", form, name)

    def test_gzip_that_ends_early(self):
        whole = gzip.compress((HOUR + ROW * 1000).encode())
        for length in (1, 10, len(whole) // 2, len(whole) - 1):
            (self.folder / "t.csv.gz").write_bytes(whole[:length])
            self.refuse(["t.csv.gz"], "import", "alibaba2018", "t.csv.gz")

    def test_no_gzip(self):
        (self.folder / "t.csv.gz").write_text(HOUR + ROW)
        self.refuse(["no gzip file"], "import", "alibaba2018", "t.csv.gz")

    def test_packed_input_is_known_by_its_first_bytes(self):
        packed = gzip.compress((HOUR + ROW).encode())
        (self.folder / "packed").write_bytes(packed)
        self.assertEqual(self.imported("alibaba2018", "packed")[0]["jobs"], 1)
        for length, code in ((len(packed), 0), (len(packed) - 1, 2), (1, 2), (0, 2)):
            done = subprocess.run([PROGRAM, "import", "alibaba2018", "-", "--out", f"{length}.h5"], cwd=self.folder,
                                  input=packed[:length], capture_output=True, timeout=60)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertEqual((self.folder / f"{length}.h5").exists(), code == 0)

    def test_members_in_a_row(self):
        (self.folder / "t.csv.gz").write_bytes(gzip.compress((HOUR + ROW).encode()) + gzip.compress(ROW.encode()))
        self.assertEqual(self.imported("alibaba2018", "t.csv.gz")[0]["jobs"], 2)

    def test_no_file(self):
        self.refuse(["no such file"], "import", "alibaba2018", "t.csv")
        self.refuse(["is a folder"], "import", "alibaba2018", ".")
        os.mkfifo(self.folder / "pipe")
        self.refuse(["is a pipe"], "import", "alibaba2018", "pipe")
        self.write("t.csv", HOUR + ROW)
        (self.folder / "t.csv").chmod(0)
        if os.geteuid() != 0:
            self.refuse(["cannot be read"], "import", "alibaba2018", "t.csv")

    def test_nothing_in_it(self):
        self.refuse_text(["no jobs"], "")
        self.refuse_text(["no jobs"], HOUR)
        self.refuse_text(["is empty"], "", "dlrm2025")

    def test_another_format(self):
        self.refuse_text(["no column app_name"], "role,instance_sn\n", "dlrm2025")
        self.refuse_text(["two columns job"], "job,job,arrive_s,task,duration_s,plan_cpu,plan_mem,instances\n")

    def test_a_line_that_is_too_long(self):
        self.refuse_text(["t.csv:2", "more than 16 MiB"], HOUR + "0," + "j" * 17_000_000 + ",M1,5,100,0.3,2\n")

    def test_lines_that_are_long_or_odd(self):
        odd = HOUR.replace("\n", "\r\n") + ROW.replace("\n", "\r\n") + '"0","j,""1""",M1,5,100,0.3,2\n\n'
        odd += "0," + "j" * 10_000_000 + ",M1,5,100,0.3,2\n" + ROW.rstrip()
        self.write("t.csv", b"\xef\xbb\xbf" + odd.encode())
        told, tables = self.imported("alibaba2018", "t.csv")
        self.assertEqual((told["jobs"], told["bad"]), (3, {"job is longer than 255 bytes": 1}))
        self.assertEqual([name for _, name, _ in tables["users"]], ["j_1", 'j,"1"'])

    def test_times_that_go_backwards(self):
        self.write("t.csv", HOUR + "".join(f"{99 - i},j,M{i},5,1,1,1\n" for i in range(99)))
        jobs = self.imported("alibaba2018", "t.csv")[1]["jobs"]
        self.assertEqual([job[2] for job in jobs], [i * 1000 for i in range(99)])

    def test_json(self):
        self.write("n.json", '{"items": []}')
        for text in ("", "[", '{"items": [', '{"items": [{"kind": "Pod"', "[" * 200_000, '{"items": 7}', "7", '{"a": "\xff"}',
                     "\x00"):
            self.write("p.json", text.encode("latin-1"))
            self.refuse([".json"], "import", "kubectl", "p.json", "p.json")
        for cut in ('"Pod', '"Pod"', '"Pod\n', '"Pod"\n', '"Pod\n\n'):
            self.write("p.json", '{"items": [\n{"kind": ' + cut)
            self.refuse(["p.json:2: no JSON (syntax error "], "import", "kubectl", "p.json", "p.json")

    def test_random_bytes(self):
        rng = random.Random(1)
        forms = {"alibaba2018": 1, "alibaba2017": 1, "openb": 2, "dlrm2025": 1, "google2011": 2, "swf": 1, "sacct": 2, "kubectl": 2}
        for form, count in forms.items():
            self.write("t", bytes(rng.randrange(256) for _ in range(5000)))
            done = self.run_program("import", form, *["t"] * count, "--out", "o.h5")
            self.assertEqual(done.returncode, 2, (form, done.stderr))

    def test_outputs(self):
        self.write("t.csv", HOUR + ROW)
        self.write("o.txt", "mine")
        for out, words in (("t.csv", "the input"), ("o.txt", "no trace"), (".", "folder")):
            self.refused([words], "import", "alibaba2018", "t.csv", "--out", out)
        self.assertEqual((self.folder / "o.txt").read_text(), "mine")

    def test_options(self):
        self.write("t.csv", HOUR + ROW)
        self.refuse(["unknown format", "did you mean swf"], "import", "swff", "t.csv")
        self.refuse(["2 inputs"], "import", "swf", "t.csv", "t.csv")
        self.refuse(["1 input "], "import", "openb", "t.csv")
        self.refuse(["twice"], "import", "openb", "-", "-")
        self.refuse(["unknown key", "did you mean"], "import", "alibaba2018", "t.csv", "--set", "gb_percent=1")
        self.refuse(["allowed: 0.001"], "import", "alibaba2018", "t.csv", "--set", "gb_per_percent=nan")
        self.refuse(["no value"], "import", "alibaba2018", "t.csv", "--set", "gb_per_percent")
        for meaningless in ("cores_per_node=4", "node_mem_mib=9"):
            self.refuse(["no meaning", "partition"], "import", "swf", "t.csv", "--set", "partition=true", "--set", meaningless)


class Frames(TraceCase):
    """What write_trace is given and cannot mean."""

    def refuse(self, words, jobs=None, **more):
        frame = pandas.DataFrame({"user": [0, 1], "demand_cpu": [1, 2], **(jobs or {})})
        with self.assertRaises(ValueError) as raised:
            write_trace(self.folder / "t.h5", ["cpu"], frame, **more)
        self.assertIn(words, str(raised.exception))
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_columns_that_are_unknown(self):
        self.refuse("jobs: unknown column duration (allowed: user, name, ", {"duration": [5, 5]})
        self.refuse("jobs: unknown column demand_mem", {"demand_mem": [5, 5]})
        self.refuse("nodes: unknown column capacity_cpus", nodes=pandas.DataFrame({"capacity_cpus": [1]}))
        self.refuse("users: unknown column weigth", users=pandas.DataFrame({"weigth": [1, 1]}))

    def test_times_of_another_type(self):
        self.refuse("duration_ms: not all are numbers", {"duration_ms": pandas.to_timedelta(["1s", "2s"])})
        self.refuse("submit_ms: not all are numbers", {"submit_ms": pandas.to_datetime(["2024-01-01", "2024-01-02"])})
        self.refuse("duration_ms: not all are integers", {"duration_ms": [1000, numpy.nan]})

    def test_names_for_numbers(self):
        self.refuse("user: not all are numbers", {"user": ["a", "b"]})
        self.refuse("allowed: no lists", {"allowed": [0, -1]}, classes=["a"], allowed=[["a"]])
        self.refuse("allowed: no lists", {"allowed": [0, -1]}, classes=["a"],
                    allowed=pandas.DataFrame({"allowed": [0], "class": [0]}))

    def test_numbers_of_other_kinds(self):
        jobs = pandas.DataFrame({"user": [0, 1], "demand_cpu": pandas.array([1, 2], dtype="Int64"), "tasks": [1.0, 2.0]})
        write_trace(self.folder / "t.h5", ["cpu"], jobs.astype({"user": object}))
        self.assertIn("2 users, 2 jobs", self.good("validate", "t.h5"))


class Traces(TraceCase):
    def setUp(self):
        super().setUp()
        jobs = pandas.DataFrame({"user": [0, 1, 1], "demand_cpu": [1, 2, 3], "submit_ms": [0, 5, 9], "allowed": [0, -1, 1]})
        write_trace(self.folder / "t.h5", ["cpu"], jobs, nodes=pandas.DataFrame({"capacity_cpu": [4, 5], "class": [0, 1]}),
                    classes=["a", "b"], allowed=[[0], [0, 1]])
        self.assertIn("ok", self.good("validate", "t.h5"))

    def refuse_after(self, change, *words):
        path = self.folder / "t.h5"
        whole = path.read_bytes()
        try:
            with h5py.File(path, "r+") as file:
                change(file)
            self.refused(["t.h5: no trace", *words], "validate", "t.h5")
        finally:
            path.write_bytes(whole)

    def put(self, table, column, row, value):
        def change(file):
            rows = file[table][:]
            rows[column][row] = value
            file[table][...] = rows
        return change

    def test_lies(self):
        for table, column, row, value in (
                ("jobs", "user", 0, 2), ("jobs", "user", 0, -1), ("jobs", "submit_ms", 2, 4), ("jobs", "submit_ms", 0, -1),
                ("jobs", "submit_ms", 2, 2 ** 62), ("jobs", "duration_ms", 0, 0), ("jobs", "duration_ms", 0, -2),
                ("jobs", "tasks", 0, 0), ("jobs", "demand_cpu", 0, 0), ("jobs", "demand_cpu", 0, -1),
                ("jobs", "demand_cpu", 0, 2 ** 30 + 1), ("jobs", "allowed", 0, 2), ("jobs", "allowed", 0, -2),
                ("jobs", "per_server", 0, 0), ("users", "user", 0, 1), ("users", "weight", 0, numpy.nan),
                ("users", "weight", 0, 0.0), ("nodes", "node", 1, 0), ("nodes", "class", 0, 2), ("nodes", "speed", 0, 0),
                ("nodes", "capacity_cpu", 0, -1), ("classes", "class", 0, 1), ("allowed", "allowed", 0, 1),
                ("allowed", "class", 0, 2), ("allowed", "class", 2, 0)):
            with self.subTest(table=table, column=column, value=value):
                self.refuse_after(self.put(table, column, row, value), f"/{table} row {row}: {column}")

    def test_what_is_missing(self):
        for name in ("trace", "users", "jobs", "nodes", "classes", "allowed"):
            def change(file, name=name):
                del file[name]
            self.refuse_after(change, name)

    def test_shapes(self):
        def replaced(name, **create):
            def change(file):
                del file[name]
                file.create_dataset(name, **create)
            return change
        self.refuse_after(replaced("jobs", data=[1, 2, 3]), "/jobs")
        self.refuse_after(replaced("users", data=numpy.zeros((2, 2), dtype=[("user", "<i4"), ("weight", "<f8")])), "/users")
        self.refuse_after(replaced("users", data=numpy.zeros(2, dtype=[("user", "<f8"), ("weight", "<f8")])), "user")
        self.refuse_after(replaced("users", data=numpy.zeros(2, dtype=[("user", "<i4")])), "weight")
        self.refuse_after(replaced("users", shape=(2 ** 40,), chunks=(4096,), dtype=[("user", "<i4"), ("weight", "<f8")]),
                          "fewer than")
        self.refuse_after(replaced("jobs", shape=(0,), dtype=[("user", "<i4")]), "column")

    def test_classes_of_one_name(self):
        self.refuse_after(self.put("classes", "name", 1, b"a"), "/classes: a twice")

    def test_classes_without_a_name(self):
        for name in (b"", b"\xff", b"a\xc3"):
            self.refuse_after(self.put("classes", "name", 1, name), "/classes: ")

    def test_columns_outside_of_their_rows(self):
        """HDF5 copies from where a column is said to lie, whatever the length of a row."""
        whole = bytearray((self.folder / "t.h5").read_bytes())
        name = b"submit_ms" + bytes(7)  # a name, filled up to eight bytes, then the offset
        self.assertEqual(whole.count(name), 1)
        at = whole.index(name) + len(name)
        for offset in (1 << 30, 1000):
            whole[at:at + 4] = offset.to_bytes(4, "little")
            self.write("t.h5", bytes(whole))
            self.refused(["t.h5: no trace: /jobs's columns do not lie within its rows"], "validate", "t.h5")

    def test_a_fault_of_hdf5(self):
        """Of a layout that says to be of version 1 HDF5 takes other bytes for the rows of a chunk, 0, and divides by them."""
        whole = (self.folder / "t.h5").read_bytes()
        layouts = list(re.finditer(rb"\x03\x02\x02.{8}\x03\x00\x00\x00", whole, re.DOTALL))
        self.assertGreaterEqual(len(layouts), 1)  # of tables of three rows
        for layout in layouts:
            at = layout.start()
            self.write("t.h5", whole[:at] + b"\x01" + whole[at + 1:])
            self.refused(["t.h5: no trace: it is damaged, and HDF5 fails on it"], "validate", "t.h5")
            self.refused(["t.h5: no trace: it is damaged, and HDF5 fails on it"], "run", self.scenario())
            self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["s.toml", "t.h5"])

    def scenario(self):
        return self.write("s.toml", 'policies = ["tsf"]\n[workload]\nkind = "trace"\ntrace = "t.h5"\n')

    def test_facts(self):
        def attribute(name, value):
            def change(file):
                file["trace"].attrs[name] = value
            return change
        self.refuse_after(attribute("format_version", numpy.int64(2)), "format 2")
        self.refuse_after(attribute("resources", numpy.int64(2)), "resources")

    def test_links(self):
        def change(file):
            del file["jobs"]
            file["jobs"] = h5py.ExternalLink("other.h5", "/jobs")
        self.refuse_after(change, "link")

    def test_other_types_and_storage_are_read(self):
        with h5py.File(self.folder / "t.h5", "r+") as file:
            rows = file["users"][:]
            del file["users"]
            others = numpy.zeros(2, dtype=[("weight", "<f4"), ("user", ">u2"), ("name", "S3")])
            others["weight"], others["user"] = rows["weight"], rows["user"]
            file["users"] = others
        self.assertIn("ok: 2 users", self.good("validate", "t.h5"))

    def test_cut_files(self):
        whole = (self.folder / "t.h5").read_bytes()
        for length in (0, 10, 100, len(whole) // 2, len(whole) - 1):
            self.write("t.h5", whole[:length])
            self.refused(["t.h5"], "validate", "t.h5")

    def test_held_by_a_writer(self):
        with h5py.File(self.folder / "t.h5", "r+"):
            self.refused(["t.h5: no trace: another program has it open for writing"], "validate", "t.h5")

    def test_changed_bytes(self):
        whole = bytearray((self.folder / "t.h5").read_bytes())
        rng = random.Random(2)
        for _ in range(60):
            changed = bytearray(whole)
            for _ in range(rng.randint(1, 4)):
                changed[rng.randrange(len(whole))] = rng.randrange(256)
            self.write("t.h5", bytes(changed))
            self.assertIn(self.run_program("validate", "t.h5").returncode, (0, 2))


if __name__ == "__main__":
    unittest.main()
