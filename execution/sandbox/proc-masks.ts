import { lstatSync, readdirSync, type Stats } from 'node:fs'

/** The entries of /proc beside the processes that are bound read-only over themselves, and hidden files. */
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
  const entries = otherEntries()
  const isRoot = process.getuid?.() === 0
  const isHidden = ({ name, status }: Entry) =>
    alwaysHidden.includes(name) || (isRoot && (hiddenFromRoot.includes(name) || isClosed(status)))
  return {
    readonly: pathsOf(
      entries.filter(({ name, status }) => status.isDirectory() && (isRoot || writableByAnybody.includes(name))),
    ),
    hidden: pathsOf(entries.filter((entry) => entry.status.isFile() && isHidden(entry))),
  }
}

interface Entry {
  readonly name: string
  readonly status: Stats
}

/** The entries of /proc beside the processes and links. A listing with types would fail for a process that ends. */
const otherEntries = (): Entry[] =>
  readdirSync('/proc')
    .filter((name) => !/^\d+$/.test(name))
    .flatMap((name) => {
      const status = lstatSync(`/proc/${name}`, { throwIfNoEntry: false })
      return status ? { name, status } : []
    })

const pathsOf = (entries: readonly Entry[]) => entries.map(({ name }) => `/proc/${name}`)

const isClosed = ({ mode }: Stats) => (mode & 0o222) !== 0 || (mode & 0o004) === 0
