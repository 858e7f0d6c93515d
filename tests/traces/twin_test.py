#!/usr/bin/env python3
"""Importers against their twins: the same tables of random files, and of the cut that is here."""
import json
import random
import unittest
from pathlib import Path

import twin
from trace_case import TraceCase


def lines(header, rows, between=","):
    return "\n".join([*([between.join(header)] if header else []), *(between.join(map(str, row)) for row in rows), ""])


def stamp(rng):
    return f"2024-0{rng.randint(1, 9)}-{rng.randint(10, 28)}T{rng.randint(10, 23)}:{rng.randint(10, 59)}:0{rng.randint(0, 9)}"


def size(rng):
    return rng.choice([rng.randint(1, 9), round(rng.uniform(0.01, 9), rng.randint(1, 5))])


class Twins(TraceCase):
    def compare(self, form, want, *files, sets=()):
        told, have = self.imported(form, *files, sets=sets)
        for name, rows in want.items():
            self.assertEqual(have[name], rows, name)
        self.assertEqual((told["jobs"], told["users"], told["nodes"], told["bad_rows"]),
                         (len(want["jobs"]), len(want["users"]), len(want["nodes"]), 0))

    def each(self, make):
        for seed in range(20):
            with self.subTest(seed=seed):
                make(random.Random(seed))

    def test_alibaba2018(self):
        def make(rng):
            rows = [(f"M{rng.randint(1, 5)}", rng.randint(1, 99), f"j_{rng.randint(1, 30)}", 1,
                     rng.choice(["Terminated"] * 3 + ["Failed"]), start := rng.randint(0, 99), start + rng.randint(0, 99),
                     size(rng) * 10, size(rng)) for _ in range(200)]
            self.write("t.csv", lines(None, rows))
            self.compare("alibaba2018", twin.alibaba2018(self.folder / "t.csv", 5.12), "t.csv", sets=["gb_per_percent=5.12"])
        self.each(make)

    def test_alibaba1h(self):
        def make(rng):
            header = ["instances", "arrive_s", "job", "task", "duration_s", "plan_cpu", "plan_mem", "more"]
            rng.shuffle(header)
            rows = [{"instances": rng.randint(1, 99), "arrive_s": rng.randint(0, 99), "job": f"j{rng.randint(1, 30)}",
                     "task": "R2_1", "duration_s": rng.randint(0, 3), "plan_cpu": size(rng), "plan_mem": size(rng), "more": ""}
                    for _ in range(100)]
            self.write("t.csv", lines(header, [[row[name] for name in header] for row in rows]))
            self.compare("alibaba2018", twin.alibaba1h(self.folder / "t.csv"), "t.csv")
        self.each(make)

    def test_alibaba2017(self):
        def make(rng):
            header = ["create_s", "end_s", "job", "task", "instances", "plan_cpu", "plan_mem", "mean_instance_duration_s"]
            rows = [(start := rng.randint(-50, 50), start + rng.randint(0, 9), rng.randint(1, 30), rng.randint(1, 9),
                     rng.randint(1, 99), size(rng), rng.uniform(0.001, 1), rng.choice(["", rng.randint(0, 9), 2.75]))
                    for _ in range(100)]
            self.write("t.csv", lines(header, rows))
            self.compare("alibaba2017", twin.alibaba2017(self.folder / "t.csv", 1000), "t.csv", sets=["node_mem_mib=1000"])
        self.each(make)

    def test_openb(self):
        def make(rng):
            models = ["", "G2", "T4", "P100"]
            nodes = [(f"n{i}", rng.randint(1, 99), rng.randint(0, 99), rng.randint(0, 8), rng.choice(models)) for i in range(20)]
            specs = ["", "", "G2", "T4|G2", "G2|T4", "V100|P100"]
            pods = [(f"p{i}", rng.randint(1, 3), rng.randint(0, 2), rng.choice([0, 1, 2, 8]), rng.randint(1, 1000),
                     rng.choice(specs), rng.choice(["LS", "BE"]), start := rng.randint(0, 99),
                     rng.choice(["", start + rng.randint(0, 9)])) for i in range(100)]
            self.write("n.csv", lines(["sn", "cpu_milli", "memory_mib", "gpu", "model"], nodes))
            self.write("p.csv", lines(["name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli", "gpu_spec", "qos",
                                       "creation_time", "deletion_time"], pods))
            by = rng.choice(["request", "qos", "pod"])
            self.compare("openb", twin.openb(self.folder / "n.csv", self.folder / "p.csv", by), "n.csv", "p.csv",
                         sets=[f"user_by={by}"])
        self.each(make)

    def test_dlrm2025(self):
        def make(rng):
            header = ["instance_sn", "role", "app_name", "cpu_request", "gpu_request", "rdma_request", "memory_request",
                      "disk_request", "max_instance_per_node", "creation_time", "scheduled_time", "deletion_time"]
            rows = [(f"i{i}", rng.choice(["CN", "HN"]), f"a{rng.randint(1, 9)}", size(rng), rng.randint(0, 1), size(rng),
                     size(rng), size(rng), rng.choice([-1, 1, 8]), rng.choice(["", rng.randint(0, 50)]), "",
                     rng.choice(["", rng.randint(50, 99)])) for i in range(100)]
            self.write("t.csv", lines(header, rows))
            self.compare("dlrm2025", twin.dlrm2025(self.folder / "t.csv"), "t.csv")
        self.each(make)

    def test_google2011(self):
        def make(rng):
            header = ["job", "task_index", "user", "cpu_request", "mem_request"]
            rows = [(rng.randint(1, 9), i, rng.randint(1, 5), rng.choice([0.5, 0.0125, 1e-7]), rng.choice([0.003975, 0, 1]))
                    for i in range(200)]
            self.write("t.csv.gz", lines(header, rows))
            self.write("t.csv", lines(header, rows))
            self.compare("google2011", twin.google2011(self.folder / "t.csv"), "t.csv.gz")
        self.each(make)

    def test_google2011_cut(self):
        cut = Path(__file__).with_name("google2011_cut.csv")
        self.compare("google2011", twin.google2011(cut), cut)

    def test_swf(self):
        def make(rng):
            memory, text = rng.choice([-1, 5000]), "; Version: 2.2\n;  MaxProcs: 7\n;\n"
            for i in range(100):
                field = [i, rng.randint(0, 99), -1, rng.randint(0, 99), rng.randint(1, 9), -1, rng.choice([-1, memory]),
                         rng.choice([-1, 0, 5]), -1, rng.choice([-1, memory]), 1, rng.randint(1, 9), 1, -1, 0,
                         rng.choice([-1, 1, 2]), -1, -1]
                text += "  ".join(map(str, field)) + rng.choice(["\n", " \r\n"])
            self.write("t.swf", text)
            partition = rng.random() < 0.5
            self.compare("swf", twin.swf(self.folder / "t.swf", partition), "t.swf",
                         sets=[f"partition={str(partition).lower()}"])
        self.each(make)

    def test_sacct(self):
        def make(rng):
            header = "JobIDRaw|User|Account|Partition|Submit|ElapsedRaw|NNodes|NCPUS|ReqMem|AllocTRES|State".split("|")
            gpus = ["", "cpu=3,node=1", "gres/gpu=3,gres/gpu:a100=3", "gres/gpu:a100=1,gres/gpu:v100=4"]
            rows = [(i, f"u{rng.randint(1, 9)}", f"a{rng.randint(1, 3)}", rng.choice(["a", "b", "b,a"]), stamp(rng),
                     rng.randint(0, 99), rng.randint(1, 7), rng.randint(1, 99),
                     f"{size(rng)}{rng.choice(['', 'K', 'M', 'G', 'T'])}{rng.choice(['', 'c', 'n'])}", rng.choice(gpus), "X")
                    for i in range(100)]
            self.write("t.txt", lines(header, rows, "|"))
            by = rng.choice(["User", "Account"])
            self.compare("sacct", twin.sacct(self.folder / "t.txt", by), "t.txt", sets=[f"user_by={by.lower()}"])
        self.each(make)

    def test_kubectl(self):
        def requests(rng):
            memory = rng.choice(["500Mi", "1Gi", "2G", "123456789", "0.5Gi", "1500000Ki", "1e6", "128974848000m"])
            return {"cpu": rng.choice(["250m", "2", 3, "0.1"]), "memory": memory, "nvidia.com/gpu": rng.choice(["0", "2"])}

        def container(rng):
            return {"name": "c", "env": [{"name": "A"}], "resources": {"requests": requests(rng)}}

        def pod(rng, i):
            ended = {"state": {"terminated": {"finishedAt": stamp(rng).replace("2024", "2025") + "Z"}}}
            running = {"state": {"running": {}}}
            return {"kind": "Pod",
                    "metadata": {"name": f"p{i}", "namespace": f"s{rng.randint(1, 4)}", "creationTimestamp": stamp(rng) + "Z",
                                 "managedFields": [{"f": {"g": i}}]},
                    "spec": {"containers": [container(rng) for _ in range(rng.randint(1, 3))],
                             "initContainers": [container(rng) for _ in range(rng.randint(0, 2))],
                             "nodeSelector": rng.choice([{}, {"zone": "a"}, {"zone": "b", "disk": "ssd"}])},
                    "status": {**rng.choice([{}, {"startTime": stamp(rng) + "Z"}]),
                               "containerStatuses": rng.choice([[], [ended], [ended, running], [ended, ended]])}}

        def make(rng):
            nodes = [{"kind": "Node", "metadata": {"name": f"n{i}", "annotations": {"x": "y"}, "labels":
                                                   {"zone": "ab"[i % 2], "disk": rng.choice(["ssd", "hdd"])}},
                      "status": {"allocatable": requests(rng), "images": [1]}} for i in range(9)]
            nodes[1]["metadata"]["labels"]["disk"] = "ssd"
            self.write("n.json", json.dumps({"items": nodes, "kind": "List"}))
            self.write("p.json", json.dumps({"kind": "List", "items": [pod(rng, i) for i in range(60)]}, indent=rng.choice([None, 1])))
            self.compare("kubectl", twin.kubectl(self.folder / "n.json", self.folder / "p.json"), "n.json", "p.json")
        self.each(make)


if __name__ == "__main__":
    unittest.main()
