import type { UnshownEntry, UnshownList } from '../../../../../../domains/delivery/tasks/rules/unshown.ts'
import { alikeFindings } from '../../../../parts/finding/alike-findings.ts'

export interface FileEntries {
  readonly path: string
  /** Entries that are read the same are one row. */
  readonly entries: readonly (readonly UnshownEntry[])[]
}

const rowsMost = 8

/** The rows that are read in ten seconds, and the others, each by file. */
export const firstEntries = (files: UnshownList['files']) => {
  let left = rowsMost
  const first: FileEntries[] = []
  const rest: FileEntries[] = []
  for (const { path, entries } of files) {
    const rows = alikeFindings(entries)
    const shown = rows.slice(0, left)
    left -= shown.length
    if (shown.length > 0) first.push({ path, entries: shown })
    if (shown.length < rows.length) rest.push({ path, entries: rows.slice(shown.length) })
  }
  return { first, rest, restCount: rest.flatMap(({ entries }) => entries.flat()).length }
}
