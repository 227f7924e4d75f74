import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fstab } from './fstab.ts'
import { scriptText } from './open-sandbox.ts'
import { userLimits, wordsOf, type Recipe, type RecipeInput } from './recipe.ts'

const setup = scriptText('util-linux-setup.sh')
const prepare = scriptText('util-linux-prepare.pl')
const limitScript = scriptText('user-limits.sh')

/**
 * Builds the view (the file system that a sandbox sees) with util-linux 2.36 or later and perl. First a user namespace
 * in which root mounts everything, then a second namespace with an ordinary user, who has no capability in the first
 * and so cannot remove the mounts.
 */
export const utilLinux: Recipe = {
  name: 'util-linux',
  prepare: async (input) => {
    await writeFile(fstabPath(input), fstab(input), { mode: 0o600 })
  },
  argv: (input) => viewArguments(input, input.view.root, fstabPath(input)),
}

/** Returns the arguments that run a program of the host by its name, after the view has become the root. */
export type HostProgram = (name: string) => readonly string[]

/** Returns the arguments that build the view at `root` from the mounts in `fstabFile`, and run the command in it. */
export const viewArguments = (
  { filter, hostName, path }: Pick<RecipeInput, 'filter' | 'hostName' | 'path'>,
  root: string,
  fstabFile: string,
  program: HostProgram = (name) => [name],
): string[] => [
  ...wordsOf('unshare --user --map-root-user --mount --pid --fork --kill-child --net --ipc --uts --cgroup'),
  ...wordsOf('--propagation private sh -c'),
  setup,
  'sh',
  root,
  fstabFile,
  limitScript,
  userLimits,
  ...program('perl'),
  '-e',
  prepare,
  String(filter?.prctl ?? 0),
  String(filter?.sethostname ?? 0),
  hostName,
  ...program('unshare'),
  ...wordsOf('--user --map-user=1000 --map-group=1000 --keep-caps'),
  ...program('setpriv'),
  ...wordsOf('--bounding-set=-all --inh-caps=-all --ambient-caps=-all --no-new-privs'),
  ...program('env'),
  `PATH=${path}`,
]

const fstabPath = ({ scratch }: RecipeInput) => join(scratch.system, 'fstab')
