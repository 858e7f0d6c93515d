#!/usr/bin/env python3
"""Batches of `fairslot solve`: the same answers as one by one, from CSV and HDF5, whatever is wrong with some of them."""
import csv
import io
import json
import random
import sys
import unittest
from pathlib import Path

import h5py
import numpy

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from pool_case import PoolCase, instance  # noqa: E402

COLUMNS = ["instance", "user", "demand_0", "demand_1", "capacity_0", "capacity_1", "weight", "tasks"]
GOOD = """instance,user,demand_0,demand_1,capacity_0,capacity_1,weight,tasks
1,0,1,4,9,18,,
1,1,3,1,,,,
4,0,1,4,9,18,2,
4,7,3,1,,,1,1
9,2,1,1,5,5,,
"""


def random_batch(seed, instances, users):
    """Rows of a file, and the same as (capacity, users) by number."""
    rng = random.Random(seed)
    rows, worlds = [], {}
    for number in sorted(rng.sample(range(10 * instances), instances)):
        capacity = [round(rng.uniform(1, 100), 3), rng.randint(1, 50)]
        worlds[number] = capacity, []
        for user in range(rng.randint(1, users)):
            demand = [rng.choice([0, 0.5, rng.uniform(0.1, 9)]), rng.choice([1, rng.uniform(0.1, 9)])]
            own = {"demand": demand}
            if rng.random() < 0.5:
                own["weight"] = rng.choice([0.5, 1, 3])
            if rng.random() < 0.5:
                own["tasks"] = round(rng.uniform(0, 5), 2)
            rows.append([number, 3 * user, *demand, *(capacity if user == 0 else ["", ""]), own.get("weight", ""), own.get("tasks", "")])
            worlds[number][1].append(own)
    return rows, worlds


def csv_text(rows, columns=COLUMNS, end="\n"):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator=end)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([row[COLUMNS.index(column)] for column in columns])
    return text.getvalue()


def write_hdf5(path, rows):
    users = [(row[0], row[1], row[2], row[3], *(numpy.nan if own == "" else own for own in row[6:8])) for row in rows]
    capacities = [(row[0], row[4], row[5]) for row in rows if row[4] != ""]
    with h5py.File(path, "w") as file:
        file["users"] = numpy.array(users, [("instance", "<i8"), ("user", "<u2"), ("demand_0", "<f8"), ("demand_1", "<f8"),
                                            ("weight", "<f4"), ("tasks", "<f8")])
        file["instances"] = numpy.array(capacities, [("instance", ">i4"), ("capacity_0", "<f8"), ("capacity_1", "<i8")])


class Batch(PoolCase):
    def batch(self, text, *more, name="b.csv", mechanism="drf"):
        """What it prints, as JSON, and the tables."""
        if text is not None:
            (self.folder / name).write_bytes(text.encode())
        printed = json.loads(self.good("solve", mechanism, name, "--out", "o.h5", "--force", "--quiet", "--json", *more))
        self.assertIn(": ok: ", self.good("verify", "o.h5"))
        with h5py.File(self.folder / "o.h5") as file:
            return printed, {table: file[f"solve/{mechanism}/{table}"][()] for table in ("instances", "users")}

    def assert_same(self, one, other):
        for table in ("instances", "users"):
            self.assertEqual(one[table].tobytes(), other[table].tobytes(), table)

    def refused_batch(self, words, text, *more):
        (self.folder / "b.csv").write_text(text)
        self.refused(["fairslot: b.csv", words], "solve", "drf", "b.csv", "--out", "o.h5", *more)
        self.assertEqual([path.name for path in self.folder.iterdir() if "o.h5" in path.name], [])

    def test_answers_are_those_of_each_by_itself(self):
        rows, worlds = random_batch(1, 40, 7)
        printed, tables = self.batch(csv_text(rows))
        self.assertEqual((printed["instances"], printed["users"]), (40, len(rows)))
        self.assertEqual(printed["results"], [{"mechanism": "drf", "solved": 40, "refused": 0, "by_kernel": 0}])
        self.assertEqual([(row["instance"], row["user"]) for row in tables["users"]], [tuple(row[:2]) for row in rows])
        for number, (capacity, users) in worlds.items():
            [alone] = self.answers(instance(capacity, users), "drf")
            own = tables["users"][tables["users"]["instance"] == number]
            [row] = tables["instances"][tables["instances"]["instance"] == number]
            for key in ("tasks", "share", "level"):
                self.assertEqual([user[key] for user in alone["users"]], list(own[key]), (number, key))
            for r in (0, 1):
                self.assertEqual([user["allocation"][r] for user in alone["users"]], list(own[f"allocation_r{r}"]))
                self.assertEqual((row[f"capacity_r{r}"], row[f"used_r{r}"]), (capacity[r], alone["used"][r]))
                self.assertEqual(row[f"saturated_r{r}"], f"r{r}" in alone["saturated"])
            self.assertEqual((row["status"], row["users"], row["reason"]), (0, len(users), b""))

    def test_the_same_by_any_threads_and_spelling(self):
        rows, _ = random_batch(2, 6000, 30)  # several blocks
        _, expected = self.batch(csv_text(rows), "--threads", "1")
        for text in (csv_text(rows), csv_text(rows).rstrip("\n"), csv_text(rows, end="\r\n"), "\ufeff" + csv_text(rows),
                     csv_text(rows, COLUMNS[::-1]), csv_text(rows).replace(",", " , ").replace("\n", "\n\n")):
            self.assert_same(self.batch(text, "--threads", "3")[1], expected)
        write_hdf5(self.folder / "b.h5", rows)
        self.assert_same(self.batch(None, name="b.h5")[1], expected)

    def test_the_kernel_takes_what_it_can_and_says_the_same(self):
        rows, _ = random_batch(4, 6000, 30)  # several blocks
        rows[1][6] = 0  # a weight of 0 is the host's to refuse
        for engine, counts in (("host", (5999, 1, 0)), ("kernel", (5999, 1, 5999)), ("auto", None)):
            printed, tables = self.batch(csv_text(rows), "--engine", engine, "--threads", "2")
            [result] = printed["results"]
            if counts:
                self.assertEqual((result["solved"], result["refused"], result["by_kernel"]), counts)
            if engine == "host":
                expected = tables
            self.assert_same(tables, expected)
        (self.folder / "b.csv").write_text(GOOD)
        for mechanism, count in (("drf:discrete=strict", 0), ("asset_fairness", 0), ("drf", 3)):
            printed = json.loads(self.good("solve", mechanism, "b.csv", "--engine", "kernel", "--json"))
            self.assertEqual(printed["results"][0]["by_kernel"], count, mechanism)

    def test_an_instance_longer_than_a_block(self):
        rows = [[3, 0, 1, 1, 50, 60, "", ""]] + [[3, user, 1 + user % 5, 2, "", "", "", ""] for user in range(1, 60000)] + [[5, 0, 1, 2, 4, 4, "", ""]]
        printed, tables = self.batch(csv_text(rows))
        self.assertEqual((printed["instances"], printed["users"]), (2, 60001))
        self.assertEqual(list(tables["instances"]["users"]), [60000, 1])
        write_hdf5(self.folder / "b.h5", rows)
        self.assert_same(self.batch(None, name="b.h5")[1], tables)

    def test_several_mechanisms(self):
        (self.folder / "b.csv").write_text(GOOD)
        done = self.good("solve", "drf", "equal_split", "b.csv", "--out", "o.h5", "--quiet")
        self.assertEqual([line.split() for line in done.splitlines()],
                         [["b.csv:", "3", "instances,", "5", "users"], ["mechanism", "solved", "refused"], ["drf", "3", "0"], ["equal_split", "3", "0"]])
        with h5py.File(self.folder / "o.h5") as file:
            self.assertEqual(sorted(file["solve"]), ["drf", "equal_split"])
            self.assertEqual(list(file["solve/drf/users"]["tasks"]), [3.0, 2.0, 4.25, 1.0, 5.0])
            self.assertEqual(list(file["solve/equal_split/users"]["tasks"]), [2.25, 1.5, 3.0, 1.0, 5.0])

    def test_bad_instances_are_rows_with_their_reasons(self):
        wrong = [("4,0,1,4,9,18,2,", "4,0,-1,4,9,18,2,", "4: demand_0: -1 is not allowed (allowed: a number, 0 or 1e-30 .. 1e+30)"),
                 ("4,0,1,4,9,18,2,", "4,0,nan,4,9,18,2,", "4: demand_0: nan is not allowed"),
                 ("4,0,1,4,9,18,2,", "4,0,1e400,4,9,18,2,", "4: demand_0: inf is not allowed"),
                 ("4,0,1,4,9,18,2,", "4,0,1e-400,4,9,18,2,", "4: demand_0: 5e-324 is not allowed"),
                 ("4,0,1,4,9,18,2,", "4,0,x,4,9,18,2,", '4: demand_0: "x" is not allowed (allowed: a number)'),
                 ("4,0,1,4,9,18,2,", "4,0,1,4,9,18", "4: 6 fields are not allowed (allowed: 8, one a column)"),
                 ("4,0,1,4,9,18,2,", "4,0,1,4,9,,2,", "4: capacity_1: nothing in the instance's first row"),
                 ("4,0,1,4,9,18,2,", "4,0,1,4,0,0,2,", "4: capacity_0: the pool is empty"),
                 ("4,0,1,4,9,18,2,", "4,0,1,4,0,18,2,", "4: users.0.demand: 1 of r0, of which there is nothing"),
                 ("4,0,1,4,9,18,2,", "4,0,0,0,9,18,2,", "4: demand_0: all are 0"),
                 ("4,0,1,4,9,18,2,", "4,0,1,4,9,18,0,", "4: users.0.weight: 0 is not allowed for drf"),
                 ("4,7,3,1,,,1,1", "4,7,3,1,,,-1,1", "5: weight: -1 is not allowed"),
                 ("4,7,3,1,,,1,1", "4,7,3,1,,,0,1", "5: users.1.weight: 0 is not allowed for drf"),
                 ("4,7,3,1,,,1,1", "4,7,3,1,8,,1,1", "5: capacity_0: 8 is not allowed (allowed: nothing, or as in the instance's first row: 9)"),
                 ("4,7,3,1,,,1,1", "4,0,3,1,,,1,1", "5: user: 0 after 0 is not allowed (allowed: ascending)"),
                 ("4,7,3,1,,,1,1", "4,7,3,1,,,1,-1", "5: tasks: -1 is not allowed")]
        _, good = self.batch(GOOD)
        for old, new, reason in wrong:
            with self.subTest(new=new):
                self.assertIn(old, GOOD)
                printed, tables = self.batch(GOOD.replace(old, new))
                [result] = printed["results"]
                self.assertEqual((printed["instances"], result["solved"], result["refused"]), (3, 2, 1))
                self.assertTrue(result["first_refused"].startswith("b.csv:" + reason), result)
                self.assertEqual(list(tables["instances"]["status"]), [0, 1, 0])
                self.assertTrue(tables["instances"]["reason"][1].decode().startswith(reason), tables["instances"]["reason"][1])
                self.assertEqual(tables["users"].tobytes(), good["users"][good["users"]["instance"] != 4].tobytes())
                for path in self.folder.iterdir():
                    path.unlink()
                self.refused_batch("b.csv:" + reason, GOOD.replace(old, new), "--strict")

    def test_bad_numbers_in_hdf5(self):
        rows = [[1, 0, 1.0, 4.0, 9, 18, "", ""], [4, 0, 1.0, 4.0, 9, 18, 2, ""], [4, 7, 3.0, 1.0, "", "", 1, 1], [9, 2, 1.0, 1.0, 5, 5, "", ""]]
        columns = ["instance", "user", "demand_0", "demand_1", "capacity_0", "capacity_1", "weight", "tasks"]
        for column, value, reason in (("demand_0", -1, "1: demand_0: -1 is not allowed"), ("demand_0", numpy.nan, "1: demand_0: nan is not allowed"),
                                      ("demand_1", numpy.inf, "1: demand_1: inf is not allowed"), ("capacity_0", numpy.nan, "1: capacity_0: nan is not allowed"),
                                      ("capacity_1", -18, "1: capacity_1: -18 is not allowed"), ("weight", 0, "1: users.0.weight: 0 is not allowed for drf"),
                                      ("weight", -1, "1: weight: -1 is not allowed"), ("tasks", numpy.inf, "1: tasks: inf is not allowed")):
            with self.subTest(column=column, value=value):
                own = [list(row) for row in rows]
                own[1][columns.index(column)] = value
                write_hdf5(self.folder / "b.h5", own)
                printed = json.loads(self.good("solve", "drf", "b.h5", "--json"))
                [result] = printed["results"]
                self.assertEqual((result["solved"], result["refused"]), (2, 1))
                self.assertTrue(result["first_refused"].startswith("b.h5: /users row " + reason), result)
                self.refused(["fairslot: b.h5: /users row " + reason], "solve", "drf", "b.h5", "--strict", "--out", "o.h5")
                self.assertFalse((self.folder / "o.h5").exists())

    def test_instances_without_users_are_bad_ones(self):
        def write(instances, users):
            with h5py.File(self.folder / "b.h5", "w") as file:
                file["instances"] = numpy.array(instances, [(name, "f8") for name in ("instance", "capacity_0")])
                file["users"] = numpy.array(users, [(name, "f8") for name in ("instance", "user", "demand_0")])

        reason = "no users of an instance of /instances"
        for users, bad in (([0, 0], [1, 2]), ([1, 1], [0, 2]), ([2], [0, 1]), ([0, 2], [1]), ([0, 1, 2], [])):
            with self.subTest(users=users):
                write([(i, 9) for i in range(3)], [(i, n, 1) for n, i in enumerate(users)])
                printed, tables = self.batch(None, name="b.h5")
                self.assertEqual((printed["instances"], printed["results"][0]["refused"]), (3, len(bad)))
                self.assertEqual([row["instance"] for row in tables["instances"] if reason.encode() in row["reason"]], bad)
                if bad:
                    self.refused([f"fairslot: b.h5: /users row {sum(i < bad[0] for i in users)}: {reason}"],
                                 "solve", "drf", "b.h5", "--strict", "--out", "s.h5")
        write([(i, 9) for i in range(20_000)], [(0, 0, 1)])
        self.assertEqual(self.batch(None, name="b.h5")[0]["results"][0]["refused"], 19_999)
        write([(0, 9), (0.5, 9), (1, 9)], [(0, 0, 1), (1, 0, 1)])
        self.refused(["instance: 0.5 is not allowed"], "solve", "drf", "b.h5")
        write([(0, 9)], [(0, 0, 1), (1, 0, 1)])
        self.refused(["/users row 1: instance 1, and the next of /instances is none"], "solve", "drf", "b.h5")

    def test_files_that_are_none(self):
        for text, words in (("", "b.csv:1: no column instance"), (GOOD.splitlines()[0], "b.csv:1: no instance (allowed: at least one)"),
                            (GOOD.replace("demand_1", "demnad_1"), 'b.csv:1: unknown column "demnad_1" (allowed: '),
                            (GOOD.replace("demand_1", "demnad_1"), "did you mean 'demand_1'?"),
                            (GOOD.replace("demand_1", "demand_0"), "b.csv:1: column demand_0 is there twice"),
                            (GOOD.replace("demand_1", "demand_2"), "b.csv:1: column capacity_1 without demand_1"),
                            (GOOD.replace("demand_1", "demand_8"), 'unknown column "demand_8"'),
                            (GOOD.replace("capacity_1", "capacity_2"), "b.csv:1: no column capacity_1"),
                            (GOOD.replace("4,0,1", "x,0,1"), "b.csv:4: instance: nothing is not allowed (allowed: an integer, 0 .. 2147483647)"),
                            (GOOD.replace("4,0,1", "4.5,0,1"), "b.csv:4: instance: 4.5 is not allowed"),
                            (GOOD.replace("4,0,1", "-4,0,1"), "b.csv:4: instance: -4 is not allowed"),
                            (GOOD.replace("4,7,3", "4,,3"), "b.csv:5: user: nothing is not allowed"),
                            (GOOD.replace("9,2,1", "1,2,1"), "b.csv:6: instance: 1 after 4 is not allowed (allowed: ascending)")):
            with self.subTest(words=words):
                self.refused_batch(words, text)

    def test_hdf5_files_that_are_none(self):
        rows, _ = random_batch(3, 3, 2)
        users = numpy.array([(1, 0, 1.0)], [("instance", "<i4"), ("user", "<i4"), ("demand_0", "<f8")])
        capacities = numpy.array([(1, 5.0)], [("instance", "<i4"), ("capacity_0", "<f8")])
        for own, other, words in ((users, None, "instances"), (None, capacities, "users"), (users, capacities[["instance"]], "/instances: no column capacity_0"),
                                  (users[["instance", "user"]], capacities, "/users: no column demand_0"),
                                  (numpy.arange(3), capacities, "/users is no table with named columns"),
                                  (users, numpy.array([(2, 5.0)], capacities.dtype), "/users row 0: instance 1, and the next of /instances is 2"),
                                  (users, capacities[:0], "/users row 0: instance 1, and the next of /instances is none"),
                                  (users[:0], capacities, "no instance (allowed: at least one)"),
                                  (numpy.array([(1, 0, b"x")], [("instance", "<i4"), ("user", "<i4"), ("demand_0", "S1")]), capacities, "/users's demand_0 is no number")):
            with self.subTest(words=words):
                with h5py.File(self.folder / "b.h5", "w") as file:
                    for name, table in (("users", own), ("instances", other)):
                        if table is not None:
                            file[name] = table
                self.refused(["fairslot: b.h5", words], "solve", "drf", "b.h5")
        (self.folder / "b.h5").write_text("no HDF5")
        self.refused(["b.h5: cannot be read ("], "solve", "drf", "b.h5")
        write_hdf5(self.folder / "b.h5", rows)
        self.good("solve", "drf", "b.h5")

    def test_command_line(self):
        (self.folder / "b.csv").write_text(GOOD)
        (self.folder / "c.csv").write_text(GOOD)
        (self.folder / "i.toml").write_text(instance([1], [[1]]))
        self.refused(["no.csv: no such file"], "solve", "drf", "no.csv")
        self.refused(["no.h5: no such file"], "solve", "drf", "no.h5")
        self.refused(["b.csv: a batch needs a mechanism"], "solve", "b.csv")
        self.refused(["b.csv: a batch is solved by itself (2 files are given)"], "solve", "drf", "b.csv", "c.csv")
        self.refused(["b.csv: --set is for instances, .toml"], "solve", "drf", "b.csv", "--set", "x=1")
        for option in (["--strict"], ["--engine", "host"]):
            self.refused(["--strict and --engine are for batches"], "solve", "drf", "i.toml", *option)
        self.refused(["--engine", "gpu not in {auto,host,kernel}"], "solve", "drf", "b.csv", "--engine", "gpu")
        self.refused(["unknown mechanism 'dfr'"], "solve", "dfr", "b.csv")
        for mechanism, key in (("utility_max_min", "users.0.utility"), ("ddrf", "users.0.contribution"), ("dynamic_mmf", "users.0.demand_slots"),
                               ("dynamic_drf", "users.0.demand_slots"), ("sdrf", "users.0.demand_slots"), ("matching_bagfilling", "jobs")):
            self.refused([f"b.csv: {mechanism} is not for this batch: {key}: is missing: {mechanism} needs it"], "solve", mechanism, "b.csv", "--out", "o.h5")
        self.refused(["b.csv: max_min:resource=2 is not for this batch: capacity: has 2 resources"], "solve", "drf", "max_min:resource=2", "b.csv", "--out", "o.h5")
        self.assertFalse((self.folder / "o.h5").exists())
        self.refused(["--out b.csv"], "solve", "drf", "b.csv", "--out", "b.csv")
        self.good("solve", "drf", "b.csv", "--out", "o.h5", "--quiet")
        self.refused(["o.h5: exists (allowed: another name, or --force)"], "solve", "drf", "b.csv", "--out", "o.h5")
        self.good("solve", "drf", "b.csv", "--out", "o.h5", "--quiet", "--force")
        self.refused(["o.h5: of stages or of fairslot solve, whose tables"], "report", "--tables", "o.h5")


class Results(PoolCase):
    def test_answers_of_instances(self):
        (self.folder / "i.toml").write_text(instance([9, 18], [{"name": "A", "demand": [1, 4]}, {"name": "Bo", "demand": [3, 1]}], resources=["cpu", "mem"]))
        (self.folder / "j.toml").write_text(instance([90, 18], [{"demand": [1, 4]}], resources=["cpu", "mem"]))
        picks = "drf:discrete=strict,ties=highest"
        self.good("solve", "drf", picks, "i.toml", "j.toml", "--out", "o.h5", "--quiet")
        self.assertIn(": ok: ", self.good("verify", "o.h5"))
        self.good("solve", "drf", picks, "i.toml", "j.toml", "--out", "o.h5", "--quiet")  # the same again
        self.refused(["o.h5: exists and holds something else (allowed: another name, or --force)"], "solve", "drf", "i.toml", "--out", "o.h5")
        with h5py.File(self.folder / "o.h5") as file:
            users, steps = file["solve/drf/users"][()], file[f"solve/{picks}/steps"][()]
            self.assertEqual([(row["point"], row["user"], row["name"], row["tasks"]) for row in users], [(0, 0, b"A", 3), (0, 1, b"Bo", 2), (1, 0, b"0", 4.5)])
            self.assertEqual([row["of"] for row in steps if row["point"] == 0], [1, 0, 0, 1, 0])
            self.assertEqual([row["used_mem"] for row in steps if row["point"] == 0], [1, 5, 9, 10, 14])
            self.assertEqual(list(file["points"]["file"]), [b"i.toml", b"j.toml"])
            self.assertEqual(file["scenario"].attrs["resources"].tolist(), [b"cpu", b"mem"])

    def test_files_of_other_resources(self):
        (self.folder / "i.toml").write_text(instance([9, 18], [[1, 4]]))
        (self.folder / "j.toml").write_text(instance([9], [[1]]))
        self.refused(["j.toml: resources: others than those of i.toml"], "solve", "drf", "i.toml", "j.toml", "--out", "o.h5")
        self.assertFalse((self.folder / "o.h5").exists())


if __name__ == "__main__":
    unittest.main()
