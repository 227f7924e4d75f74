import type { UnshownList } from '../../../../../../domains/delivery/tasks/rules/unshown.ts'

export type FileEntries = UnshownList['files'][number]

const entriesMost = 8

/** The entries that are read in ten seconds, and the others, each by file. */
export const firstEntries = (files: readonly FileEntries[]) => {
  let left = entriesMost
  const first: FileEntries[] = []
  const rest: FileEntries[] = []
  for (const { path, entries } of files) {
    const shown = entries.slice(0, left)
    left -= shown.length
    if (shown.length > 0) first.push({ path, entries: shown })
    if (shown.length < entries.length) rest.push({ path, entries: entries.slice(shown.length) })
  }
  return { first, rest, restCount: rest.reduce((sum, { entries }) => sum + entries.length, 0) }
}
