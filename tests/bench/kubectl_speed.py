#!/usr/bin/env python3
"""How fast what kubectl tells of a cluster is imported: kubectl_speed.py PROGRAM [--nodes N] [--pods N]

Nodes and pods as `kubectl get nodes -o json` and `kubectl get pods -A -o json` print them, indented, a pod with what the importer
passes over, too: labels, a volume, conditions, statuses.
"""
import argparse
import json
import resource
import subprocess
import tempfile
import time
from pathlib import Path


def node(number):
    memory = f"{64 << number % 3}Gi"
    labels = {"kubernetes.io/hostname": f"node-{number}", "pool": f"p{number % 20}", "kubernetes.io/arch": "amd64"}
    room = {"cpu": str(16 << number % 3), "memory": memory, "ephemeral-storage": "100Gi", "pods": "110"} | (
        {"nvidia.com/gpu": "8"} if number % 5 == 0 else {})
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": f"node-{number}", "labels": labels},
            "spec": {"providerID": f"cloud:///{number}"},
            "status": {"allocatable": room, "capacity": room,
                       "conditions": [{"type": kind, "status": "False", "reason": "KubeletHasSufficient" + kind,
                                       "lastHeartbeatTime": "2026-05-01T12:00:00Z"} for kind in ("Memory", "Disk", "PID")]}}


def pod(number):
    name, second = f"job-{number // 7}-{number % 7}", f"{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}"
    limits = {"cpu": f"{250 * (1 + number % 9)}m", "memory": f"{512 * (1 + number % 13)}Mi"} | (
        {"nvidia.com/gpu": "1"} if number % 11 == 0 else {})
    container = {"name": "main", "image": f"registry.example.com/team-{number % 500}/work:{number % 97}", "args": ["--input", f"/data/{number}"],
                 "env": [{"name": f"SETTING_{i}", "value": f"value-{number}-{i}"} for i in range(8)],
                 "resources": {"requests": limits, "limits": limits}, "terminationMessagePath": "/dev/termination-log",
                 "volumeMounts": [{"mountPath": "/var/run/secrets/kubernetes.io/serviceaccount", "name": "token", "readOnly": True}]}
    return {"apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": name, "namespace": f"team-{number % 500}", "uid": f"{number:032x}", "labels": {"app": name, "tier": "batch"},
                         "creationTimestamp": f"2026-05-{1 + number // 86400:02}T{second}Z"},
            "spec": {"containers": [container], "nodeName": f"node-{number % 5000}", "restartPolicy": "Never", "schedulerName": "default-scheduler",
                     **({"nodeSelector": {"pool": f"p{number % 20}"}} if number % 3 == 0 else {}),
                     "tolerations": [{"effect": "NoExecute", "key": "node.kubernetes.io/not-ready", "operator": "Exists", "tolerationSeconds": 300}],
                     "volumes": [{"name": "token", "projected": {"defaultMode": 420, "sources": [{"serviceAccountToken": {"path": "token"}}]}}]},
            "status": {"phase": "Succeeded", "startTime": f"2026-05-{1 + number // 86400:02}T{second}Z",
                       "conditions": [{"type": kind, "status": "True", "lastTransitionTime": f"2026-05-01T{second}Z"}
                                      for kind in ("Initialized", "Ready", "ContainersReady", "PodScheduled")],
                       "containerStatuses": [{"name": "main", "restartCount": 0, "state": {"terminated": {
                           "exitCode": 0, "startedAt": f"2026-05-{1 + number // 86400:02}T{second}Z", "finishedAt": "2026-05-03T12:00:00Z"}}}]}}


def write(path, items):
    """Item by item: the list as a whole has no room in memory."""
    with path.open("w") as file:
        file.write('{\n    "apiVersion": "v1",\n    "items": [\n')
        for number, item in enumerate(items):
            file.write((",\n" if number else "") + json.dumps(item, indent=4))
        file.write('\n    ],\n    "kind": "List"\n}\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--pods", type=int, default=100_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fairslot_kubectl_speed_") as folder:
        nodes, pods = Path(folder) / "nodes.json", Path(folder) / "pods.json"
        write(nodes, map(node, range(options.nodes)))
        write(pods, map(pod, range(options.pods)))
        size = (nodes.stat().st_size + pods.stat().st_size) / 1e6
        start = time.monotonic()
        subprocess.run([options.program.resolve(), "import", "kubectl", nodes, pods, "--out", Path(folder) / "t.h5"], check=True)
        own = time.monotonic() - start
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{options.nodes} nodes, {options.pods} pods, {size:.0f} MB: {own:.2f} s ({used.ru_utime + used.ru_stime:.2f} s of the processor), "
          f"{used.ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
