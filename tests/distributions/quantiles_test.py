"""What named distributions draw equals their quantiles, computed with 50 digits: quantiles_test.py DRAW_VALUES"""

import random
import statistics
import subprocess
import sys
import unittest
from decimal import Decimal, getcontext

DRAW_VALUES = sys.argv.pop(1)
MOST = 2**30
getcontext().prec = 50

chance = random.Random(1)
BITS = [0, 1, 2**64 - 1, *(2**power for power in range(12, 64)), *(2**64 - 2**power for power in range(12, 64)),
        *(chance.getrandbits(64) for _ in range(500))]


def probability(bits):
    """The middle of the 2^-52 of all random numbers that these bits are in."""
    return (Decimal(bits >> 12) + Decimal("0.5")) / 2**52


def normal_cdf(z):
    """1/2 + phi(z) (z + z^3/3 + z^5/(3 5) + ...)"""
    term = total = z
    for odd in range(3, 2000, 2):
        term *= z * z / odd
        total += term
        if abs(term) < Decimal(10) ** -48:
            break
    return Decimal("0.5") + total * normal_density(z)


PI = Decimal("3.14159265358979323846264338327950288419716939937510")


def normal_density(z):
    return (-z * z / 2).exp() / (2 * PI).sqrt()


def normal_quantile(u):
    if u > Decimal("0.5"):
        return -normal_quantile(1 - u)
    z = Decimal(statistics.NormalDist().inv_cdf(float(u)))
    for _ in range(3):  # of Newton's: the digits double
        z -= (normal_cdf(z) - u) / normal_density(z)
    return z


def empirical(counts):
    total = sum(count for _, count in counts)

    def quantile(u):
        below = 0
        for value, count in counts:
            below += count
            if u * total < below:
                return Decimal(value)
        return Decimal(value)
    return quantile


def zipf(exponent, ranks):
    return empirical([(rank, Decimal(rank) ** -Decimal(exponent)) for rank in range(1, ranks + 1)])


def number(text):
    return Decimal(text)


# Distribution: quantile, (least, most, step).
WIDE = (1, MOST, 1)
LAWS = {
    "constant:value=12": (lambda u: Decimal(12), (12, 12, 1)),
    "uniform:least=5,most=1000004": (lambda u: 5 + (u * 1000000).to_integral_value("ROUND_FLOOR"), (5, 1000004, 1)),
    "uniform:least=10,most=99,step=10": (lambda u: 10 + 10 * (u * 9).to_integral_value("ROUND_FLOOR"), (10, 99, 10)),
    "exponential:mean=12345678": (lambda u: -12345678 * (1 - u).ln(), WIDE),
    "exponential:mean=500,least=100,most=2150,step=100": (lambda u: -500 * (1 - u).ln(), (100, 2150, 100)),
    "lognormal:median=1000000,sigma=0.75": (lambda u: 1000000 * (number("0.75") * normal_quantile(u)).exp(), WIDE),
    "lognormal:median=600,sigma=1.4,most=86400": (lambda u: 600 * (number("1.4") * normal_quantile(u)).exp(), (1, 86400, 1)),
    "weibull:shape=0.6,scale=1000000": (lambda u: 1000000 * (-(1 - u).ln()) ** (1 / number("0.6")), WIDE),
    "weibull:shape=4,scale=100000000": (lambda u: 100000000 * (-(1 - u).ln()) ** (1 / number("4")), WIDE),
    "pareto:shape=1.1,scale=100000": (lambda u: 100000 * (1 - u) ** (-1 / number("1.1")), WIDE),
    "pareto:shape=0.8,most=10000": (lambda u: (1 - u) ** (-1 / number("0.8")), (1, 10000, 1)),
    "zipf:exponent=1.3,ranks=200": (zipf("1.3", 200), (1, 200, 1)),
    "empirical:3*2,8*5,1000*13": (empirical([(3, 2), (8, 5), (1000, 13)]), (3, 1000, 1)),
}


def on_grid(x, least, most, step):
    """To the nearest of least, least + step, ..., up from the middle; cut to most."""
    steps = ((x - least) / step + Decimal("0.5")).to_integral_value("ROUND_FLOOR")
    return int(min(max(least + step * steps, least), most))


class Quantiles(unittest.TestCase):
    def draw(self, distribution):
        done = subprocess.run([DRAW_VALUES, distribution], input="\n".join(map(str, BITS)), capture_output=True,
                              text=True, check=True)
        return [int(line) for line in done.stdout.split()]

    def test_are_drawn(self):
        self.assertAlmostEqual(float(normal_cdf(Decimal("-1.959963984540054"))), 0.025, 15)
        for distribution, (quantile, grid) in LAWS.items():
            drawn, between = self.draw(distribution), 0
            self.assertEqual(len(drawn), len(BITS))
            for bits, value in zip(BITS, drawn):
                exact = quantile(probability(bits))
                # So near to the middle of two values that doubles cannot tell.
                nearly = {on_grid(exact * (1 + sign * Decimal("1e-13")), *grid) for sign in (-1, 1)}
                between += len(nearly) > 1
                self.assertIn(value, nearly, f"{distribution}, {bits}")
            self.assertLess(between, 3, distribution)


if __name__ == "__main__":
    unittest.main()
