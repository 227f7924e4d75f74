import { scriptText } from './open-sandbox.ts'
import { shmBytes, userLimits, wordsOf, type Recipe } from './recipe.ts'

const limitScript = scriptText('user-limits.sh')

/**
 * bubblewrap 0.8 or later, for `--disable-userns`. The first shell is the namespace's first process: bubblewrap's own
 * would outlive bubblewrap by a moment, and be left to the host's first process, which in a container may not reap it.
 */
export const bubblewrap: Recipe = {
  name: 'bubblewrap',
  prepare: async () => {},
  argv: ({ view, hostName, filter, path, masks }) => [
    ...wordsOf('unshare --user --map-root-user sh -c'),
    limitScript,
    ...wordsOf('sh /proc/sys/user'),
    userLimits,
    ...wordsOf('bwrap --unshare-all --unshare-user --disable-userns --cap-drop ALL --die-with-parent --as-pid-1'),
    ...wordsOf('--new-session --uid 1000 --gid 1000 --hostname'),
    hostName,
    ...wordsOf('--clearenv --setenv PATH'),
    path,
    '--ro-bind',
    view.root,
    '/',
    ...view.binds.flatMap(({ from, to, writable }) => [writable ? '--bind' : '--ro-bind', from, to]),
    ...wordsOf(`--dev /dev --size ${shmBytes} --perms 1777 --tmpfs /dev/shm --remount-ro /dev --proc /proc`),
    ...masks.hidden.flatMap((file) => ['--ro-bind', view.empty, file]),
    ...masks.readonly.flatMap((entry) => ['--ro-bind', entry, entry]),
    ...wordsOf(filter ? '--seccomp 4 --chdir / --' : '--chdir / --'),
  ],
}
