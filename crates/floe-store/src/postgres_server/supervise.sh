# Runs a PostgreSQL server in a temporary folder for as long as its standard input is open: whoever started it may be
# killed, and the server still ends and leaves nothing behind.
#
# Arguments: the folder of PostgreSQL's programs, settings, and a base backup to recover (empty: a new
# database is made).
# Each line of the input is a command, answered with one line: start, stop (in order), crash (at once, without writing
# anything more).
set -u
# Keys pressed in the terminal are meant for the tests.
trap '' INT TERM
programs=$1
settings=$2
data=$3
pid=
folder=$(mktemp -d "${TMPDIR:-/tmp}/floe-postgres.XXXXXX") || exit 1

leave() {
    if [ -n "$pid" ]; then
        kill -QUIT "$pid" 2>/dev/null
        wait "$pid"
    fi
    rm -rf "$folder"
    exit "$1"
}

fail() {
    echo "$1"
    cat "$folder/messages" >&2
    leave 1
}

start() {
    "$programs/postgres" -D "$folder/data" >>"$folder/messages" 2>&1 </dev/null &
    pid=$!
    tries=0
    until "$programs/pg_isready" -q -h "$folder" -U floe -d postgres; do
        tries=$((tries + 1))
        kill -0 "$pid" 2>/dev/null && [ "$tries" -lt 1200 ] || fail "PostgreSQL does not start"
        sleep 0.05
    done
}

if [ -n "$data" ]; then
    { mv "$data" "$folder/data" && touch "$folder/data/recovery.signal"; } || fail "the base backup cannot be used"
else
    "$programs/initdb" --pgdata="$folder/data" --username=floe --auth=trust --encoding=UTF8 --locale=C --no-sync \
        --wal-segsize=4 >"$folder/messages" 2>&1 || fail "initdb failed"
fi
# Only this socket; no port of the machine is used.
{
    echo "unix_socket_directories = '$folder'"
    echo "listen_addresses = ''"
    echo "$settings"
} >>"$folder/data/postgresql.conf"
start
echo "$folder"

while read -r command; do
    case $command in
        start) start ;;
        stop)
            kill -INT "$pid"
            wait "$pid"
            pid=
            ;;
        crash)
            kill -QUIT "$pid"
            wait "$pid"
            pid=
            ;;
    esac
    echo done
done
leave 0
