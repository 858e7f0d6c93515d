"""What the documents say, against sources and program: documents_test.py BUILD_FOLDER."""

import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(sys.argv.pop(1)).resolve()


def sources(*folders):
    """Every text of ours in these folders."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".hpp", ".cpp", ".md", ".py", ".toml", ".txt"):
                yield path


class Citations(unittest.TestCase):
    def test_papers_are_cited_by_author_and_year(self):
        folders = ("kernels", "host", "analysis", "docs", "scenarios", "tests")
        for path in [ROOT / "README.md", *sources(*folders)]:
            for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
                self.assertIsNone(re.search(r"seed 00\d", line, re.I), f"{path}:{number}: {line}")

    def test_what_policies_cite_is_in_the_references(self):
        known = re.findall(r"^- \*\*(.*?)\*\*", (ROOT / "docs/references.md").read_text(), re.M)
        for path in (ROOT / "kernels/policies").glob("*.hpp"):
            cited = [name for name in known if name in path.read_text()]
            self.assertTrue(cited or path.name == "policies.hpp", path)


def defines(code, symbol):
    """Whether a file of sources has the function, in its namespace or struct where one is named."""
    *outer, name = [word for word in symbol.split("::") if word not in ("avx512", "portable")]
    home = re.search(rf"\b(?:namespace|struct|class) (?:.*::)?{outer[-1]}\b", code) if outer else True
    return bool(home and re.search(rf"^(?!.*\breturn\b).*\w[&*>]? {name}\(", code, re.M))


class Profiling(unittest.TestCase):
    def test_every_symbol_is_there(self):
        text = (ROOT / "docs/profiling.md").read_text()
        codes = [path.read_text() for path in sources("kernels")]
        symbols = set(re.findall(r"fairslot::((?:\w+::)*\w+)", text)) - {"phase::what"}
        self.assertGreater(len(symbols), 20)
        for symbol in symbols:
            found = any(f'"fairslot::{symbol}"' in code or defines(code, symbol) for code in codes)
            self.assertTrue(found, f"docs/profiling.md: fairslot::{symbol}")


def tests_of(*arguments):
    """The names that ctest lists."""
    done = subprocess.run(["ctest", "-N", *arguments], cwd=ROOT, capture_output=True, text=True)
    return set(re.findall(r"^ *Test +#\d+: (\S+)", done.stdout, re.M))


class Tests(unittest.TestCase):
    """scripts/test hands its arguments to ctest with a preset."""

    def setUp(self):
        self.preset = BUILD.name.removesuffix("-native")
        if BUILD.parent != ROOT / "build" or self.preset not in ("openmp", "asan"):
            self.skipTest(f"{BUILD}: not a preset's tree")

    def test_labels_and_names_count_beside_a_preset(self):
        everything = tests_of("--test-dir", BUILD)
        for arguments in (), ("-L", "property"), ("-LE", "property"), ("-LE", "unit|property"), ("-R", "^cli$"):
            with_preset = tests_of("--preset", self.preset, *arguments)
            self.assertEqual(with_preset, tests_of("--test-dir", BUILD, *arguments), arguments)
            self.assertEqual(with_preset == everything, not arguments)

    def test_long_ones_are_left_out_unless_asked_for(self):
        self.assertFalse(tests_of("--preset", self.preset, "-L", "long"))
        self.assertIn("property.long0", tests_of("--preset", self.preset, "-C", "long", "-L", "long"))


if __name__ == "__main__":
    unittest.main()
