# user-limits.sh FOLDER LIMITS COMMAND…: run as the root of a new user namespace, writes each NAME=VALUE of LIMITS to its
# file in FOLDER, as far as the kernel has it, and becomes the command.
set -e
folder=$1
for limit in $2; do
  [ ! -e "$folder/${limit%%=*}" ] || echo "${limit#*=}" >"$folder/${limit%%=*}"
done
shift 2
exec "$@"
