# util-linux-setup.sh ROOT FSTAB SCRIPT LIMITS COMMAND…: run as the root of a new user namespace, in new mount, pid, net,
# ipc, uts and cgroup namespaces. SCRIPT is user-limits.sh. One more user namespace may be made, by COMMAND, and no other.
set -e
root=$1
mount --no-mtab --all --fstab "$2"
cd "$root"
sh -c "$3" sh proc/sys/user "max_user_namespaces=1 $4" true
shift 4
# An image's program listens at the port that it was built for, 80 for instance, in this network of its own.
[ -z "$ATELIER_UMOUNT" ] || echo 0 >proc/sys/net/ipv4/ip_unprivileged_port_start
# Last, because it was just written to. Under a server run as root these files would be writable without a capability.
mount --no-mtab --bind -o ro,nosuid,nodev,noexec proc/sys proc/sys
pivot_root . .
# Another root may have no umount of its own, or another one.
${ATELIER_UMOUNT:-umount} --no-mtab --lazy .
unset ATELIER_UMOUNT
cd /
exec "$@"
