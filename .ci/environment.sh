# Sourced by ./run and ./test: say, fail, alone FILE, and environment LOCK VENV (sets PY, a Python with exactly that lock).
# shellcheck shell=sh

say() { printf '\033[32m•\033[0m %s\n' "$1"; }
fail() { printf '\033[31m✗\033[0m %s\n' "$1" >&2; exit 1; }

# What other projects leave in the environment must not reach this one.
unset PYTHONPATH PYTHONHOME VIRTUAL_ENV CDPATH
export PIP_USER=0 PYTHONUNBUFFERED=1 DJANGO_SETTINGS_MODULE=karuta_site.settings

OLDEST='(3, 11)'
recent() { "$1" -c "import sys; sys.exit(sys.version_info < $OLDEST)" >/dev/null 2>&1; }
makes_environments() { "$1" -c 'import venv, ensurepip' >/dev/null 2>&1; }

# Sets `python` to an interpreter that is new enough and can make environments, or says what to do.
find_python() {
    if [ -n "${PYTHON:-}" ]; then
        command -v "$PYTHON" >/dev/null 2>&1 || fail "PYTHON names $PYTHON, which is not there."
        recent "$PYTHON" || fail "PYTHON names $PYTHON, which does not run or is older than Python 3.11."
        makes_environments "$PYTHON" \
            || fail "$PYTHON cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv"
        python=$PYTHON
        return
    fi
    old='' bare=''
    for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do
        command -v "$candidate" >/dev/null 2>&1 || continue
        if ! recent "$candidate"; then
            old=${old:-$("$candidate" --version 2>&1 | head -n 1)}
        elif ! makes_environments "$candidate"; then
            bare=${bare:-$candidate}
        else
            python=$candidate
            return
        fi
    done
    [ -z "$bare" ] || fail "$bare cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv"
    [ -z "$old" ] || fail "Python 3.11 or newer is needed, and here is only $old. Install it, or name it: PYTHON=/path/to/python3.11 $0"
    fail "Python 3.11 or newer is needed and was not found. Install it, or name it: PYTHON=/path/to/python3.11 $0"
}

# Waits until no other ./run or ./test is inside; the lock ends with the file descriptor 9, so a kill leaves nothing behind.
alone() {
    ( : >>"$1" ) 2>/dev/null || fail "$(dirname "$1") cannot be written to: make it writable for $(id -un)${2:-}."
    exec 9>>"$1"
    "$python" - 9>&9 <<'PY' || fail "$1 cannot be locked."
import fcntl
try:
    fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print("  another run is preparing the same files: waiting for it", flush=True)
    fcntl.flock(9, fcntl.LOCK_EX)
PY
}
let_others_in() { exec 9>&-; }

environment() {
    lock=$1
    venv=$2
    PY=$venv/bin/python
    find_python
    alone "$venv.lock"
    # The stamp is written last: an install that was killed, or a Python that has gone or changed, has no valid one.
    if ! { stamp "$lock" | cmp -s - "$venv/installed.txt"; }; then
        say "making the environment in $venv ($("$python" --version))"
        "$python" -m venv --clear "$venv" || fail "the environment could not be made in $venv."
        say "installing the packages of $lock (a minute the first time)"
        if [ -t 1 ]; then quiet=; else quiet=--quiet; fi
        # shellcheck disable=SC2086
        "$PY" -m pip install --disable-pip-version-check --no-input $quiet --require-virtualenv -r "$lock" \
            || fail "the packages could not be installed: is the network there? Run the same command again."
        stamp "$lock" >"$venv/installed.txt"
    fi
    let_others_in
}
stamp() { "$PY" -c 'import sys; print("#", sys.version, sys.prefix)' 2>/dev/null; cat "$1"; }
