# start-databases.sh SERVICE… -- COMMAND…: starts services of the machine on loopback, empty, waits until they answer, and
# becomes the command. A SERVICE is redis, or postgres:FOLDER OF PROGRAMS:NAMES, with users and databases by comma.
start_postgres() {
  programs=${1%:*}
  data=$services/postgres
  "$programs/initdb" -D "$data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$services/log" 2>&1 || return
  "$programs/postgres" -D "$data" -c listen_addresses=127.0.0.1 -c unix_socket_directories=/tmp -c fsync=off \
    -c synchronous_commit=off -c full_page_writes=off >"$services/log" 2>&1 </dev/null &
  answers "$programs/pg_isready" -q -h 127.0.0.1 || return
  for name in $(echo "${1##*:}" | tr ',' ' '); do
    "$programs/psql" -q -h 127.0.0.1 -U postgres -d postgres -c "create role \"$name\" superuser login" \
      -c "create database \"$name\" owner \"$name\"" >>"$services/log" 2>&1 </dev/null
  done
}
start_redis() {
  redis-server --bind 127.0.0.1 --save '' --appendonly no --dir "$services" >"$services/log" 2>&1 </dev/null &
  answers redis-cli ping
}
answers() {
  tries=0
  until "$@" >/dev/null 2>&1 </dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || return
    sleep 0.1
  done
}
services=/tmp/atelier-services
rm -rf "$services"
mkdir -p "$services"
while [ "$1" != -- ]; do
  case $1 in
    postgres:*) start_postgres "${1#postgres:}" || echo "PostgreSQL did not start: $(tail -n 1 "$services/log")" >&2 ;;
    redis) start_redis || echo "Redis did not start: $(tail -n 1 "$services/log")" >&2 ;;
  esac
  shift
done
shift
exec "$@"
