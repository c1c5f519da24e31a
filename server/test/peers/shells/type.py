"""Types lines in an interactive bash, each when it is ready for it, and prints what it shows.

Arguments: the lines, with real tabs; settings are taken from the environment.
"""
import os
import pty
import sys

prompt = b"READY> "
pid, terminal = pty.fork()
if pid == 0:
    os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"], {**os.environ, "PS1": prompt.decode(), "TERM": "dumb"})


def read_prompt() -> bytes:
    shown = b""
    while not shown.endswith(prompt):
        shown += os.read(terminal, 4096)
    return shown


read_prompt()
for line in sys.argv[1:]:
    os.write(terminal, line.encode() + b"\n")
    sys.stdout.buffer.write(read_prompt())
os.write(terminal, b"exit\n")
os.waitpid(pid, 0)
