# Runs a NATS server with JetStream in a temporary folder for as long as its standard input is open: whoever started it
# may be killed, and the server still ends and leaves nothing behind.
#
# Arguments: the program, and settings as lines of its configuration file.
# Each line of the input is a command, answered with one line: start (on the same port), stop (in order), crash (at once),
# pause and resume.
set -u
# Keys pressed in the terminal are meant for the tests.
trap '' INT TERM
program=$1
settings=$2
pid=
port=-1
folder=$(mktemp -d "${TMPDIR:-/tmp}/floe-nats.XXXXXX") || exit 1

end() {
    if [ -n "$pid" ]; then
        kill -CONT "$pid" 2>/dev/null
        kill "-$1" "$pid" 2>/dev/null
        wait "$pid" 2>/dev/null
        pid=
    fi
}

leave() {
    end KILL
    rm -rf "$folder"
    exit "$1"
}

# The server writes its addresses into a file once it accepts connections. Another program may have the port for a
# moment after a stop: then the server ends, and is started again.
start() {
    tries=0
    while :; do
        rm -f "$folder"/ports/*
        "$program" -c "$folder/nats.conf" -a 127.0.0.1 -p "$port" --ports_file_dir "$folder/ports" \
            >>"$folder/messages" 2>&1 </dev/null &
        pid=$!
        while kill -0 "$pid" 2>/dev/null; do
            found=$(cat "$folder"/ports/* 2>/dev/null | sed -n 's/.*127\.0\.0\.1:\([0-9][0-9]*\).*/\1/p' | head -n 1)
            [ -n "$found" ] && port=$found && return
            sleep 0.02
        done
        wait "$pid"
        pid=
        tries=$((tries + 1))
        if [ "$tries" -ge 50 ]; then
            echo "the NATS server does not start"
            cat "$folder/messages" >&2
            leave 1
        fi
        sleep 0.1
    done
}

mkdir "$folder/ports"
{
    echo "jetstream { store_dir: \"$folder/data\" }"
    echo "$settings"
} >"$folder/nats.conf"
start
echo "$port"

while read -r command; do
    case $command in
        start) start ;;
        stop) end TERM ;;
        crash) end KILL ;;
        pause) kill -STOP "$pid" ;;
        resume) kill -CONT "$pid" ;;
    esac
    echo done
done
leave 0
