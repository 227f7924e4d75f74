import { join } from 'node:path'
import { hostMounts, mountOf, mountsBelow, type HostMount } from './view.ts'
import { shmBytes, type RecipeInput } from './recipe.ts'

type Line = readonly [from: string, at: string, type: string, options: string]

const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name}`)

/**
 * The mounts of a view as fstab(5) lines for `mount --all`, in the order in which they are made. /proc/sys is left
 * out: it is written to before it is made read-only.
 */
export const fstab = (input: RecipeInput, mounts: readonly HostMount[] = hostMounts()): string => {
  const { view } = input
  return text([
    ...bindLines(view.root, view.root, 'ro,nosuid,nodev', mounts),
    ...view.binds.flatMap(({ from, to, writable }) =>
      bindLines(from, join(view.root, to), `${writable ? '' : 'ro,'}nosuid,nodev`, mounts),
    ),
    ...systemLines(input, mounts),
  ])
}

/**
 * Like `fstabOf`, if everything in the view is mounted at `from` already, as in a container. It is bound to `root`, and
 * set-uid programs and devices are taken from those mounts.
 */
export const fstabOfMounted = (
  { view, masks }: Pick<RecipeInput, 'view' | 'masks'>,
  { from: mounted, root }: { from: string; root: string },
  mounts: readonly HostMount[] = hostMounts(),
): string => {
  const shown = [{ from: view.root, to: '', writable: false }, ...view.binds]
  const inside = [{ point: root, noexec: mountOf(view.root, mounts)?.noexec ?? false }]
  return text([
    [mounted, root, 'none', 'rbind'],
    ...shown.flatMap(({ from, to, writable }) =>
      bindLines(from, root + to, `${writable ? '' : 'ro,'}nosuid,nodev`, mounts).map(remounted),
    ),
    ...systemLines({ view: { ...view, root, empty: root + view.empty.slice(view.root.length) }, masks }, inside),
  ])
}

const remounted = ([, at, type, options]: Line): Line =>
  ['none', at, type, options.replace(/^r?bind,/, 'remount,bind,')] as const

const systemLines = ({ view, masks }: Pick<RecipeInput, 'view' | 'masks'>, mounts: readonly HostMount[]): Line[] => {
  const at = (to: string) => join(view.root, to)
  return [
    ...devices.map((device): Line => [device, at(device), 'none', 'bind']),
    ['tmpfs', at('/dev/shm'), 'tmpfs', `mode=1777,nosuid,nodev,size=${shmBytes}`],
    ['devpts', at('/dev/pts'), 'devpts', 'newinstance,ptmxmode=0666,mode=620,nosuid,noexec'],
    ['proc', at('/proc'), 'proc', 'nosuid,nodev,noexec'],
    ...masks.hidden.flatMap((file) => bindLines(view.empty, at(file), 'ro,nosuid,nodev', mounts)),
    ...masks.readonly
      .filter((entry) => entry !== '/proc/sys')
      .map((entry): Line => [at(entry), at(entry), 'none', 'bind,ro,nosuid,nodev,noexec']),
  ]
}

const text = (lines: readonly Line[]) => lines.map((fields) => `${fields.map(escaped).join(' ')} 0 0\n`).join('')

// Mounts below the source come along, since the kernel refuses to uncover the folders under them, and they do not take
// over its options. A flag that the host's mount has is locked: a bind that would drop `noexec` is refused.
const bindLines = (from: string, to: string, options: string, mounts: readonly HostMount[]): Line[] => {
  const lockedFlags = (mount: HostMount | undefined) => (mount?.noexec ? ',noexec' : '')
  const below = mountsBelow(from, mounts)
  return [
    [from, to, 'none', `${below.length > 0 ? 'rbind' : 'bind'},${options}${lockedFlags(mountOf(from, mounts))}`],
    ...below.map((mount): Line => {
      return ['none', to + mount.point.slice(from.length), 'none', `remount,bind,${options}${lockedFlags(mount)}`]
    }),
  ]
}

const escaped = (field: string) =>
  field.replaceAll(/[\\\s#]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`)
