# Sourced by ./run and ./test: say, fail, and environment LOCK VENV (a virtual environment with exactly that lock).
# shellcheck shell=sh

say() { printf '\033[32m•\033[0m %s\n' "$1"; }
fail() { printf '\033[31m✗\033[0m %s\n' "$1" >&2; exit 1; }

environment() {
    lock=$1
    venv=$2
    python=${PYTHON:-}
    if [ -z "$python" ]; then
        for candidate in python3 python3.13 python3.12 python3.11; do
            if command -v "$candidate" >/dev/null 2>&1 \
                && "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
                python=$candidate
                break
            fi
        done
    fi
    [ -n "$python" ] || fail "Python 3.11 or newer is needed and was not found. Install it, or name it: PYTHON=/path/to/python3.11 $0"
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
        || fail "$python does not run, or is older than Python 3.11."
    "$python" -c 'import venv, ensurepip' 2>/dev/null \
        || fail "this Python cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv"

    BIN=$venv/bin
    stamp=$venv/installed.txt
    # Half an environment (a killed install) has no stamp, so it is completed here.
    if ! { [ -x "$BIN/python" ] && "$BIN/python" -c '' 2>/dev/null; }; then
        say "making the environment in $venv ($("$python" --version))"
        "$python" -m venv --clear "$venv"
    fi
    if ! cmp -s "$lock" "$stamp"; then
        say "installing the packages of $lock (a minute the first time)"
        "$BIN/python" -m pip install --disable-pip-version-check --quiet --require-virtualenv -r "$lock" \
            || fail "the packages could not be installed: is the network there? Run the same command again."
        cp "$lock" "$stamp"
    fi
}
