"""Runs of fairslot in which a call of the operating system fails: faults.py PROGRAM FAULTS.so SECONDS.

Whatever fails, a run ends with 0 and whole results, or with 1 (2 where its input cannot be read) and one
line on stderr; under the names of its results stands nothing, what stood there before, or a whole file;
nothing else is left behind.
"""

import dataclasses
import errno
import itertools
import os
import pathlib
import shutil
import sys
import tempfile
import time

from results import HERE, contents, run

# Calls from these libraries succeed: where they fail libgomp, the loader and the C library end the process
# themselves.
SPARED = "libgomp,ld-linux,libc.so"
# HDF5 crashes or hangs inside itself where its own malloc fails. With `files_only` it fails, too, and all
# that is asked of a run is that no file is wrong.
HDF5 = ",libhdf5,libz,libsz,libaec"
PROBLEM = (HERE / "tiny.json", "--policy", "tvtsf", "--picks", "picks.csv")


@dataclasses.dataclass(frozen=True)
class Fault:
    kind: str  # as in faults/faults.cpp
    error: int = 0  # errno; 0: half of the bytes
    on: bool = False  # all calls after it fail, too
    share: int = 1  # of the time
    files_only: bool = False

    def environment(self, at):
        spared = SPARED if self.files_only else SPARED + HDF5
        return {"FAULT_KIND": self.kind, "FAULT_AT": at, "FAULT_ERROR": self.error, "FAULT_ON": int(self.on),
                "FAULT_SPARE": spared if self.kind == "malloc" else SPARED}

    def __str__(self):
        return (f"{self.kind} fails with {errno.errorcode.get(self.error, 'half of it')}"
                f"{' from there on' if self.on else ''}{', also in HDF5' if self.files_only else ''}")


FAULTS = [
    Fault("write", errno.ENOSPC, share=2), Fault("write", errno.EIO, on=True, share=2), Fault("write", errno.EINTR),
    Fault("write", on=True), Fault("read", errno.EIO), Fault("read", errno.EINTR), Fault("read", on=True),
    Fault("open", errno.EMFILE), Fault("open", errno.ENOSPC, on=True), Fault("sync", errno.EIO),
    Fault("rename", errno.EIO), Fault("close", errno.EIO), Fault("resize", errno.EFBIG), Fault("thread", errno.EAGAIN),
    Fault("malloc", errno.ENOMEM, share=12), Fault("malloc", errno.ENOMEM, on=True, share=6),
    Fault("malloc", errno.ENOMEM, share=4, files_only=True),
]


class Case:
    """A command that writes into a folder, which may hold earlier results."""

    def __init__(self, program, name, *arguments, earlier=None):
        self.program, self.name, self.arguments, self.earlier = program, name, arguments, earlier
        with tempfile.TemporaryDirectory(prefix="fairslot_faults_") as folder:
            done = self.run(pathlib.Path(folder))
            if done.returncode != 0:
                sys.exit(f"{name}: exit code {done.returncode} without any fault: {done.stderr}")
            self.stdout = done.stdout
            self.outputs = {path.name: self.read(path) for path in pathlib.Path(folder).iterdir()}

    def run(self, folder, **faults):
        if self.earlier:
            shutil.copy(self.earlier, folder / "results.h5")
        environment = os.environ | {name: str(value) for name, value in faults.items()}
        return run(self.program, "run", *self.arguments, "--out", "results.h5", "--json", "--quiet", "--threads", 2,
                   cwd=folder, env=environment)

    @staticmethod
    def read(path):
        return contents(path) if path.suffix == ".h5" else path.read_bytes()

    def wrong_files(self, folder, must_be_new, leftovers_allowed):
        for path in sorted(folder.iterdir()):
            if path.name not in self.outputs:
                if not leftovers_allowed:
                    yield f"{path.name} is left behind"
            elif not must_be_new and self.earlier and path.read_bytes() == self.earlier.read_bytes():
                continue
            elif self.read(path) != self.outputs[path.name]:
                yield f"{path.name} is not whole"
        for name in self.outputs:
            if (must_be_new or (self.earlier and name == "results.h5")) and not (folder / name).exists():
                yield f"{name} is missing"

    def wrong_ending(self, done, fault):
        allowed = (0, 1, 2) if fault.kind in ("open", "read") else (0, 1)
        lines = done.stderr.splitlines()
        if done.returncode not in allowed:
            yield f"exit code {done.returncode}"
        if done.returncode == 0 and (lines or done.stdout != self.stdout):
            yield "another output than without the fault"
        if done.returncode != 0 and (len(lines) != 1 or not lines[0].startswith("fairslot: ")):
            yield "not one line on stderr"

    def wrong(self, folder, done, fault):
        """What is wrong after a run with a fault."""
        if not fault.files_only:
            yield from self.wrong_ending(done, fault)
        try:
            yield from self.wrong_files(folder, done.returncode == 0, fault.files_only)
        except (OSError, RuntimeError, KeyError) as error:
            yield f"a file that cannot be read: {error}"


def spread(count):
    """1 .. count, each once, any beginning of it evenly spread."""
    step = max(1, round(count * 0.6180339887))
    while count > 1 and any(step % p == 0 and count % p == 0 for p in range(2, step + 1)):
        step += 1
    return (1 + i * step % count for i in range(count))


class Tries:
    def __init__(self, library):
        self.library, self.tried, self.findings = library, 0, []

    def run(self, case, fault, at):
        """The number of calls of this kind that were seen."""
        with tempfile.TemporaryDirectory(prefix="fairslot_faults_") as folder, tempfile.NamedTemporaryFile() as counted:
            folder = pathlib.Path(folder)
            done = case.run(folder, LD_PRELOAD=self.library, FAULT_COUNT=counted.name, **fault.environment(at))
            for finding in case.wrong(folder, done, fault):
                self.findings.append(f"{case.name}, call {at}: {fault}: {finding}: {done.stderr[:200]!r}")
            self.tried += 1
            return int((counted.read().split() or [0])[0])

    def run_all(self, case, fault, seconds):
        """Lets the calls fail one by one as long as there is time."""
        count, tried, end = self.run(case, fault, 0), 0, time.monotonic() + seconds
        for at in itertools.takewhile(lambda _: time.monotonic() < end, spread(count)):
            self.run(case, fault, at)
            tried += 1
        print(f"{case.name}: {tried} of {count}: {fault}", flush=True)


def main():
    program, library, seconds = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), float(sys.argv[3])
    with tempfile.TemporaryDirectory(prefix="fairslot_faults_") as folder:
        earlier = pathlib.Path(folder) / "earlier.h5"
        run(program, "run", HERE / "tiny.toml", "--seed", 9, "--out", earlier, "--quiet")
        cases = [Case(program, "a scenario", HERE / "tiny.toml"),
                 Case(program, "a scenario in place of another", HERE / "tiny.toml", "--force", earlier=earlier),
                 Case(program, "a problem", *PROBLEM)]
        tries = Tries(library)
        a_share = seconds / len(cases) / sum(fault.share for fault in FAULTS)
        for case, fault in itertools.product(cases, FAULTS):
            tries.run_all(case, fault, fault.share * a_share)
    print(f"{tries.tried} runs; left out: calls from {SPARED}, and from {HDF5[1:]} but where said")
    print("\n".join(tries.findings))
    sys.exit(1 if tries.findings else 0)


if __name__ == "__main__":
    main()
