"""Damaged results files in everything that reads them: damage.py PROGRAM CORPUS SECONDS [SEED].

Bits flip, pages are zeroed, files are cut, blocks change places. Whatever reads such a file (run with it as
--out, report --tables, the Python reader) ends in time, without a crash, and shows the numbers of the sound file or
says in one line why not; verify finds every change of a byte that stands for something. The files of
CORPUS, made by hand and sealed anew, are read without a crash.
"""

import os
import pathlib
import random
import signal
import sys
import tempfile
import time

from results import HERE, contents, run

sys.path.insert(0, str(HERE.parents[1] / "analysis"))

from fairslot_results import METRICS, Results, ResultsError  # noqa: E402

PAGE = 4096


def flip(data, draw):
    at = draw.randrange(len(data))
    data[at] ^= 1 << draw.randrange(8)
    return f"bit flipped in byte {at}"


def zero_page(data, draw):
    at = draw.randrange(0, len(data), PAGE)
    data[at:at + PAGE] = bytes(len(data[at:at + PAGE]))
    return f"page at {at} zeroed"


def cut(data, draw):
    length = draw.randrange(len(data))
    del data[length:]
    return f"cut to {length} bytes"


def swap(data, draw):
    size = draw.choice((8, 64, 512, PAGE))
    a, b = (draw.randrange(0, len(data) - size, 8) for _ in range(2))
    data[a:a + size], data[b:b + size] = data[b:b + size], data[a:a + size]
    return f"{size} bytes at {a} and {b} swapped"


def overwrite(data, draw):
    at, size = draw.randrange(len(data)), 1 + draw.randrange(64)
    data[at:at + size] = draw.randbytes(len(data[at:at + size]))
    return f"{size} random bytes at {at}"


DAMAGES = (flip, flip, flip, zero_page, cut, swap, overwrite)


def read_all(path):
    """All that the Python reader hands out."""
    with Results(path) as results:
        tables = [results.points(), *(results.summary(name) for name in ("moments", "sample_means", "gains"))]
        for policy in results.policies:
            tables += [results.table(policy, name) for name in ("runs", "jobs", "users", "slots", "picks")]
            tables += [results.cdf(policy, metric) for metric in METRICS]
        return [results.name, results.samples, results.policies, results.text(), *(t.to_csv() for t in tables)]


SAME, REFUSED, OTHER = 0, 2, 3
ENDINGS = {"run": (0, 1, 2), "report": (0, 1, 2), "verify": (0, 5)}  # exit codes


def in_a_child(body):
    """Exit code of a process that runs `body`: h5py may crash where a file is damaged."""
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        try:
            os._exit(body())
        except ResultsError as error:
            os._exit(REFUSED if len(str(error).splitlines()) == 1 else 1)
        except BaseException as error:  # a traceback is no line that says why
            print(f"{type(error).__name__}: {error}", flush=True)
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


class Readers:
    """What reads results, and what each says of the sound file."""

    def __init__(self, program, sound):
        self.program, self.contents, self.tables = program, contents(sound), read_all(sound)
        self.commands = {
            "run": ("run", HERE / "tiny.toml", "--json", "--quiet", "--out"),
            "report": ("report", "--tables"),
            "verify": ("verify",),
        }
        self.says = {name: self.call(name, sound) for name in self.commands}
        if any(done.returncode != 0 for done in self.says.values()):
            sys.exit(f"the sound file is refused: {self.says}")

    def call(self, name, path):
        done = run(self.program, *self.commands[name], path)
        done.stdout = done.stdout.replace(str(path), "FILE")
        return done

    def wrong(self, path, sealed=False):
        """What is wrong with how a file is read; one that is sealed anew may hold other numbers."""
        for name in self.commands:
            done = self.call(name, path)
            lines = done.stderr.splitlines()
            if done.returncode not in ENDINGS[name]:
                yield f"{name}: exit code {done.returncode}"
            elif done.returncode != 0 and (len(lines) != 1 or len(lines[0]) > 2000):
                yield f"{name}: not one line on stderr: {done.stderr[:300]}"
            elif sealed or done.returncode != 0:
                continue
            elif done.stdout != self.says[name].stdout:
                yield f"{name}: other numbers without a word"
            elif name == "verify" and not self.is_sound(path):
                yield "verify: other contents without a word"
        code = in_a_child(lambda: SAME if read_all(path) == self.tables else OTHER)
        if code not in (SAME, REFUSED) and not (sealed and code == OTHER):
            yield f"Python: {'other numbers without a word' if code == OTHER else f'ended with {code}'}"

    def is_sound(self, path):
        return in_a_child(lambda: SAME if contents(path) == self.contents else OTHER) == SAME


def damaged(sound, seed, number):
    """Copy `number` of a stream, and what was done to it."""
    draw, data = random.Random(f"{seed} {number}"), bytearray(sound)
    what = draw.choice(DAMAGES)(data, draw)
    return data, what


def main():
    program, corpus, seconds = sys.argv[1], pathlib.Path(sys.argv[2]), float(sys.argv[3])
    seed = sys.argv[4] if len(sys.argv) > 4 else "1"
    findings, number = [], 0
    with tempfile.TemporaryDirectory(prefix="fairslot_damage_") as folder:
        sound, file = corpus / "sound", pathlib.Path(folder) / "damaged.h5"
        readers = Readers(program, sound)
        for attack in sorted(corpus.iterdir()):
            findings += [f"{attack.name}: {finding}" for finding in readers.wrong(attack, sealed=True)]
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            data, what = damaged(sound.read_bytes(), seed, number)
            file.write_bytes(data)
            findings += [f"{number}: {what}: {finding}" for finding in readers.wrong(file)]
            number += 1
    print(f"{number} damaged files, seed {seed}")
    print("\n".join(findings))
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
