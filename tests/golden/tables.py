"""The numbers of the worked examples, worked out by hand (users, servers from 0)."""
import csv
import io
from fractions import Fraction as F


class Run:
    """One problem under one policy: what its picks and its JSON say."""

    def __init__(self, problem, picks, result):
        rows = list(csv.reader(io.StringIO(picks)))
        assert rows[0] == ["slot", "user", "job", "server"], rows[0]
        self.picks = [tuple(map(int, row)) for row in rows[1:]]
        self.problem, self.result = problem, result
        self.users = len(problem["users"])

    def x(self, slots):
        """Tasks started: a row a slot, a column a user."""
        return [tuple(sum(p[:2] == (t, u) for p in self.picks) for u in range(self.users))
                for t in range(1, slots + 1)]

    def x_im(self, slot, user):
        """Tasks of the user started in the slot, by server."""
        return [sum(p == (slot, user, p[2], m) for p in self.picks)
                for m in range(len(self.problem["servers"]))]

    def total(self, user, slots):
        return sum(p[1] == user and p[0] <= slots for p in self.picks)

    def submitted(self, user, slots):
        return sum(j["tasks"] for j in self.problem["users"][user]["jobs"] if j["submit"] <= slots)

    def pending(self, slots):
        """At the end of the slot."""
        return tuple(self.submitted(u, slots) - self.total(u, slots) for u in range(self.users))

    def backlogged(self, user, slots):
        """Slots so far at whose start, after arrivals, the user had tasks queued."""
        return sum(self.submitted(user, t) > self.total(user, t - 1) for t in range(1, slots + 1))

    def shares(self, slots, h):
        """s = X/(w * sum of h over backlogged slots), h constant."""
        weights = [F(user.get("weight", 1)) for user in self.problem["users"]]
        return tuple(F(self.total(u, slots)) / (weights[u] * h[u] * self.backlogged(u, slots))
                     for u in range(self.users))

    def mean_queue(self, user):
        _, _, queue_sum, started = self.result["users"][user]
        return F(queue_sum, started)

    def waiting(self):
        return [user[1] for user in self.result["users"]]

    def last_finish(self):
        """Of each user's jobs."""
        return tuple(max(job[3] for job in self.result["jobs"] if job[0] == u)
                     for u in range(self.users))

    def first_start(self):
        return tuple(min(p[0] for p in self.picks if p[1] == u) for u in range(self.users))

    def resource_slots(self, user):
        duration = self.problem["users"][user]["jobs"][0]["duration"]
        return duration * sum(p[1] == user for p in self.picks)


def t1(run, _):
    h = (8, 6)
    first = [(u, m) for t, u, _, m in run.picks if t == 1]
    yield first, [(0, 0), (1, 1), (0, 0), (1, 1), (0, 0), (1, 1), (0, 0), (0, 1), (0, 1)]
    yield run.x(3), [(6, 3), (4, 4), (0, 3)]
    yield [run.x_im(1, u) for u in (0, 1)], [[4, 2], [0, 3]]
    yield [run.x_im(2, u) for u in (0, 1)], [[4, 0], [0, 4]]
    yield [run.x_im(3, u) for u in (0, 1)], [[0, 0], [0, 3]]
    yield run.shares(1, h), (F(3, 4), F(1, 2))
    yield run.shares(2, h), (F(5, 8), F(7, 12))
    yield run.shares(3, h), (F(5, 8), F(5, 9))
    yield [run.pending(t) for t in (1, 2, 3)], [(4, 7), (0, 3), (0, 0)]
    yield run.result["summary"]["makespan"], 4


def t2(run, policy):
    x, used = {
        "tvtsf:h=full": ([(2, 2), (1, 1), (2, 1), (1, 2), (1, 1), (2, 1)], (9, 16)),
        "tvtsf": ([(2, 2), (2, 0)] * 3, (12, 12)),
        "tvtsf:h=fluid": ([(3, 1)] + [(2, 1)] * 5, (13, 12)),
    }[policy]
    yield run.x(6), x
    yield tuple(run.resource_slots(u) for u in (0, 1)), used
    if policy == "tvtsf":  # h = 4 in every slot, and in every other one
        for t in range(1, 7):
            h_sum = (4 * t, 4 * ((t + 1) // 2))
            yield tuple(F(run.total(u, t), h_sum[u]) for u in (0, 1)), (F(1, 2), F(1, 2))


def t3(run, policy):
    if policy == "tvtsf":
        yield run.x(7), [(4, 0)] * 3 + [(1, 3)] * 2 + [(2, 2)] * 2
        yield run.shares(7, (4, 4)), (F(9, 14), F(5, 8))
    else:
        yield run.x(17), [(4, 0)] * 3 + [(2, 2)] * 14


def t4(run, _, shares=(F(3, 2), F(1, 2))):
    yield run.x(1), [(15, 5)]
    yield [run.x_im(1, u) for u in (0, 1)], [[5, 10], [5, 0]]
    yield run.shares(1, (20, 20)), shares


def t4_equal(run, policy):
    yield from t4(run, policy, (F(3, 4), F(1, 4)))


def t4_jobs(run, _):
    """The weights are those of the jobs."""
    yield run.x(1), [(15, 5)]
    yield [run.x_im(1, u) for u in (0, 1)], [[5, 10], [5, 0]]
    yield [F(run.total(u, 1)) / (F(1, 2) * 20) for u in (0, 1)], [F(3, 2), F(1, 2)]


def job_weights(run, policy):
    """W is 12, 24, 27, 30 of user 0 and 6, 12, 18, 24 of user 1; what counts is the head when a slot begins."""
    yield run.x(4), [(4, 2), (4, 2)] + ([(2, 4), (2, 4)] if policy == "tsf" else [(3, 3), (2, 4)])


def per_server(run, policy):
    """Two tasks a server in slots 1 and 2; in slot 3 the last two of job 0 take server 0, so that one of job 1 takes server 1."""
    x = [(6, 6), (0, 6), (3, 9)] if policy == "drf" else [(4, 8), (0, 8), (3, 9)]
    yield run.x(3), x
    if policy != "drf":
        yield [run.x_im(t, 0) for t in (1, 3)], [[2, 2], [2, 1]]


def per_server_most(run, policy):
    """A limit of 2^31-1 is none: T6."""
    yield from t6(run, policy)


def t4_own(run, _):
    """k is 10 of both."""
    yield run.x(1), [(15, 5)]
    yield [run.x_im(1, u) for u in (0, 1)], [[5, 10], [5, 0]]


def contribution(run, _):
    """The sums of k are 6, 12, 12, ... and 2, 2, 4, 4, 6, and 0 of user 2, who comes last."""
    yield run.x(5), [(6, 2, 0), (6, 0, 0), (0, 6, 2), (0, 0, 2), (0, 0, 8)]
    yield [user for t, user, _, _ in run.picks if t == 1], [0, 1, 0, 0, 0, 1, 0, 0]


def t5a(run, _):
    yield run.x(1), [(1, 0)]
    value = run.total(0, 1) * min(4 // 1, 2 // 1)  # of user 0's bundle to user 1
    yield value - 1 > run.total(1, 1), True        # EF1-(6) fails
    yield value * 0 <= run.total(1, 1), True       # without user 0's only task nothing is left


def t5b(run, _):
    yield run.x(1), [(1, 1)]
    yield [run.x_im(1, u) for u in (0, 1)], [[1, 0], [0, 1]]


def t6(run, policy):
    if policy == "tsf":
        yield run.x(4)[2:], [(3, 1, 0), (1, 2, 0)]
        yield tuple(map(run.mean_queue, range(3))), (F(1, 10), F(9, 7), F(3, 4))
        return
    yield run.x(5), [(6, 3, 0), (0, 1, 6), (2, 2, 0), (2, 1, 0), (0, 0, 2)]
    h = [(12, 8, 0), (0, 0, 8), (12, 8, 0), (12, 0, 0), (0, 0, 8)]
    h_sum = [sum(row[u] for row in h) for u in range(3)]
    yield tuple(F(run.total(u, 5), h_sum[u]) for u in range(3)), (F(5, 18), F(7, 16), F(1, 2))
    yield tuple(map(run.mean_queue, range(3))), (F(1, 5), F(8, 7), F(3, 4))
    yield run.last_finish(), (5, 6, 8)


def t7(run, _):
    yield run.x(10), [(4, 2)] * 10
    yield run.shares(1, (6, 6)), (F(1, 3), F(1, 3))
    yield run.shares(2, (6, 6)), (F(1, 3), F(1, 3))


def t8(run, policy):
    if policy == "tvtsf":
        yield run.x(6), [(1, 1, 0), (1, 0, 1), (0, 1, 1)] * 2
        yield tuple(run.total(u, 6) for u in range(3)), (4, 4, 4)
        yield run.first_start(), (1, 1, 2)
        yield run.last_finish(), (30, 31, 31)
        mean = 1 / 3
    else:
        yield run.x(20), [(1, 1, 0)] * 20
        yield run.first_start(), (1, 1, 21)
        yield run.last_finish(), (21, 21, 31)
        mean = 20 / 3
    yield run.result["summary"]["mean_waiting"], mean
    yield sum(run.waiting()) / 3, mean


def blocked(run, policy):
    """Users 1 and 2 can never run job 1 and job 0; where sets are ignored, 2 can."""
    yield run.waiting()[3], None
    ignored = policy.startswith("drf")
    pooled = policy == "drf:strict=1"
    yield run.result["blocked"], [] if pooled else [[1, 1]] if ignored else [[0, 0], [1, 1], [2, 0]]


def fits(run, policy):
    """One task (1, 2): each placement takes another server."""
    servers = {"best": 1, "first": 0, "worst": 2, "tightest": 3, "dot": 5, "cosine": 4}
    yield run.picks, [(1, 0, 0, servers[policy.partition("fit=")[2] or "best"])]


def memory(run, policy):
    """User 0's three tasks of slot 1 run on, and one place is free in each slot."""
    yield run.x(3), [(3, 0)] + [(1, 0) if policy == "tsf:memory=slot" else (0, 1)] * 2


def idle(run, policy):
    """User 1 has nothing queued in slots 2 and 3."""
    late = [(1, 3), (1, 3)] if policy == "tvtsf" else [(0, 4), (0, 4)]
    yield run.x(6), [(2, 2), (4, 0), (4, 0), *late, (2, 2)]


def strict(run, policy):
    """At three eighths each user 0 is next and has no room."""
    yield run.x(1), [(1, 3) if policy == "drf:strict=1" else (1, 5)]


def shapes(run, policy):
    yield [pick[3] for pick in run.picks], [0, 0, 0, 0, 1] if policy == "drfh:fit=first" else [1, 1, 1, 1, 0]


def permitted(run, policy):
    yield run.x(2), [(6,), (0,)] if policy == "drfh:permitted=ignore" else [(4,), (2,)]


def thesis(run, _):
    """The thesis' table of DRF, in which user 0 is B and user 1 A: what is used of CPU and memory after each pick."""
    yield [user for _, user, _, _ in run.picks], [0, 1, 1, 0, 1]
    used = [[sum((3, 1)[user] if r == 0 else (1, 4)[user] for _, user, _, _ in run.picks[:n]) for n in range(1, 6)]
            for r in (0, 1)]
    yield used, [[3, 4, 5, 8, 9], [1, 5, 9, 10, 14]]


def thesis_strict(run, policy):
    """With one CPU more: at 3 and 2 tasks user 1 is next and has no room, user 0 has."""
    yield run.x(1), [(3, 2) if policy == "drf:strict=1" else (4, 2)]


def drf_zero(run, _):
    """Who asks for one resource only goes on where the other is full."""
    yield run.x(1), [(5, 5, 5)]


def drfh(run, policy):
    """First fit puts tasks where they leave most of what they do not ask for."""
    first = policy == "drfh:fit=first"
    yield run.x(1), [(6, 6) if first else (10, 10)]
    yield [run.x_im(1, u) for u in (0, 1)], [[5, 1], [1, 5]] if first else [[10, 0], [0, 10]]


def cmmf(run, policy):
    """Servers are offered in the order 0, 1, 2, 3, or the other way round."""
    yield run.x(1), [(2, 1, 1) if policy == "cmmf:order=reversed" else (3, 0, 1)]


def cmmf_second(run, _):
    """Of memory: 2/8 and 1/8 a task."""
    yield run.x(1), [(2, 3)]


def decayed(run, policy):
    first = [(1, 0), (1, 0), (0, 1)]
    yield run.x(4), first + [(1, 0) if policy == "decayed:half_life=1" else (0, 1)]


def cdrf_g(run, policy):
    """User 1 may use one server of two: 12 tasks against 6 under G, 12 against 12 under H."""
    yield run.x(1), [(8, 4)] if policy == "cdrf_g" else [(6, 6)]


def sdrf(run, _):
    """In slot 2 user 0 owes 2.5 of 10, in slot 3 1.25 and user 1 0.5, in slot 4 half of that."""
    yield run.x(4), [(10, 0), (4, 6), (5, 5), (5, 5)]


def fair(run, _):
    """User 1 first gets its half, with which its share over the weight is 1: the rest is for the others."""
    yield [user for _, user, _, _ in run.picks], [1, 1, 1, 1, 0, 2, 0, 2]


def slots(run, policy):
    """Of 9 slots a task of user 0 takes 2 and one of user 1 takes 3, of 2 slots both take 1."""
    yield run.x(1), {"slots:per=1": [(3, 1, 1)], "slots:per=4": [(1, 1, 0)], "drfh": [(3, 2, 1)]}[policy]
    yield run.result["blocked"], [[2, 0]] if policy == "slots:per=4" else []  # server 1 has no slot of 4


def karma(run, _):
    """User 0 pays with what user 1 left it in slot 1: credits are -0.2 and 0.2 after slot 2."""
    yield run.x(5), [(10, 0), (2, 8), (3, 7), (5, 5), (5, 5)]


def karma_bound(run, policy):
    """A quarter is guaranteed, two tasks just as much; user 1 has all the rest, for credits of -0.5 and 0.5. With alpha=0
    nothing is guaranteed, and credits are -0.5 and 0.5, too."""
    yield run.x(2), [(8, 0), (0, 8) if policy == "karma:alpha=0" else (2, 6)]


def events(run, policy):
    """Server 0 is down in slots 2 and 3: user 0's two tasks are lost and wait again from slot 2 on, and its X is 0. Under
    tvtsf it comes first again in slot 4, by the tie 2/8 = 1/4."""
    yield run.x(6), {"drfh": [(2, 1), (0, 0), (2, 0), (0, 1), (0, 0), (2, 0)],
                     "tvtsf": [(2, 1), (0, 0), (2, 0), (2, 0), (0, 0), (0, 1)]}[policy]
    yield run.result["lost"], [[0, 2]]
    yield run.result["users"], {"drfh": [[0, 0, 14, 4], [1, 0, 3, 2]], "tvtsf": [[0, 0, 10, 4], [1, 0, 5, 2]]}[policy]


def events_end(run, _):
    """Server 0 does not come back: user 1 waits for ever, and the run ends with slot 6."""
    yield run.picks, [(1, 0, 0, 0), (1, 0, 0, 0), (2, 0, 0, 1), (4, 0, 0, 1)]
    yield run.result["blocked"], [[1, 0]]
    yield run.result["lost"], [[0, 2]]
    yield run.result["summary"]["makespan"], 6


def events_terms(run, policy):
    """User 0 weighs 3 from slot 2 on: W is 4 + 12, then 28 and 40, beside 8, 12 and 16, and its ties at 1/4 are won. Queue a
    has 1/4 instead of 1/2 from slot 3 on, b 3/4; with elastic=0 one task of a slot is all that a may have."""
    yield run.x(6), {"tvtsf": [(2, 2), (3, 1), (3, 1), (3, 1), (1, 3), (0, 4)],
                     "capacity": [(2, 2), (2, 2), (1, 3), (1, 3), (2, 2), (4, 0)],
                     "capacity:elastic=0": [(2, 2), (2, 2), (1, 3), (1, 3), (1, 2), (1, 0)]}[policy]


def policy_drfh(run, _):
    """fifo serves user 0 alone; from slot 5 on, when all four tasks have ended, drfh shares the server."""
    served = {1: (0, 0, 0, 0), 3: (0, 0, 0, 0), 5: (0, 1, 0, 1), 7: (0, 1, 0, 1)}
    yield [pick[:2] for pick in run.picks], [(slot, user) for slot, users in served.items() for user in users]


def policy_tvtsf(run, _):
    """tsf has forgotten in slot 3 that user 0 had the server for itself; tvtsf has not: in slot 4 the shares are 5/8 and 1/4,
    then 5/8 and 2/4; from slot 5 on both are 1/2 when a slot begins."""
    yield run.x(8), [(2, 0), (2, 0), (1, 1), (0, 2), (1, 1), (1, 1), (1, 1), (0, 2)]


def policy_karma(run, _):
    """Each slot in which user 0 has all brings it 1/4 - 3/4 credits, and user 1 1/4 + 1/4: -1 and 1 before slot 3, in which
    karma begins. A quarter each is guaranteed, and user 1 has the rest until its tasks have started."""
    yield run.x(6), [(4, 0), (4, 0), (1, 3), (1, 3), (1, 3), (1, 3)]


def policy_same(run, _):
    """The last of a slot's events counts, and fifo after fifo is fifo."""
    yield [pick[:2] for pick in run.picks], [(t, u) for t, u in ((1, 0), (3, 0), (5, 0), (7, 1)) for _ in range(4)]


def ties(run, policy):
    """The two of the lowest words of Philox4x32-10 in each slot."""
    yield run.x(4), {"tsf": [(1, 1, 0)] * 4,
                     "tsf:ties=random": [(0, 1, 1), (1, 1, 0), (1, 1, 0), (0, 1, 1)],
                     "tsf:ties=random,seed=18446744073709551615": [(1, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1)]}[policy]


def order(run, policy):
    """Four equal servers, a task each."""
    yield [pick[3] for pick in run.picks], {"drfh": [0, 1, 2, 3], "drfh:order=reversed": [3, 2, 1, 0],
                                            "drfh:order=random": [1, 3, 0, 2]}[policy]


def passing(run, policy):
    """User 0's second job waits for its first, and user 1's for one that can never run."""
    yield run.x(3), {"drfh": [(1, 0), (2, 0), (1, 0)],
                     "drfh:backfill=1": [(2, 0), (2, 0), (0, 0)],
                     "drfh:skip_unplaceable=1": [(1, 0), (1, 1), (2, 0)]}[policy]
    skips = policy == "drfh:skip_unplaceable=1"
    yield run.result["blocked"], [[1, 0], [1, 2]] if skips else [[1, 0]]  # job 3 comes after the end
    yield run.waiting(), [0, 0 if skips else None]


def passing_turn(run, _):
    """User 0's first job, at 3/4, finds no room after two tasks of user 1; its second can never run and has the key 5, so
    user 1 goes on, and nothing is left for the third."""
    yield [pick[1] for pick in run.picks], [1, 1, 1, 1]


def leave(run, policy):
    """User 0 leaves two tasks running and four queued; user 2's second job comes too late, and nobody waits for user 3."""
    ahead = policy.startswith("fifo")
    yield run.x(4), [(4, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 4, 0, 0)] if ahead else [
        (2, 2, 0, 0), (0, 2, 0, 0), (0, 2, 0, 0), (0, 4, 0, 0)]
    yield run.result["cancelled"], [[0, 2], [2, 1]] if ahead else [[0, 4], [2, 1]]
    yield run.result["blocked"], [[3, 0]]
    yield run.result["summary"]["cancelled"], 3 if ahead else 5
    yield [job[3] for job in run.result["jobs"]], [None, 7 if ahead else 5, None, None, None]


def skip_leave(run, policy):
    """The job that was left out is not the first submission, after its user has left neither."""
    yield run.waiting(), [0]
    yield run.result["cancelled"], [[0, 1]]


def decayed_memory(run, policy):
    """What user 0 used before slot 3 counts 1.25 where it runs on, 0.25 where starts count."""
    yield run.x(3)[2], (1, 0) if "memory=slot" in policy else (0, 1)


def dynamic_drf(run, policy):
    yield run.x(3), {"dynamic_drf:alpha=0": [(4, 0), (0, 4), (2, 2)],
                     "dynamic_drf": [(4, 0), (1, 3), (1, 3)],
                     "dynamic_drf:alpha=1": [(4, 0), (2, 2), (2, 2)]}[policy]


def dynamic_drf_two(run, policy):
    """Tasks of 1/12 of one resource and 1/24 of the other; slot 3 begins with equal sums under alpha=0."""
    yield run.x(3), {"dynamic_drf:alpha=0": [(12, 0), (0, 12), (8, 8)],
                     "dynamic_drf:alpha=1": [(12, 0), (6, 9), (6, 9)]}[policy]


def eunomia(run, policy):
    """Servers 4 and 5 are twice as fast: tasks of 4 slots take 2 there."""
    if policy == "tsf":
        yield run.x(1), [(6, 6, 6)]
        return
    yield run.x(3), [(5, 6, 7), (0, 0, 0), (5, 0, 1)]
    yield [run.x_im(1, u) for u in range(3)], [[0, 0, 0, 0, 3, 2], [2, 1, 2, 1, 0, 0], [1, 2, 1, 2, 0, 1]]
    speeds = run.problem["speeds"]
    progress = [sum(v * n for v, n in zip(speeds, run.x_im(1, u))) for u in range(3)]
    yield progress, [10, 6, 8]


def capacity(run, policy):
    """Queue a has 6 of 8, b has 2; in slot 3 user 0, who came first, goes before user 2."""
    alone = (0, 2, 0) if policy == "capacity:elastic=0" else (0, 8, 0)
    yield run.x(4), [alone, (6, 2, 0), (2, 2, 4), (6, 2, 0)]


def psdsf(run, policy):
    """gamma is 8 and 3 for user 0, 4 and 3 for user 1."""
    yield run.x(1), [{"psdsf": (5, 4), "cdrf": (8, 3)}.get(policy, (6, 4))]
    if policy == "psdsf":
        yield [run.x_im(1, u) for u in (0, 1)], [[4, 1], [2, 2]]


def hdrf(run, policy):
    """In slot 2 queue b has all of resource 1, for which nobody waits any more."""
    yield run.x(2), [(5, 5, 10), (0, 5, 0) if policy == "hdrf:rescale=1" else (5, 0, 0)]


def hdrf_nested(run, policy):
    """In slot 1 user 0 has all of queue a's half under hdrf, under capacity a quarter against b's half."""
    yield run.x(2), [(4, 0, 8) if policy == "capacity" else (6, 0, 6), (3, 3, 6)]


def check(case, policy, run):
    """What is wrong: "expected ..., got ..."."""
    pairs = globals()[case](run, policy)
    return [f"expected {expected}, got {actual}" for actual, expected in pairs if actual != expected]
