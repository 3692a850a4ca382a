"""A real PostgreSQL server for tests: its own cluster in a temporary folder, to be stopped and started again at will."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
from pathlib import Path

WHY_NOT = "PostgreSQL IS NOT INSTALLED (apt-get install postgresql): the tests of a club's book do not run"


def binaries() -> Path | None:
    """The folder of ``initdb`` and ``pg_ctl``; ``None`` when PostgreSQL is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: p.parts[-3].zfill(4))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path and shutil.which("pg_ctl") else None


class Server:
    """One cluster, on a free port of this machine."""

    def __init__(self) -> None:
        folder = binaries()
        assert folder is not None, WHY_NOT
        self._binaries = folder
        self._root = Path(tempfile.mkdtemp(prefix="taipai-pg-"))
        self._data = self._root / "data"
        self._owner: dict[str, object] = {}
        if os.geteuid() == 0:  # the server refuses to run as root
            names = {entry.pw_name for entry in pwd.getpwall()}
            user = "postgres" if "postgres" in names else "nobody"
            entry = pwd.getpwnam(user)
            os.chown(self._root, entry.pw_uid, entry.pw_gid)
            self._owner = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        self._run("initdb", "-D", self._data, "-U", "club", "-A", "trust", "-E", "UTF8", "--no-locale")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]

    def _run(self, tool: str, *arguments: object) -> None:
        done = subprocess.run(
            [str(self._binaries / tool), *map(str, arguments)],
            stdout=subprocess.DEVNULL,  # the server keeps what it inherits: a pipe would never end
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            cwd=self._root,
            timeout=120,
            check=False,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            **self._owner,  # type: ignore[arg-type]
        )
        if done.returncode:
            raise RuntimeError(f"{tool} failed with status {done.returncode}")

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._root} -c max_connections=60"
        self._run("pg_ctl", "-D", self._data, "-w", "-l", self._root / "log", "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        """``immediate`` is as good as pulling the plug."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", mode, "stop")

    def freeze(self) -> None:
        """Every process of it stands still: connections stay open and nothing answers."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        backends = [
            int(stat.parent.name)
            for stat in Path("/proc").glob("[0-9]*/stat")
            if int(stat.read_text().rpartition(")")[2].split()[1]) == first
        ]
        for process in [first, *backends]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def url(self, database: str, user: str = "club") -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def make_database(self, name: str) -> str:
        """A new empty database; its URL."""
        self._run("createdb", "-h", "127.0.0.1", "-p", self.port, "-U", "club", "-T", "template0", name)
        return self.url(name)

    def remove(self) -> None:
        with contextlib.suppress(RuntimeError):
            self.stop()
        shutil.rmtree(self._root, ignore_errors=True)


class Relay:
    """Stands between an app and a server, and can lose an answer: what was asked has happened, and nobody is told."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.lose_commit = False
        """Passes the next COMMIT on, waits until it is done, and breaks every connection instead of saying so."""
        self.shut = False
        """Whether new connections are ended at once."""
        self._losing: socket.socket | None = None
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                if self.shut:
                    client.close()
                    continue
                server = socket.create_connection(("127.0.0.1", self._to))
                self._open += [client, server]
                for pair in ((client, server), (server, client)):
                    threading.Thread(target=self._pass, args=(*pair, pair[0] is client), daemon=True).start()

    def _pass(self, source: socket.socket, to: socket.socket, asking: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if asking and self.lose_commit and b"COMMIT" in data:
                    self.lose_commit, self.shut, self._losing = False, True, to
                elif source is self._losing:  # the answer: it is done, and nobody hears of it
                    self.break_all()
                    return
                to.sendall(data)
        for each in (source, to):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def break_all(self) -> None:
        """Ends every connection."""
        for each in self._open:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
                each.close()
        self._open.clear()

    def close(self) -> None:
        self._listener.close()
        self.break_all()
