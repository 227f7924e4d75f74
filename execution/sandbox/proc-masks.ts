import { readdirSync, statSync } from 'node:fs'

/** What of /proc, beside the processes, is bound read-only over itself, and which files are hidden by an empty one. */
export interface ProcMasks {
  readonly: readonly string[]
  hidden: readonly string[]
}

const alwaysHidden = new Set(['kcore', 'key-users', 'keys', 'kallsyms', 'sched_debug'])

/**
 * /proc belongs to the whole machine, and its files to the user that a server run as root has: without a single
 * capability a command could write `core_pattern` and have the kernel run a program. So every folder is read-only, and
 * a file that can be written, or that others may not read, is hidden. bubblewrap 0.8 covers none of them under root.
 */
export const procMasks = (): ProcMasks => {
  const entries = readdirSync('/proc', { withFileTypes: true }).filter(({ name }) => !/^\d+$/.test(name))
  const pathsOf = (kept: typeof entries) => kept.map(({ name }) => `/proc/${name}`)
  return {
    readonly: pathsOf(entries.filter((entry) => entry.isDirectory())),
    hidden: pathsOf(
      entries.filter((entry) => entry.isFile() && (alwaysHidden.has(entry.name) || isClosed(entry.name))),
    ),
  }
}

const isClosed = (name: string) => {
  const mode = statSync(`/proc/${name}`, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & 0o222) !== 0 || (mode & 0o004) === 0
}
