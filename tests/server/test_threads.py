"""Types are read by several threads at once, right after the start, and the process lives."""

import subprocess
import sys

#: a type whose fields take their time to be found out, and another thread that reads it meanwhile
TWO_READERS = """
from __future__ import annotations
import sys, threading
import msgspec
from feltherre.server.threads import know_all_types

begun, done = threading.Event(), threading.Event()

def slow():
    begun.set()
    done.wait(1.0)
    return int

class Inner(msgspec.Struct):
    x: slow()

class Outer(msgspec.Struct):
    inner: Inner

def read():
    return msgspec.json.decode(b'{"inner":{"x":1}}', type=Outer)

know_all_types()
other = threading.Thread(target=read)
other.start()
begun.wait()
print(read())
done.set()
other.join()
"""


def test_a_type_that_is_read_by_two_threads_at_once_is_known_before() -> None:
    ended = subprocess.run([sys.executable, "-c", TWO_READERS], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "Outer(inner=Inner(x=1))\n"), ended.stderr
