"""Implementations that misbehave, for the tests of the runner: `python3 server.py HOW`."""

import json
import os
import sys
import time

how = sys.argv[1]


def say(message):
    print(json.dumps(message), flush=True)


def started(version="1"):
    say({"started": {"version": version, "implementation": how, "capabilities": {"check": True}}})


def accept(seq):
    say({"seq": seq, "result": {"type": "2 -o 2"}})


if how == "never-starts":
    sys.exit("no such model")
if how == "silent-start":
    time.sleep(1000)
for line in sys.stdin:
    message = json.loads(line)
    if message["cmd"] == "stop":
        break
    if message["cmd"] == "start":
        started("0" if how == "old" else "1")
        continue
    seq, second = message["seq"], message["case"]["id"] == "second"
    if not second and how != "dies-restarting":
        accept(seq)
    elif how == "hangs":
        time.sleep(1000)
    elif how == "hangs-with-child":
        # The child keeps the pipes open when only its parent is killed.
        os.spawnlp(os.P_NOWAIT, "sleep", "sleep", "1000")
        time.sleep(1000)
    elif how == "dies":
        sys.stderr.write("about to die\nSegmentation fault\n")
        sys.stderr.flush()
        os._exit(139)
    elif how == "dies-restarting":
        os._exit(1)
    elif how == "chatty":
        print("loading weights\n\nepoch 1 [=====>   ] 50 %", flush=True)
        accept(seq)
        print("done", flush=True)
    elif how == "garbage":
        sys.stdout.buffer.write(b"\x00\xff\xfe{{{ not a message \x80\n" * 3)
        sys.stdout.buffer.write(b'{"seq": ' + b"\xff\n")
        sys.stdout.flush()
    elif how == "floods":
        while True:
            print("tick", flush=False)
    elif how == "endless-line":
        while True:
            sys.stdout.write("x" * 65536)
    elif how == "wrong-number":
        accept(seq + 1)
    elif how == "two-answers":
        accept(seq)
        accept(seq)
    elif how == "no-phase":
        say({"seq": seq, "rejected": {"code": "unused"}})
    elif how == "gives-up":
        say({"seq": seq, "errored": {"message": "out of memory"}})
    elif how == "skips":
        say({"seq": seq, "skipped": {"reason": "not today"}})
    elif how == "deaf":
        # Does not read any more: the next question fills the pipe.
        time.sleep(1000)
