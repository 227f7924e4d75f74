import { isFact } from '../../../../../../domains/delivery/tasks/rules/account-sentence.ts'
import type { UnshownEntry, UnshownList } from '../../../../../../domains/delivery/tasks/rules/unshown.ts'
import { alikeFindings } from '../../../../parts/finding/alike-findings.ts'
import { quotedChange } from '../../../../parts/finding/quoted-change.ts'
import type { FileFinding } from '../review/review-files.ts'

export interface FileEntries {
  readonly path: string
  /** Rows; entries with the same sentence share a row. */
  readonly entries: readonly (readonly UnshownEntry[])[]
}

/** So many rows are read in about ten seconds. */
const rowsMost = 8

/** The files of a change with all their findings; files that a person has to look at come first. */
export const saidOfFiles = (
  names: readonly string[],
  unshown: UnshownList['files'],
  others: readonly FileFinding[],
): UnshownList['files'] => {
  const entries = new Map(unshown.map((file) => [file.path, file.entries]))
  const findings = Map.groupBy(others, ({ path }) => path)
  const files = [...new Set([...entries.keys(), ...names, ...findings.keys()])].map((path) => ({
    path,
    entries: [...(entries.get(path) ?? []), ...(findings.get(path) ?? []).map(entryOf)],
  }))
  return files.toSorted((one, other) => Number(asks(other)) - Number(asks(one)))
}

const asks = ({ entries }: UnshownList['files'][number]) => entries.some((entry) => entry.asks)

const entryOf = ({ kind = '', line, reason }: FileFinding): UnshownEntry => ({
  kind,
  line,
  reason,
  text: reason,
  asks: !isFact({ kind }),
})

/** Files without entries that repeat a sentence about the whole change: no test notices it, or only its own tests. */
export const withoutSaid = (files: UnshownList['files'], said: 'change' | 'own'): UnshownList['files'] =>
  files.map(({ path, entries }) => ({
    path,
    entries: entries.filter(
      ({ kind, reason, asks: isAsking }) =>
        (isAsking && said === 'change') || quotedChange(kind, reason)?.said !== said,
    ),
  }))

/** The first `rowsMost` rows, and the others, each by file. */
export const firstEntries = (files: UnshownList['files']) => {
  let left = rowsMost
  const first: FileEntries[] = []
  const rest: FileEntries[] = []
  for (const { path, entries } of files) {
    const rows = alikeFindings(entries)
    const shown = rows.slice(0, left)
    if (left > 0) first.push({ path, entries: shown })
    if (left <= 0 || shown.length < rows.length) rest.push({ path, entries: rows.slice(shown.length) })
    left = Math.max(0, left - Math.max(1, shown.length))
  }
  return { first, rest, restCount: rest.reduce((sum, { entries }) => sum + Math.max(1, entries.flat().length), 0) }
}
