"""What a process does that computes for another one: it leaves Ctrl-C to it, and does not outlive it."""

from __future__ import annotations

import multiprocessing
import os
import signal
from threading import Thread


def settle() -> None:
    """Called first of all in a new worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """A parent that is killed cannot tell its workers to stop."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
