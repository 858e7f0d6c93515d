"""Tests that import traces."""
import gzip
import json
import sys
from pathlib import Path

import h5py

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "analysis")]
from fairslot_traces import write_trace  # noqa: E402,F401
from program_case import ProgramCase  # noqa: E402


class TraceCase(ProgramCase):
    def write(self, name, text):
        data = text if isinstance(text, bytes) else text.encode()
        (self.folder / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return name

    def imported(self, form, *files, sets=()):
        """The closing line's counts and the tables of the trace, rows as tuples with texts."""
        arguments = [argument for own in sets for argument in ("--set", own)]
        done = self.run_program("import", form, *files, "--out", "trace.h5", "--json", "--quiet", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.good("validate", "trace.h5")
        with h5py.File(self.folder / "trace.h5") as file:
            tables = {name: [self._row(row) for row in file[name][:]] for name in file if name != "trace"}
        return json.loads(done.stdout), tables

    @staticmethod
    def _row(row):
        return tuple(value.decode() if isinstance(value, bytes) else value.item() for value in row)
