"""Measures this project and its peers side by side, in one run on one thread, and prints a table in Markdown.

    python3 compile/benches/peers.py

numpy is installed into a virtual environment under target/; torch is measured where it is installed already. The variables that
limit numpy's BLAS are taken out of the environment of the measurement alone.
"""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HOME = ROOT / "target" / "peers"

PEERS = r"""
import time
import numpy as np

def seconds(call):
    start = time.perf_counter(); call()
    calls = int(min(max(0.02 / max(time.perf_counter() - start, 1e-9), 1), 1e6))
    best, start = float("inf"), time.perf_counter()
    while time.perf_counter() - start < 0.7:
        begin = time.perf_counter()
        for _ in range(calls): call()
        best = min(best, (time.perf_counter() - begin) / calls)
    return best

def report(peer, name, call):
    print(f"{peer}\t{name}\t{seconds(call):e}", flush=True)

def loop(base, f, n):
    y, out = base, n[:, :1] * base
    for t in range(1, n.shape[1]):
        y = y @ f.T
        out = out + n[:, t:t + 1] * y
    return out

numbers = lambda n, scale: ((np.arange(n) * 7919 + 13) % 101 / 101 * scale).astype(np.float32)
for batch in (32, 64, 128):
    base, f = numbers(784 * batch, 1).reshape(batch, 784), numbers(784 * 784, 1 / 784).reshape(784, 784)
    n = numbers(10 * batch, 0.5).reshape(batch, 10)
    report("numpy", f"batched program, B {batch}", lambda: loop(base, f, n))
for dim in (2, 8, 64):
    for length in (1000, 10000):
        base, f, n = numbers(dim, 1).reshape(1, dim), numbers(dim * dim, 1 / dim).reshape(dim, dim), numbers(length, 0.5).reshape(1, -1)
        report("numpy", f"sequence of {length}, dimension {dim}", lambda: loop(base, f, n))
swap = np.array([[0.0, 1.0], [1.0, 0.0]])
for times in (9, 1000):
    def iterate():
        x = np.array([1.0, 0.0])
        for _ in range(times): x = swap @ x
        return x
    report("numpy", f"iterate not {times} times", iterate)
try:
    import torch
    torch.set_num_threads(1)
    for batch in (32, 64, 128):
        base, f, n = torch.rand(batch, 784), torch.rand(784, 784) / 784, torch.rand(batch, 10)
        report("torch", f"batched program, B {batch}", lambda: loop(base, f, n))
        def both():
            leaves = [x.clone().requires_grad_() for x in (base, f, n)]
            loop(*leaves).sum().backward()
        report("torch", f"batched program forward and backward, B {batch}", both)
except ImportError:
    pass
"""


def python():
    path = HOME / "bin" / "python"
    if not path.exists():
        subprocess.run([sys.executable, "-m", "venv", HOME], check=True)
        subprocess.run([path, "-m", "pip", "install", "--quiet", "numpy"], check=True)
    return path


def main():
    one_thread = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    environment = {k: v for k, v in os.environ.items() if k not in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")} | one_thread
    command = ["cargo", "bench", "--quiet", "--package", "cajal-compile", "--bench", "peers"]
    own = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout
    others = subprocess.run([python(), "-c", PEERS], env=environment, check=True, capture_output=True, text=True).stdout
    times = {}
    for line in others.splitlines():
        peer, name, seconds = line.split("\t")
        times[peer, name] = float(seconds)
    peers = sorted({peer for peer, _ in times})
    print("| what | cajal, ms | " + " | ".join(f"{p}, ms | {p} / cajal" for p in peers) + " |")
    print("| --- | --- |" + " --- | --- |" * len(peers))
    for line in own.splitlines():
        name, seconds = line.split("\t")
        row = f"| {name} | {1e3 * float(seconds):.4g} |"
        for peer in peers:
            other = times.get((peer, name))
            row += f" {1e3 * other:.4g} | {other / float(seconds):.2f} |" if other else " | |"
        print(row)


main()
