"""Tests that run `fairslot solve`."""
import json

from program_case import ProgramCase


def toml(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(own)}" for key, own in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def instance(capacity=None, users=(), **more):
    """As TOML; users as tables, or as the lists of their demands."""
    if capacity is not None:
        more["capacity"] = capacity
    tables = [own if isinstance(own, dict) else {"demand": own} for own in users]
    return "".join(f"{key} = {toml(value)}\n" for key, value in {**more, "users": tables}.items())


class PoolCase(ProgramCase):
    def answers(self, text, *mechanisms):
        """The results of the mechanisms, in their order."""
        (self.folder / "i.toml").write_text(text)
        return json.loads(self.good("solve", *mechanisms, "i.toml", "--json"))["results"]

    def tasks(self, text, mechanism):
        return [user["tasks"] for user in self.answers(text, mechanism)[0]["users"]]

    def assert_close(self, have, want, tolerance=1e-7):
        self.assertEqual(len(have), len(want))
        for own, other in zip(have, want):
            self.assertLessEqual(abs(own - other), tolerance * max(1.0, abs(other)), (have, want))
