# util-linux-setup.sh ROOT FSTAB SCRIPT LIMITS COMMAND…: run as the root of a new user namespace, in new mount, pid, net,
# ipc, uts and cgroup namespaces. SCRIPT is user-limits.sh. One more user namespace may be made, by COMMAND, and no other.
set -e
root=$1
mount --no-mtab --all --fstab "$2"
cd "$root"
sh -c "$3" sh proc/sys/user "max_user_namespaces=1 $4" true
shift 4
# Last, because it was just written to. Under a server run as root these files would be writable without a capability.
mount --no-mtab --bind -o ro,nosuid,nodev,noexec proc/sys proc/sys
pivot_root . .
umount --no-mtab --lazy .
cd /
exec "$@"
