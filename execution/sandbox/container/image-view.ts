import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { imageFolders, type SandboxSpec } from '../sandbox.ts'
import type { Scratch } from '../scratch.ts'
import type { Bind, Toolchain } from '../toolchain.ts'
import type { HostProgram } from '../util-linux.ts'
import { bridgePath, bridgeText, egressSocketPath, makeDevices, makeLike } from '../view.ts'

const hostFolder = '/run/atelier'

/**
 * The view of an image: its files in the place of this machine's system. The programs that set limits and start the
 * command are this machine's own, below `/run`, with its loader and libraries: an image may have others, or none.
 */
export const imageView = (system: string, spec: SandboxSpec, scratch: Scratch, toolchain: Toolchain) => {
  const skeleton = join(scratch.system, 'image')
  const readonly = (spec.readonly ?? []).map(({ from, to }) => ({ from: realpathSync(from), to, writable: false }))
  const refused = readonly.find(({ to }) => !/^\/preview\/[\w.-]+$/.test(to))
  if (refused ?? spec.worktree) throw new Error('An image shows files below /preview alone, and no worktree.')
  const usr = { from: realpathSync('/usr'), to: `${hostFolder}/usr`, writable: false }
  const node = nodeOf(toolchain)
  const own: Bind[] = [
    usr,
    ...(node ? [node] : []),
    ...readonly,
    ...(spec.egressSocket ? [{ from: realpathSync(spec.egressSocket), to: egressSocketPath, writable: false }] : []),
  ]
  for (const folder of ['dev/shm', 'dev/pts', 'run', 'preview']) mkdirSync(join(skeleton, folder), { recursive: true })
  makeDevices(join(skeleton, 'dev'))
  writeFileSync(join(skeleton, 'run/empty'), '', { mode: 0o444 })
  writeFileSync(join(skeleton, bridgePath), bridgeText)
  for (const { from, to } of own) makeLike(from, join(skeleton, to))
  const root = realpathSync(system)
  const folders = imageFolders.filter((name) => name !== 'tmp' && name !== 'proc')
  const binds: Bind[] = [
    ...folders.map((name) => ({ from: join(skeleton, name), to: `/${name}`, writable: false })),
    { from: scratch.tmp, to: '/tmp', writable: true },
    ...own,
  ]
  return { view: { root, empty: join(root, 'run/empty'), binds }, program: hostPrograms(toolchain) }
}

const nodeOf = ({ binds }: Toolchain): Bind | undefined => {
  const found = binds.find(({ to }) => to.endsWith('/bin/node'))
  return found && { ...found, to: `${hostFolder}/node` }
}

/** Programs of this machine below `/run`, by its own loader, since an image has another or none. */
const hostPrograms = (toolchain: Toolchain): HostProgram => {
  const loaded = readFileSync('/proc/self/maps', 'utf8')
  const loader = placeOf(/\/\S{0,500}\/ld-linux\S{0,99}\.so\.\d{1,9}/.exec(loaded)?.[0])
  const library = placeOf(/\/\S{0,500}\/libc\.so\.6/.exec(loaded)?.[0])
  if (!loader || !library) throw new Error('Images cannot be shown: the loader of this machine is not in /usr.')
  const start = [loader, '--library-path', dirname(library)]
  return (name) => {
    if (name === 'node') return [...start, nodeOf(toolchain)?.to ?? hostFolder + toolchain.node]
    const path = ['/usr/bin', '/usr/sbin'].map((folder) => placeOf(join(folder, name))).find((found) => found)
    if (!path) throw new Error(`Images cannot be shown: ${name} is not in /usr.`)
    return [...start, path]
  }
}

/** Where a file of this machine's /usr is found in the view; undefined if it is elsewhere or missing. */
const placeOf = (path: string | undefined) => {
  if (path === undefined) return undefined
  try {
    const real = realpathSync(path)
    return real.startsWith('/usr/') ? hostFolder + real : undefined
  } catch {
    return undefined
  }
}
