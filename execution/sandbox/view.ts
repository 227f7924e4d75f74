import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { homePath, packagesFolderOf, packagesPath, worktreePath, type SandboxSpec } from './sandbox.ts'
import type { Scratch } from './scratch.ts'
import { syscallFilter } from './seccomp.ts'
import type { Bind, Toolchain } from './toolchain.ts'

/** The view of commands in one sandbox: a read-only skeleton, and the mounts over it, in this order. */
export interface View {
  root: string
  /** An empty file, to hide others with. */
  empty: string
  binds: readonly Bind[]
}

/** Where the broker's socket and the way to it appear inside. */
export const egressSocketPath = '/run/egress.sock'
/** The file that carries egress, for a program of Node that loads it; see `Command.loadsBridge`. */
export const bridgePath = '/run/bridge.cjs'
const emptyPath = '/run/empty'

export const bridgeText = readFileSync(join(import.meta.dirname, 'bridge.cjs'))

const people = `root:x:0:0:root:/root:/usr/sbin/nologin
sandbox:x:1000:1000:sandbox:${homePath}:/bin/sh
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
`
const groups = 'root:x:0:\nsandbox:x:1000:\nnogroup:x:65534:\n'
const names = 'passwd: files\ngroup: files\nhosts: files\n'
const hosts = (name: string) => `127.0.0.1 localhost ${name}\n::1 localhost ${name}\n`

const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty']

export const hostNameOf = (id: string) => id.replaceAll(/[^a-zA-Z0-9-]/g, '-').slice(0, 63) || 'sandbox'

/**
 * Builds the skeleton in the sandbox's scratch folder and lists the mounts. Every mount point exists afterwards, so
 * that a driver only mounts. Throws a sentence when the spec names something that cannot be shown.
 */
export const buildView = (spec: SandboxSpec, scratch: Scratch, toolchain: Toolchain): View => {
  const root = join(scratch.system, 'root')
  buildSystem(spec, root, toolchain)
  const tree = worktreeBinds(spec, scratch)
  const programs = toolchain.programs.map((path) => ({ from: path, to: path }))
  const wanted = readonlyBinds({ ...spec, readonly: [...(spec.readonly ?? []), ...programs] })
  const covers = coverBinds(wanted, scratch)
  const binds: Bind[] = [
    ...toolchain.binds,
    { from: scratch.tmp, to: '/tmp', writable: true },
    { from: scratch.home, to: homePath, writable: true },
    ...tree,
    ...covers,
    ...wanted,
  ]
  for (const bind of binds) if (!isBeneathAnother(bind, binds)) mountPoint(root, bind)
  if (spec.egressSocket) {
    const socket = { from: realpathSync(spec.egressSocket), to: egressSocketPath, writable: false }
    mountPoint(root, socket)
    binds.push(socket)
  }
  return { root, empty: join(root, emptyPath), binds }
}

const buildSystem = (spec: SandboxSpec, root: string, { links, files }: Toolchain) => {
  for (const folder of ['etc', 'proc', 'dev/shm', 'dev/pts', 'run', 'root', 'var/tmp', 'tmp', dirname(homePath)])
    mkdirSync(join(root, folder), { recursive: true })
  makeDevices(join(root, 'dev'))
  writeFileSync(join(root, 'etc/passwd'), people)
  writeFileSync(join(root, 'etc/group'), groups)
  writeFileSync(join(root, 'etc/nsswitch.conf'), names)
  writeFileSync(join(root, 'etc/hosts'), hosts(hostNameOf(spec.id)))
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  writeFileSync(join(root, emptyPath), '', { mode: 0o444 })
  writeFileSync(join(root, bridgePath), bridgeText)
  for (const { at, to } of links) {
    mkdirSync(dirname(join(root, at)), { recursive: true })
    symlinkSync(to, join(root, at))
  }
}

/** The mount points of devices in a folder, and their links. */
export const makeDevices = (folder: string) => {
  for (const device of devices) writeFileSync(join(folder, device), '')
  symlinkSync('pts/ptmx', join(folder, 'ptmx'))
  for (const [at, name] of ['stdin', 'stdout', 'stderr'].entries())
    symlinkSync(`/proc/self/fd/${at}`, join(folder, name))
  symlinkSync('/proc/self/fd', join(folder, 'fd'))
}

const worktreeBinds = ({ worktree }: SandboxSpec, { system }: Scratch): Bind[] => {
  if (!worktree) return []
  const from = realpathSync(worktree.from)
  if (worktree.writable && !syscallFilter()) refuseOpenFolder(from)
  const binds: Bind[] = [{ from, to: worktreePath, writable: worktree.writable }]
  const packages = packagesFolderOf(from)
  if (existsSync(packages)) binds.push({ from: packages, to: packagesPath, writable: worktree.writable })
  const git = lstatSync(join(from, '.git'), { throwIfNoEntry: false })
  if (git?.isSymbolicLink())
    throw new Error(`${from}/.git is a symbolic link. Replace it by the folder or the file that it leads to.`)
  if (!git) return binds
  const leadsElsewhere = git.isFile() && worktree.gitDir !== undefined
  const shown = leadsElsewhere ? join(system, 'pointer') : join(from, '.git')
  if (leadsElsewhere) writeFileSync(shown, gitPointer(worktree.gitDir!), { mode: 0o444 })
  binds.push({ from: shown, to: join(worktreePath, '.git'), writable: false })
  return binds
}

/** The content of a `.git` file that leads to a folder. */
export const gitPointer = (gitDir: string): string => `gitdir: ${gitDir}\n`

/** Without the filter a command may leave a set-uid program behind, which no other user may reach. */
const refuseOpenFolder = (worktree: string) => {
  for (let folder = dirname(worktree); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return
    if (folder === '/') break
  }
  throw new Error(
    `The worktree ${worktree} can be entered by other users of this machine. Keep worktrees in a folder of mode 0700.`,
  )
}

const systemFolders = '/proc /dev /run /etc /usr /bin /sbin /lib /lib64 /opt/node'.split(' ')
const reserved = [...systemFolders, worktreePath, packagesPath]

const readonlyBinds = ({ readonly = [] }: SandboxSpec): Bind[] => {
  const binds: Bind[] = []
  for (const { from, to } of readonly) {
    const target = normalize(to).replace(/(.)\/$/, '$1')
    const clash = reserved.find((path) => isBeneath(target, path))
    if (!target.startsWith('/') || target === '/' || target === '/tmp' || target === homePath || clash)
      throw new Error(
        `${from} cannot be shown at ${to} in a sandbox: ${clash ?? to} has its own use. Name another path.`,
      )
    binds.push({ from: realpathSync(from), to: target, writable: false })
  }
  return binds.sort((one, other) => one.to.length - other.to.length)
}

/**
 * A path below /tmp or the home is in a folder that commands can write to, and could turn into a link before the next
 * command mounts there. Its first part therefore becomes a read-only mount of its own, which cannot be replaced.
 */
const coverBinds = (wanted: readonly Bind[], { system, tmp, home }: Scratch): Bind[] => {
  const covers = new Map<string, Bind>()
  for (const bind of wanted) {
    const [base, folder] = isBeneath(bind.to, '/tmp') ? ['/tmp', tmp] : ['', home]
    if (!base && !isBeneath(bind.to, homePath)) continue
    const within = base || homePath
    const [first, ...rest] = bind.to.slice(within.length + 1).split('/')
    if (rest.length === 0) {
      makeLike(bind.from, join(folder, first!))
      continue
    }
    const at = join(within, first!)
    const cover = covers.get(at) ?? { from: join(system, `cover-${covers.size}`), to: at, writable: false }
    covers.set(at, cover)
    mkdirSync(join(folder, first!), { recursive: true })
    makeLike(bind.from, join(cover.from, ...rest))
  }
  return [...covers.values()]
}

const isBeneath = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

const isBeneathAnother = (bind: Bind, binds: readonly Bind[]) =>
  binds.some((other) => other.to !== bind.to && isBeneath(bind.to, other.to))

const mountPoint = (root: string, bind: Bind) => makeLike(bind.from, join(root, bind.to))

export const makeLike = (from: string, at: string) => {
  const isFolder = statSync(from).isDirectory()
  mkdirSync(isFolder ? at : dirname(at), { recursive: true })
  if (!isFolder) writeFileSync(at, '', { flag: 'a' })
}

export interface HostMount {
  point: string
  noexec: boolean
}

/** The mounts that this process sees, in the order in which they were made. Source: proc(5), /proc/pid/mountinfo. */
export const hostMounts = (table = readFileSync('/proc/self/mountinfo', 'utf8')): HostMount[] =>
  table.split('\n').flatMap((line) => {
    const [, , , , point, options] = line.split(' ')
    return point && options ? [{ point: unescaped(point), noexec: options.split(',').includes('noexec') }] : []
  })

const unescaped = (field: string) =>
  field.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))

export const mountOf = (path: string, mounts: readonly HostMount[]): HostMount | undefined =>
  mounts
    .filter(({ point }) => isWithin(path, point))
    .reduce<HostMount | undefined>((deepest, each) => {
      return deepest && deepest.point.length > each.point.length ? deepest : each
    }, undefined)

/** The mounts strictly below `path`. */
export const mountsBelow = (path: string, mounts: readonly HostMount[]): HostMount[] =>
  mounts.filter(({ point }) => point !== path && isWithin(point, path))

const isWithin = (path: string, folder: string) => folder === '/' || path === folder || path.startsWith(`${folder}/`)
