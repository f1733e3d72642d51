# shellcheck shell=sh
# Sourced by the other scripts, never run: finds a Python and keeps .venv ready for them.
set -eu

root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
venv=$root/.venv
unset PYTHONHOME PYTHONPATH

# Exit status: 0 for a suitable Python, 2 for one that is too old, 3 without ensurepip or venv.
probe='
import sys
if sys.version_info < (3, 11):
    sys.exit(2)
try:
    import ensurepip, venv
except ImportError:
    sys.exit(3)
'

# The Python of .venv comes first: it starts fastest, and only works if .venv does.
find_python() {
    unable=""
    for python in "$venv/bin/python" python3.13 python3.12 python3.11 python3 python; do
        status=0
        "$python" -I -c "$probe" >/dev/null 2>&1 || status=$?
        [ "$status" -ne 0 ] || { echo "$python"; return; }
        [ "$status" -ne 3 ] || unable=$python
    done
    if [ -n "$unable" ]; then
        echo "error: $unable cannot make virtual environments; install its venv module" \
            "(Debian and Ubuntu: apt install python3-venv) and start again" >&2
    else
        echo "error: there is no Python 3.11 or newer on the PATH; install one" \
            "(Debian and Ubuntu: apt install python3 python3-venv) and start again" >&2
    fi
    return 1
}

# prepare run: install this checkout and its dependencies; prepare test: those of the tests too.
prepare() {
    python=$(find_python)
    "$python" -I "$root/scripts/environment.py" "$1"
}
