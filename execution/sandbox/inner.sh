# inner.sh NODE CWD COMMAND…: the first program inside. NODE is empty where no bridge to the way out is to run beside it.
# The environment is a removed file behind descriptor 3, so that its values stand in no process list.
[ -z "$1" ] || : "$("$1" /run/bridge.cjs </dev/null 2>/dev/null 3<&- 4<&- &)"
unset LC_ALL SHLVL _
# A command may have taken its own rights to the folder away: the next one gives them back.
cd -- "$2" 2>/dev/null || { chmod u+rwx -- "$2" 2>/dev/null; cd -- "$2"; } || exit 126
unset OLDPWD
. /proc/self/fd/3
exec 3<&- 4<&-
shift 2
# By exec, which takes programs alone: `echo` and `test` are not to be the shell's own.
(exec "$@")
exit "$?"
