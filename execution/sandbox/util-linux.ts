import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fstab } from './fstab.ts'
import { scriptText } from './open-sandbox.ts'
import { userLimits, type Recipe, type RecipeInput } from './recipe.ts'

const setup = scriptText('util-linux-setup.sh')
const prepare = scriptText('util-linux-prepare.pl')
const limitScript = scriptText('user-limits.sh')

/**
 * The view by util-linux 2.36 or later and perl. First a user namespace whose root mounts everything, then a second
 * one, whose plain user has no capability in the first: the mounts cannot be removed.
 */
export const utilLinux: Recipe = {
  name: 'util-linux',
  prepare: async (input) => {
    await writeFile(fstabOf(input), fstab(input), { mode: 0o600 })
  },
  argv: (input) => viewArguments(input, input.view.root, fstabOf(input)),
}

/** The words that run a program of the host by its name, once the view is the root. */
export type HostProgram = (name: string) => readonly string[]

/** The words that build the view at `root` by the mounts of `fstabFile`, and become the command in it. */
export const viewArguments = (
  { filter, hostName, path }: Pick<RecipeInput, 'filter' | 'hostName' | 'path'>,
  root: string,
  fstabFile: string,
  program: HostProgram = (name) => [name],
): string[] => [
  'unshare',
  '--user',
  '--map-root-user',
  '--mount',
  '--pid',
  '--fork',
  '--kill-child',
  '--net',
  '--ipc',
  '--uts',
  '--cgroup',
  '--propagation',
  'private',
  'sh',
  '-c',
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
  '--user',
  '--map-user=1000',
  '--map-group=1000',
  '--keep-caps',
  ...program('setpriv'),
  '--bounding-set=-all',
  '--inh-caps=-all',
  '--ambient-caps=-all',
  '--no-new-privs',
  ...program('env'),
  `PATH=${path}`,
]

const fstabOf = ({ scratch }: RecipeInput) => join(scratch.system, 'fstab')
