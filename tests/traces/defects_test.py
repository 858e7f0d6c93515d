#!/usr/bin/env python3
"""Files that hold every defect once: each is skipped, counted by its reason and shown with file and line."""
import hashlib
import json
import unittest

import h5py
from trace_case import TraceCase

LONG = "n" * 256

ALIBABA = [("M1,2,j_1,1,Terminated,10,20,100,0.3", None),
           ("M1,,j_1,1,Terminated,10,20,100,0.3", "instance_num is missing"),
           ("M1,x,j_1,1,Terminated,10,20,100,0.3", "instance_num is no number"),
           ("M1,1.5,j_1,1,Terminated,10,20,100,0.3", "instance_num is no integer"),
           ("M1,0,j_1,1,Terminated,10,20,100,0.3", "no tasks"),
           ("M1,-1,j_1,1,Terminated,10,20,100,0.3", "instance_num is negative"),
           ("M1," + "9" * 400 + ",j_1,1,Terminated,10,20,100,0.3", "instance_num is more than 2^31 - 1"),
           ("M1,2147483648,j_1,1,Terminated,10,20,100,0.3", "instance_num is more than 2^31 - 1"),
           ("M1,2,,1,Terminated,10,20,100,0.3", "job_name is missing"),
           (f"M1,2,{LONG},1,Terminated,10,20,100,0.3", "job_name is longer than 255 bytes"),
           ("M1,2,j_1,1,Terminated,20,10,100,0.3", "end before start"),
           ("M1,2,j_1,1,Terminated,,10,100,0.3", "start_time is missing"),
           ("M1,2,j_1,1,Terminated,1e30,10,100,0.3", "start_time is no time"),
           ("M1,2,j_1,1,Terminated,10,20,-100,0.3", "plan_cpu is negative"),
           ("M1,2,j_1,1,Terminated,10,20,107374182.5,0.3", "plan_cpu is more than 2^30"),
           ("M1,2,j_1,1,Terminated,10,20," + "9" * 400 + ",0.3", "plan_cpu is more than 2^30"),
           ("M1,2,j_1,1,Terminated,10,20,0,0.0", "a demand of nothing"),
           ("M1,2,j_1,1,Terminated,10,20,100,-0.3", "plan_mem is negative"),
           ("M1,2,j_1,1,Terminated,10,20,100", "too few columns"),
           ("M1,2,j_1,1,Terminated,10,20,100,0.3,", "too many columns"),
           ('"M1,2,j_1,1,Terminated,10,20,100,0.3', "a quote is not closed"),
           ("M1,2,j_1,1,Failed,10,20,100,0.3", None),
           ("M2,1,j_2,1,Terminated,5,5,0.1,0.01", None)]

OPENB_NODES = "sn,cpu_milli,memory_mib,gpu,model\nn1,1000,1000,1,G2\n,1000,1000,1,G2\nn3,1000,x,1,G2\n"
OPENB_PODS = [("p1,10,10,1,500,G2,LS,0,9", None),
              ("p2,10,10,1,,G2,LS,0,9", "gpu_milli is missing"),
              ("p3,10,10,2,1000,G2|,LS,0,", None),
              ("p4,10,10,0,0,|G2,LS,0,9", "gpu_spec is missing"),
              ("p5,10,10,0,0,,LS,9,0", "end before start"),
              ("p6,0,0,0,0,,LS,0,9", "a demand of nothing")]

DLRM_HEADER = ("instance_sn,role,app_name,cpu_request,gpu_request,rdma_request,memory_request,disk_request,"
               "max_instance_per_node,creation_time,deletion_time")
DLRM = [("i,CN,a,1,0,0,1,0,-1,,", None),
        ("i,XN,a,1,0,0,1,0,-1,,", "role is neither CN nor HN"),
        ("i,CN,a,1,0,0,1,0,0,,", "max_instance_per_node is 0"),
        ("i,CN,a,1,0,0,1,0,-2,,", "max_instance_per_node is negative"),
        ("i,CN,,1,0,0,1,0,-1,,", "app_name is missing")]

SWF = [("1 0 -1 5 1 -1 -1 -1 -1 -1 1 1 1 1 1 1 -1 -1", None),
       ("1 0 -1 -1 1 -1 -1 -1 -1 -1 1 1 1 1 1 1 -1 -1", "run time is not known"),
       ("1 0 -1 5 -1 -1 -1 -1 -1 -1 1 1 1 1 1 1 -1 -1", "processors are not known"),
       ("1 0 -1 5 1 -1 -1 -1 -1 -1 1 1 1 1 1 1 -1", "fewer than 18 fields"),
       ("1 0 -1 5 1 -1 -1 -1 -1 -1 1 1 1 1 1 1 -1 -1 7", "more than 18 fields"),
       ("1 x -1 5 1 -1 -1 -1 -1 -1 1 1 1 1 1 1 -1 -1", "submit time is no number")]

SACCT_HEADER = "JobIDRaw|User|Account|Partition|Submit|ElapsedRaw|NNodes|NCPUS|ReqMem|AllocTRES|State"
SACCT = [("1|u|a|p|2024-01-01T00:00:00|5|1|1|1G|gres/gpu=1|X", None),
         ("1|u|a|p|Unknown|5|1|1|1G||X", "Submit is no time"),
         ("1|u|a|p|2024-02-30T00:00:00|5|1|1|1G||X", "Submit is no time"),
         ("1|u|a|p|2024-01-01T00:00:00|5|0|1|1G||X", "NNodes is 0"),
         ("1|u|a|p|2024-01-01T00:00:00|-5|1|1|1G||X", "end before start"),
         ("1|u|a|p|2024-01-01T00:00:00|5|1|1|1Q||X", "ReqMem is no number"),
         ("1|u|a|p|2024-01-01T00:00:00|5|1|1|9999999T||X", "ReqMem is more than 2^30"),
         ("1|u|a|p|2024-01-01T00:00:00|5|1|1|1G|gres/gpu=x|X", "AllocTRES is no number"),
         ("1|u|a|nope|2024-01-01T00:00:00|5|1|1|1G||X", "Partition is no node's"),
         ("1||a|p|2024-01-01T00:00:00|5|1|1|1G||X", "User is missing")]
SLURM_NODES = "NodeName=n1 CPUTot=4 RealMemory=100 Gres=gpu:2(S:0) Partitions=p\nNodeName=n2 CPUTot=4 Partitions=p\n"
SLURM_NODES += "NodeNme=n3 CPUTot=4 RealMemory=100 Partitions=p\n"

NODE = {"kind": "Node", "metadata": {"name": "n"}, "status": {"allocatable": {"cpu": "1", "memory": "1Gi"}}}


def pod(**changes):
    own = {"kind": "Pod", "metadata": {"name": "p", "creationTimestamp": "2024-01-01T00:00:00Z"},
           "spec": {"containers": [{"resources": {"requests": {"cpu": "1"}}}]}}
    return {**own, **changes}


def asking(**requests):
    return {"containers": [{"resources": {"requests": requests}}]}


PODS = [(pod(), None),
        (pod(kind="Node"), "kind is not Pod"),
        (pod(metadata={"name": "p"}), "creationTimestamp is missing"),
        (pod(metadata={"creationTimestamp": "2024-01-01T00:00:00Z"}), "name is missing"),
        (pod(spec=asking(cpu="1x")), "cpu is no number"),
        (pod(spec=asking(cpu="-1")), "cpu is negative"),
        (pod(spec=asking(memory="9Ei")), "memory is more than 2^30"),
        (pod(spec=asking()), "a demand of nothing"),
        (pod(spec={**asking(cpu="1"), "nodeSelector": {"a": "b"}}), "nodeSelector fits no node"),
        (pod(status={"startTime": "2025-01-01T00:00:00Z", "containerStatuses": 7}), None),
        (pod(status={"startTime": "2025-01-01T00:00:00Z",
                     "containerStatuses": [{"state": {"terminated": {"finishedAt": "2024-12-31T00:00:00Z"}}}]}),
         "end before start")]


class Defects(TraceCase):
    def check(self, form, files, bad, jobs, sets=()):
        """`bad`: (file, line, reason) in the order of reading."""
        told, tables = self.imported(form, *files, sets=sets)
        self.assertEqual(told["jobs"], jobs)
        counts = {}
        for _, _, reason in bad:
            counts[reason] = counts.get(reason, 0) + 1
        self.assertEqual(told["bad"], counts)
        self.assertEqual([(file, line, reason.split(" (")[0]) for file, line, reason in tables["bad_rows"]], bad[:20])
        arguments = ["import", form, *files, "--out", "strict.h5", "--quiet", "--strict"]
        file, line, reason = bad[0]
        self.refused([f"{file}:{line}: {reason}"], *arguments, *(word for own in sets for word in ("--set", own)))
        self.assertFalse((self.folder / "strict.h5").exists())

    def lines(self, name, header, rows):
        self.write(name, "\n".join([*([header] if header else []), *(row for row, _ in rows), ""]))
        first = 2 if header else 1
        return [(name, first + at, reason) for at, (_, reason) in enumerate(rows) if reason]

    def test_alibaba2018(self):
        bad = self.lines("t.csv", None, ALIBABA)
        self.check("alibaba2018", ["t.csv"], bad, 2)
        told, tables = self.imported("alibaba2018", "t.csv")
        self.assertEqual(told["left_out"], {"not Terminated": 1})
        self.assertEqual(tables["jobs"], [(1, "M2", 0, 1000, 1, 1, 39, -1, -1), (0, "M1", 5000, 10000, 2, 1000, 1180, -1, -1)])
        self.assertEqual(told["rows"], len(ALIBABA))

    def test_openb(self):
        self.write("n.csv", OPENB_NODES)
        nodes = [("n.csv", 3, "a node's name is missing"), ("n.csv", 4, "memory_mib is no number")]
        pods = self.lines("p.csv", "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,creation_time,deletion_time",
                          OPENB_PODS)
        self.check("openb", ["n.csv", "p.csv"], nodes + pods, 2)

    def test_dlrm2025(self):
        self.check("dlrm2025", ["t.csv"], self.lines("t.csv", DLRM_HEADER, DLRM), 1)

    def test_swf(self):
        self.check("swf", ["t.swf"], self.lines("t.swf", "; MaxProcs: 4", SWF), 1)

    def test_sacct(self):
        self.write("n.txt", SLURM_NODES)
        bad = self.lines("t.txt", SACCT_HEADER, SACCT)
        self.check("sacct", ["t.txt", "n.txt"], [("n.txt", 2, "RealMemory is missing"), ("n.txt", 3, "NodeName is missing"), *bad], 1)

    def test_kubectl(self):
        self.write("n.json", json.dumps({"items": [NODE]}))
        self.write("p.json", '{"items": [\n' + ",\n".join(json.dumps(own) for own, _ in PODS) + "\n]}")
        bad = [("p.json", 2 + at, reason) for at, (_, reason) in enumerate(PODS) if reason]
        self.check("kubectl", ["n.json", "p.json"], bad, 2)

    def test_what_is_not_followed_is_counted(self):
        nodes = [{**NODE, "spec": {"taints": taints}} for taints in ([], [{"key": "a", "effect": "NoSchedule"}])]
        pods = [pod(spec={**asking(cpu="1"), **more}) for more in
                ({"affinity": {}}, {"affinity": {"nodeAffinity": {}}, "topologySpreadConstraints": [{"maxSkew": 1}]})]
        self.write("n.json", json.dumps({"items": nodes}))
        self.write("p.json", json.dumps({"items": pods}))
        self.assertEqual(self.imported("kubectl", "n.json", "p.json")[0]["not_followed"],
                         {"nodes with taints": 1, "pods with affinity": 1, "pods with topologySpreadConstraints": 1})

    def test_a_bad_row_leaves_no_user(self):
        self.write("t.csv", "M1,0,nobody,1,Terminated,1,2,1,1\nM1,1,somebody,1,Terminated,1,2,1,1\n")
        self.assertEqual(self.imported("alibaba2018", "t.csv")[1]["users"], [(0, "somebody", 1.0)])

    def test_twenty_are_kept_and_all_are_counted(self):
        self.write("t.csv", "M1,1,j,1,Terminated,1,2,1,1\n" + "x\n" * 50)
        told, tables = self.imported("alibaba2018", "t.csv")
        self.assertEqual((told["bad_rows"], len(tables["bad_rows"])), (50, 20))
        done = self.run_program("import", "alibaba2018", "t.csv", "--out", "trace.h5")
        self.assertEqual(done.stderr.count("t.csv:"), 20)
        self.assertIn("bad rows: 50 too few columns", done.stderr)
        self.assertIn("trace.h5: 51 rows, 1 job, 1 user, 0 nodes, 50 bad rows, ", done.stdout)

    def test_facts(self):
        self.write("t.csv.gz", "M1,1,j,1,Terminated,1,2,1,1\n")
        self.imported("alibaba2018", "t.csv.gz", sets=["gb_per_percent=5"])
        with h5py.File(self.folder / "trace.h5") as file:
            facts = dict(file["trace"].attrs)
        digest = hashlib.sha256((self.folder / "t.csv.gz").read_bytes()).hexdigest()
        self.assertEqual(facts["inputs_sha256"].tolist(), [digest.encode()])
        self.assertEqual(facts["inputs"].tolist(), [b"t.csv.gz"])
        self.assertEqual(facts["settings"].tolist(), [b"gb_per_percent=5"])
        self.assertEqual(facts["resources"].tolist(), [b"cpu_milli", b"mem_mib"])
        self.assertEqual((facts["format_version"], facts["format"], facts["rows_read"], facts["rows_bad"]),
                         (1, b"alibaba2018", 1, 0))


if __name__ == "__main__":
    unittest.main()
