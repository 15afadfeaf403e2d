"""Runs a command with a terminal of so many columns as its standard error, and shows what is
written there: each rewriting of the line as a line of its own, numbers as N, repetitions once.

Usage: terminal.py COLUMNS COMMAND...
"""
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios

ours, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
child = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE, stderr=theirs,
                         preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
os.close(theirs)
seen = b""
while True:
    try:
        block = os.read(ours, 65536)
    except OSError:  # all who could write have ended
        break
    if not block:
        break
    seen += block
out = child.stdout.read().decode()
last = None
for line in seen.decode().replace("\r\n", "\n").split("\r\033[K"):
    line = re.sub(r"\d[\d ]* runs/s", "N runs/s", re.sub(r"\d+ s$", "N s", line))
    if line != last:
        print(f"[{line}]")
    last = line
print(out, end="")
print(f"status {child.wait()}")
