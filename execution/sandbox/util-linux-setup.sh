# util-linux-setup.sh ROOT FSTAB COMMAND…: run as the root of a new user namespace, in new mount, pid, net, ipc, uts and
# cgroup namespaces. One more user namespace may be made, by COMMAND; commands inside can make none.
set -e
root=$1
mount --no-mtab --all --fstab "$2"
shift 2
cd "$root"
echo 1 >proc/sys/user/max_user_namespaces
# Last, because it was just written to. Under a server run as root these files would be writable without a capability.
mount --no-mtab --bind -o ro,nosuid,nodev,noexec proc/sys proc/sys
pivot_root . .
umount --no-mtab --lazy .
cd /
exec "$@"
