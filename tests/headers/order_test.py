"""How host/ is divided, from its sources: data flows one way, a folder has a namespace of its own, and no
two types have one qualified name, which a linker would take for the same. order_test.py"""

import re
import unittest
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# A folder includes those before it only; what lies directly in host/ is first, but for main.cpp.
ORDER = re.search(r"foreach\(folder IN ITEMS ([\w ]+)\)", (ROOT / "host/CMakeLists.txt").read_text())[1].split()


def sources(folder):
    """But for headers that stand in for those of kernels/."""
    return sorted(path for path in (ROOT / folder).rglob("*")
                  if path.suffix in (".hpp", ".cpp") and "races/kernels" not in str(path))


def level(path):
    """0: directly in host/; then the folders in their order."""
    folders = path.relative_to(ROOT / "host").parts[:-1]
    return 1 + ORDER.index(folders[0]) if folders else 0


def types_of(path):
    """Qualified names of the types that a file defines in namespaces with names, as clang-format writes them."""
    spaces, inside_anonymous = [], False
    for line in path.read_text().splitlines():
        if opened := re.match(r"(?:inline )?namespace ((?:\w+|::|inline )*) ?\{", line):
            spaces.append(opened[1].replace("inline ", ""))
        elif re.match(r"\}  // namespace", line) or line == "}  // namespace":
            spaces.pop()
        elif spaces and "" not in spaces:
            if defined := re.match(r"(?:struct|class|enum class|enum) (\w+)(?: final)?(?: : .*)? ?\{", line):
                yield "::".join([*spaces, defined[1]])


class House(unittest.TestCase):
    def test_every_folder_has_its_place(self):
        folders = {path.name for path in (ROOT / "host").iterdir() if path.is_dir()}
        self.assertEqual(folders, set(ORDER))

    def test_includes_go_one_way(self):
        for path in sources("host"):
            if path.name == "main.cpp":
                continue
            for name in re.findall(r'^#include "(host/[^"]+)"', path.read_text(), re.M):
                self.assertLessEqual(level(ROOT / name), level(path), f"{path}: {name} goes against the order")

    def test_a_folder_is_a_namespace(self):
        for path in sources("host"):
            space = "::".join(["fairslot", *path.relative_to(ROOT / "host").parts[:-1]])
            code = path.read_text()
            opened = re.findall(r"^namespace (fairslot[\w:]*) \{", code, re.M)
            self.assertTrue(opened or path.name == "main.cpp", f"{path}: not in {space}")
            for name in opened:
                self.assertTrue(f"{name}::".startswith(f"{space}::"), f"{path}: {name} is not {space}")
            if path.suffix == ".hpp":
                self.assertNotIn("using namespace", code, path)

    def test_kernels_know_nothing_of_host(self):
        for path in sources("kernels"):
            self.assertNotRegex(path.read_text(), r'#include "(host|tests)/', path)

    def test_no_circle_between_folders_of_kernels(self):
        """Through any headers: a folder that reaches another is not reached by it. What the door includes, host/ has
        too: it is below all folders."""
        includes = {path: [ROOT / name for name in re.findall(r'^#include "(kernels/[^"]+)"', path.read_text(), re.M)]
                    for path in sources("kernels")}

        def reached(path, seen):
            for other in includes[path]:
                if other not in seen:
                    seen.add(other)
                    reached(other, seen)
            return seen

        door = reached(ROOT / "kernels/simulation.hpp", set())
        folder = {path: path.relative_to(ROOT / "kernels").parts[0]
                  for path in includes if path.parent.name != "kernels" and path not in door}
        edges = {(folder[path], folder[other]) for path in folder if path.suffix == ".hpp"
                 for other in reached(path, set()) if other in folder}
        self.assertGreater(len(edges), 10)
        self.assertEqual(sorted((a, b) for a, b in edges if a < b and (b, a) in edges), [])

    def test_phases_are_the_five(self):
        names = {path.stem for path in sources("kernels/phases")}
        self.assertEqual(names, {"release", "arrive", "entitle", "fill", "tally"})

    def test_no_type_has_the_name_of_another(self):
        forms = ROOT / "kernels/primitives/lanes"  # of one thing: a translation unit has one
        places = defaultdict(set)
        for folder in ("host", "kernels", "tests"):
            for path in sources(folder):
                for name in types_of(path):
                    places[name].add(str((forms if path.parent == forms else path).relative_to(ROOT)))
        self.assertGreater(len(places), 200)
        doubles = {name: sorted(paths) for name, paths in places.items() if len(paths) > 1}
        self.assertEqual(doubles, {})


if __name__ == "__main__":
    unittest.main()
