import { readdirSync, statSync, type Dirent } from 'node:fs'

/** What of /proc, beside the processes, is bound read-only over itself, and which files are hidden by an empty one. */
export interface ProcMasks {
  readonly: readonly string[]
  hidden: readonly string[]
}

// Some switches of /proc/sys belong to the command's own namespaces, and all of /proc/pressure to everybody.
const writableByAnybody = ['sys', 'pressure']
const alwaysHidden = ['key-users', 'keys']
const hiddenFromRoot = ['kcore', 'kallsyms', 'sched_debug']

/**
 * /proc belongs to the whole machine, and its files to the user that a server run as root has: without a single
 * capability a command could write `core_pattern` and have the kernel run a program. So every folder is read-only, and
 * a file that can be written, or that others may not read, is hidden. bubblewrap 0.8 covers none of them under root.
 * An ordinary user is kept out of them by their modes, except for a few folders and the names of the server's keys.
 */
export const procMasks = (): ProcMasks => {
  const entries = readdirSync('/proc', { withFileTypes: true }).filter(({ name }) => !/^\d+$/.test(name))
  const isRoot = process.getuid?.() === 0
  const isHidden = (name: string) =>
    alwaysHidden.includes(name) || (isRoot && (hiddenFromRoot.includes(name) || isClosed(name)))
  return {
    readonly: pathsOf(
      entries.filter((entry) => entry.isDirectory() && (isRoot || writableByAnybody.includes(entry.name))),
    ),
    hidden: pathsOf(entries.filter((entry) => entry.isFile() && isHidden(entry.name))),
  }
}

const pathsOf = (entries: readonly Dirent[]) => entries.map(({ name }) => `/proc/${name}`)

const isClosed = (name: string) => {
  const mode = statSync(`/proc/${name}`, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & 0o222) !== 0 || (mode & 0o004) === 0
}
