"""Importers once more, in plain Python: csv, json and fractions. Each returns users, jobs, nodes, classes and allowed as the
trace file has them, of files without a bad row."""
import csv
import json
import math
from datetime import datetime, timezone
from fractions import Fraction


def up(text, factor=1):
    return math.ceil(Fraction(text) * factor)


def ms(text):
    return math.floor(Fraction(text) * 1000)


def lasting(start, end):
    return max(end - start, 0) or 1000


class Numbers(dict):
    def number(self, name):
        return self.setdefault(name, len(self))


class Trace:
    def __init__(self):
        self.users, self.classes, self.sets, self.jobs, self.nodes = Numbers(), Numbers(), Numbers(), [], []

    def allow(self, classes):
        return self.sets.number(tuple(sorted(set(classes)))) if classes else -1

    def job(self, user, name, submit, duration, tasks, demand, allowed=-1, per_server=-1):
        self.jobs.append((self.users.number(user), name, submit, duration, tasks, *demand, allowed, per_server))

    def node(self, name, of_class, capacity):
        self.nodes.append((len(self.nodes), name, self.classes.number(of_class), 1.0, *capacity))

    def tables(self):
        jobs = sorted(self.jobs, key=lambda job: job[2])
        return {
            "users": [(number, name, 1.0) for name, number in self.users.items()],
            "jobs": [(user, name, submit - jobs[0][2], *rest) for user, name, submit, *rest in jobs],
            "nodes": self.nodes,
            "classes": [(number, name) for name, number in self.classes.items()],
            "allowed": [(number, own) for classes, number in self.sets.items() for own in classes],
        }


def alibaba_memory(text, gb_per_percent):
    return max(1, int(float(Fraction(text) * 100) * (gb_per_percent * 10.24) + 0.5))


def alibaba2018(path, gb_per_percent=3.84):
    trace = Trace()
    for task, instances, job, _, status, start, end, cpu, memory in csv.reader(path.read_text().splitlines()):
        if status == "Terminated":
            trace.job(job, task, ms(start), lasting(ms(start), ms(end)), int(instances),
                      (up(cpu, 10), alibaba_memory(memory, gb_per_percent)))
    return trace.tables()


def alibaba1h(path, gb_per_percent=3.84):
    trace = Trace()
    for row in csv.DictReader(path.read_text().splitlines()):
        trace.job(row["job"], row["task"], ms(row["arrive_s"]), lasting(0, ms(row["duration_s"])), int(row["instances"]),
                  (up(row["plan_cpu"], 10), alibaba_memory(row["plan_mem"], gb_per_percent)))
    return trace.tables()


def alibaba2017(path, node_mem_mib=262144):
    trace = Trace()
    for row in csv.DictReader(path.read_text().splitlines()):
        start, mean = ms(row["create_s"]), row["mean_instance_duration_s"]
        duration = lasting(0, ms(mean)) if mean else lasting(start, ms(row["end_s"]))
        trace.job(row["job"], row["task"], start, duration, int(row["instances"]),
                  (up(row["plan_cpu"], 10), up(row["plan_mem"], node_mem_mib)))
    return trace.tables()


def openb(nodes, pods, user_by="request"):
    trace = Trace()
    for row in csv.DictReader(nodes.read_text().splitlines()):
        trace.node(row["sn"], row["model"] or "CPU", (int(row["cpu_milli"]), int(row["memory_mib"]), int(row["gpu"]) * 1000))
    for row in csv.DictReader(pods.read_text().splitlines()):
        gpus = int(row["num_gpu"])
        demand = (int(row["cpu_milli"]), int(row["memory_mib"]), int(row["gpu_milli"]) if gpus == 1 else gpus * 1000)
        start, end = ms(row["creation_time"]), row["deletion_time"]
        user = {"request": "/".join(map(str, (*demand, row["gpu_spec"]))), "qos": row["qos"], "pod": row["name"]}[user_by]
        models = [trace.classes.number(model) for model in row["gpu_spec"].split("|") if model]
        trace.job(user, row["name"], start, lasting(start, ms(end)) if end else -1, 1, demand, trace.allow(models))
    return trace.tables()


def dlrm2025(path):
    trace = Trace()
    for row in csv.DictReader(path.read_text().splitlines()):
        start, end = ms(row["creation_time"] or 0), row["deletion_time"]
        demand = (up(row["cpu_request"], 1000), up(row["memory_request"], 1024), up(row["gpu_request"], 1000),
                  up(row["rdma_request"], 10), up(row["disk_request"], 1024))
        trace.job(row["app_name"], row["instance_sn"], start, lasting(start, ms(end)) if end else -1, 1, demand,
                  trace.allow([trace.classes.number(row["role"])]), int(row["max_instance_per_node"]))
    return trace.tables()


def google2011(path):
    trace, tasks = Trace(), {}
    for row in csv.DictReader(path.read_text().splitlines()):
        group = (row["user"], row["job"], up(row["cpu_request"], 100000), up(row["mem_request"], 100000))
        tasks[group] = tasks.get(group, 0) + 1
    for (user, job, cpu, memory), count in tasks.items():
        trace.job(user, job, 0, -1, count, (cpu, memory))
    return trace.tables()


def swf(path, partition=False):
    trace, processors, memory = Trace(), 0, False
    for line in path.read_text().splitlines():
        if line.startswith(";"):
            if "MaxProcs:" in line:
                processors = int(line.split("MaxProcs:")[1])
            continue
        field = [""] + line.split()
        kib = next((int(field[i]) for i in (10, 7) if int(field[i]) > 0), 0)
        memory |= kib > 0
        allowed = trace.allow([trace.classes.number(field[16])]) if partition and field[16] != "-1" else -1
        trace.job(field[12], field[1], ms(field[2]), lasting(0, ms(field[4])),
                  next(int(field[i]) for i in (8, 5) if int(field[i]) > 0), (1000, up(kib, Fraction(1, 1024))), allowed)
    most = max(job[6] for job in trace.jobs)
    for node in range(0 if partition else processors):
        trace.node(f"node{node}", "node", (1000, most))
    tables = trace.tables()
    if not memory:
        tables["jobs"] = [(*job[:6], *job[7:]) for job in tables["jobs"]]
        tables["nodes"] = [node[:-1] for node in tables["nodes"]]
    return tables


def moment(text):
    text = text.replace("Z", "+00:00")
    own = datetime.fromisoformat(text)
    own = own if own.tzinfo else own.replace(tzinfo=timezone.utc)
    return round((own - datetime(1970, 1, 1, tzinfo=timezone.utc)).total_seconds() * 1000)


def slurm_memory(text, cpus, nodes):
    times, parts = 1, nodes
    if text[-1] in "cn":
        times, text = (cpus if text[-1] == "c" else nodes), text[:-1]
    unit = {"K": Fraction(1, 1024), "M": 1, "G": 1024, "T": 1024 ** 2}.get(text[-1])
    return up(text[:-1] if unit else text, Fraction(times * (unit or 1)) / parts)


def slurm_gpus(tres):
    own = dict(part.split("=") for part in tres.split(",") if part.startswith("gres/gpu"))
    return int(own.get("gres/gpu", sum(map(int, own.values()))))


def sacct(path, user_by="User"):
    trace = Trace()
    for row in csv.DictReader(path.read_text().splitlines(), delimiter="|", quoting=csv.QUOTE_NONE):
        nodes, cpus = int(row["NNodes"]), int(row["NCPUS"])
        demand = (up(cpus, Fraction(1000, nodes)), slurm_memory(row["ReqMem"], cpus, nodes),
                  up(slurm_gpus(row["AllocTRES"]), Fraction(1000, nodes)))
        classes = sorted({trace.classes.number(name) for name in row["Partition"].split(",")})
        trace.job(row[user_by], row["JobIDRaw"], moment(row["Submit"]), lasting(0, ms(row["ElapsedRaw"])), nodes, demand,
                  trace.allow(classes))
    return trace.tables()


SUFFIXES = {"m": Fraction(1, 1000), "k": 10 ** 3, "M": 10 ** 6, "G": 10 ** 9, "T": 10 ** 12,
            "Ki": 2 ** 10, "Mi": 2 ** 20, "Gi": 2 ** 30, "Ti": 2 ** 40}


def quantity(text):
    text = str(text)
    suffix = next((own for own in ("Ki", "Mi", "Gi", "Ti", *"mkMGT") if text.endswith(own)), "")
    return Fraction(text[:len(text) - len(suffix)]) * SUFFIXES.get(suffix, 1)


UNITS = {"cpu": 1000, "memory": Fraction(1, 2 ** 20), "nvidia.com/gpu": 1000}


def needs(containers):
    return [[math.ceil(quantity(own.get("resources", {}).get("requests", {}).get(name, 0)) * unit)
             for name, unit in UNITS.items()] for own in containers]


def kubectl(nodes, pods):
    trace = Trace()
    nodes = json.loads(nodes.read_text())["items"]
    labels = [node["metadata"].get("labels", {}) for node in nodes]
    selectors = Numbers()
    for pod in json.loads(pods.read_text())["items"]:
        spec, status = pod["spec"], pod.get("status", {})
        start = moment(status.get("startTime") or pod["metadata"]["creationTimestamp"])
        ends = [own.get("state", {}).get("terminated", {}).get("finishedAt") for own in status.get("containerStatuses", [])]
        duration = lasting(start, max(map(moment, ends))) if ends and all(ends) else -1
        demand = [max(sum(own), max(first)) for own, first in
                  zip(zip(*needs(spec["containers"])), zip(*(needs(spec.get("initContainers", [])) or [[0, 0, 0]])))]
        selector = tuple(sorted(spec.get("nodeSelector", {}).items()))
        trace.job(pod["metadata"].get("namespace", "default"), pod["metadata"]["name"], start, duration, 1, demand,
                  selectors.number(selector) if selector else -1)
    fits = [tuple(all(own.get(key) == value for key, value in selector) for selector in selectors) for own in labels]
    names = Numbers()
    for node, own in zip(nodes, fits):
        given = node["status"]["allocatable"]
        trace.node(node["metadata"]["name"], f"c{names.number(own)}",
                   [math.floor(quantity(given.get(name, 0)) * unit) for name, unit in UNITS.items()])
    tables = trace.tables()
    tables["allowed"] = [(s, number) for s in range(len(selectors)) for own, number in names.items() if own[s]]
    return tables
