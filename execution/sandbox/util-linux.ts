import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shmBytes, type Recipe, type RecipeInput } from './recipe.ts'

const setup = readFileSync(join(import.meta.dirname, 'util-linux-setup.sh'), 'utf8')
const prepare = readFileSync(join(import.meta.dirname, 'util-linux-prepare.pl'), 'utf8')

/**
 * The same view by util-linux 2.36 or later and perl. First a user namespace whose root mounts everything, then a second
 * one, whose plain user has no capability in the first: what was mounted cannot be taken away.
 */
export const utilLinux: Recipe = {
  name: 'util-linux',
  prepare: async (input) => {
    const mounts = await readFile('/proc/self/mountinfo', 'utf8')
    await writeFile(fstabOf(input), fstab(input, mounts), { mode: 0o600 })
  },
  argv: (input) => [
    ...[
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
    ],
    ...['--cgroup', '--propagation', 'private', 'sh', '-c', setup, 'sh', input.view.root, fstabOf(input)],
    ...[
      'perl',
      '-e',
      prepare,
      String(input.filter?.prctl ?? 0),
      String(input.filter?.sethostname ?? 0),
      input.hostName,
    ],
    ...['unshare', '--user', '--map-user=1000', '--map-group=1000', '--keep-caps'],
    ...['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--no-new-privs'],
    ...['env', `PATH=${input.path}`],
  ],
}

const fstabOf = ({ scratch }: RecipeInput) => join(scratch.path, 'fstab')

const fstab = ({ view, masks }: RecipeInput, mounts: string) => {
  const locked = noexecMounts(mounts)
  const kept = (from: string) => (isNoexec(from, locked) ? ',noexec' : '')
  const at = (to: string) => join(view.root, to)
  const bind = (from: string, to: string, options: string) => [from, at(to), 'none', `bind,${options}${kept(from)}`]
  const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name}`)
  const lines = [
    bind(view.root, '/', 'ro,nosuid,nodev'),
    ...view.binds.map(({ from, to, writable }) => bind(from, to, `${writable ? '' : 'ro,'}nosuid,nodev`)),
    ...devices.map((device) => [device, at(device), 'none', 'bind']),
    ['tmpfs', at('/dev/shm'), 'tmpfs', `mode=1777,nosuid,nodev,size=${shmBytes}`],
    ['devpts', at('/dev/pts'), 'devpts', 'newinstance,ptmxmode=0666,mode=620,nosuid,noexec'],
    ['proc', at('/proc'), 'proc', 'nosuid,nodev,noexec'],
    ...masks.hidden.map((file) => bind(view.empty, file, 'ro,nosuid,nodev')),
    ...masks.readonly
      .filter((entry) => entry !== '/proc/sys')
      .map((entry) => [at(entry), at(entry), 'none', 'bind,ro,nosuid,nodev,noexec']),
  ]
  return lines.map((fields) => `${fields.map(escaped).join(' ')} 0 0\n`).join('')
}

const escaped = (field: string) =>
  field.replaceAll(/[\\\s#]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`)

// A flag that the host's mount has is locked in a user namespace: a bind that would drop `noexec` is refused.
const noexecMounts = (mounts: string) =>
  mounts.split('\n').flatMap((line) => {
    const [, , , , point, options] = line.split(' ')
    return point && options ? [{ point, noexec: options.split(',').includes('noexec') }] : []
  })

const isNoexec = (from: string, mounts: readonly { point: string; noexec: boolean }[]) =>
  mounts
    .filter(({ point }) => point === '/' || from === point || from.startsWith(`${point}/`))
    .reduce((deepest, each) => (each.point.length >= deepest.point.length ? each : deepest), {
      point: '',
      noexec: false,
    }).noexec
