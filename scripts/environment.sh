# shellcheck shell=sh
# Sourced by the other scripts, never run: finds a Python and keeps .venv ready for them.
set -eu

root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
venv=$root/.venv
unset PYTHONHOME PYTHONPATH

# Exits with 0 when a Python will do, 3 when it cannot make virtual environments.
probe='
import sys
if sys.version_info < (3, 11):
    sys.exit(2)
try:
    import ensurepip, venv
except ImportError:
    sys.exit(3)
'

# The Python of .venv is asked first: it starts fastest, and answers only if .venv works.
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

# prepare run: .venv holds this checkout and its dependencies; prepare test: those of tests too.
prepare() {
    python=$(find_python)
    "$python" -I "$root/scripts/environment.py" "$1"
}
