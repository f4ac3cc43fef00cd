"""Witness of discounted_returns, gae, td_lambda and reinforce: episodes as lists, sums over what follows each step."""

import numpy as np
from expectation import Chance, Expectation


def episodes(ends):
    """Slices of time, each closed by a tick where `ends` is true, or by the horizon."""
    first = 0
    for t, end in enumerate(ends):
        if end or t == len(ends) - 1:
            yield range(first, t + 1)
            first = t + 1


def discounted_returns():
    chance = Chance(11)
    horizon = 12
    reward = chance.reals(horizon, scale=2.0)
    done = [t in (3, 4, 9) for t in range(horizon)]
    g = []
    for episode in episodes(done):
        g += [sum(0.9 ** (s - t) * reward[s] for s in episode if s >= t) for t in episode]
    return Expectation("discounted_returns", {"reward": reward, "done": done}, horizon, {"g": g}, tol=1e-12)


def gae():
    chance = Chance(12)
    horizon = 14
    inputs = {
        "reward": chance.reals(horizon),
        "value": chance.reals(horizon, scale=2.0),
        "bootstrap": chance.reals(horizon, scale=2.0),
        "terminated": [t in (4, 10) for t in range(horizon)],
        "truncated": [t in (7, 10) for t in range(horizon)],
    }
    advantage = []
    ends = [a or b for a, b in zip(inputs["terminated"], inputs["truncated"])]
    for episode in episodes(ends):
        following = [inputs["value"][t + 1] for t in episode[:-1]] + [inputs["bootstrap"][episode[-1]]]
        if inputs["terminated"][episode[-1]]:
            following[-1] = 0.0
        delta = [inputs["reward"][t] + 0.99 * v - inputs["value"][t] for t, v in zip(episode, following)]
        for here in range(len(delta)):
            advantage.append(sum((0.99 * 0.95) ** (k - here) * delta[k] for k in range(here, len(delta))))
    outputs = {"advantage": advantage, "target": [a + v for a, v in zip(advantage, inputs["value"])]}
    return Expectation("gae", inputs, horizon, outputs, tol=1e-12)


def td_lambda():
    chance = Chance(13)
    horizon = 1000
    u = [round(chance.uniform(), 4) for _ in range(horizon)]
    # The walk does not depend on what is learned.
    state, following, s = [], [], 2
    for t in range(horizon):
        state.append(s)
        following.append(s + 1 if u[t] < 0.5 else s - 1)
        s = following[-1] if 0 <= following[-1] <= 4 else 2
    ends = [not 0 <= n <= 4 for n in following]

    v = np.full(5, 0.5)
    outputs = {name: [None] * horizon for name in ["v", "by_returns", "by_traces"]}
    outputs["start"] = [False] * horizon
    for episode in episodes(ends):
        reward = [1.0 if following[t] > 4 else 0.0 for t in episode]
        after = [0.0 if ends[t] else v[following[t]] for t in episode]
        by_returns, by_traces, trace = np.zeros(5), np.zeros(5), np.zeros(5)
        for here, t in enumerate(episode):
            n_step = [sum(reward[here : k + 1]) + after[k] for k in range(here, len(episode))]
            mixed = sum(0.2 * 0.8**n * value for n, value in enumerate(n_step[:-1]))
            by_returns[state[t]] += mixed + 0.8 ** (len(n_step) - 1) * n_step[-1] - v[state[t]]
            trace = 0.8 * trace
            trace[state[t]] += 1.0
            by_traces = by_traces + (reward[here] + after[here] - v[state[t]]) * trace
        assert np.allclose(by_returns, by_traces, atol=1e-12)
        outputs["start"][episode[0]] = True
        outputs["v"][episode[0]] = v
        outputs["by_returns"][episode[0]] = by_returns
        outputs["by_traces"][episode[0]] = by_traces
        v = v + 0.04 * by_returns
    return Expectation("td_lambda", {"u": u}, horizon, outputs, tol=1e-10)


def reinforce():
    chance = Chance(14)
    horizon = 900
    u = [round(chance.uniform(), 4) for _ in range(horizon)]
    slip = [round(chance.uniform(), 4) for _ in range(horizon)]
    names = ["start", "done", "s", "action", "theta", "score"]
    outputs = {name: [] for name in names}
    theta, baseline = np.zeros((5, 2)), 0.0
    while len(outputs["s"]) < horizon:
        first = len(outputs["s"])
        cell, states, actions, rewards = 1, [], [], []
        while True:
            t = first + len(states)
            right = np.exp(theta[cell, 1]) / (np.exp(theta[cell, 0]) + np.exp(theta[cell, 1]))
            states.append(cell)
            actions.append(1 if u[t] < right else 0)
            towards_right = (actions[-1] == 1) != (slip[t] < 0.1)
            cell += 1 if towards_right else -1
            rewards.append({4: 0.98, 0: -1.02}.get(cell, -0.02))
            done = cell in (0, 4) or len(states) == 20
            if done or t == horizon - 1:
                break
        length = len(states)
        returns = [sum(0.95 ** (s - t) * rewards[s] for s in range(t, length)) for t in range(length)]
        outputs["start"] += [True] + [False] * (length - 1)
        outputs["done"] += [False] * (length - 1) + [done]
        outputs["s"] += states
        outputs["action"] += actions
        outputs["theta"] += [theta] + [None] * (length - 1)
        outputs["score"] += [sum(rewards)] + [None] * (length - 1)

        def surrogate(table):
            """The sum of advantage times log-probability, whose derivative is the policy gradient."""
            logs = np.log(np.exp(table) / np.exp(table).sum(axis=1, keepdims=True))
            return sum((g - baseline) * logs[s, a] for g, s, a in zip(returns, states, actions))

        step = np.zeros((5, 2))
        for index in np.ndindex(5, 2):
            shifted = theta.astype(complex)
            shifted[index] += 1e-30j
            step[index] = surrogate(shifted).imag / 1e-30
        theta = theta + 0.3 * step
        baseline = 0.9 * baseline + 0.1 * returns[0]
    return Expectation("reinforce", {"u": u, "slip": slip}, horizon, outputs, tol=1e-8)


def expectations():
    return [discounted_returns(), gae(), td_lambda(), reinforce()]
