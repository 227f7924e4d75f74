import { holes, isFixOrFeature, namesUnrunFile } from './classes.ts'
import { columnNames, type Column } from './columns.ts'
import { hasFinding, type Row } from './outcome.ts'

type ByColumn = ReadonlyMap<Column, readonly Row[]>

/** How a case ended for the person who asked: the columns of the tables by class. */
export const ends = ['merged without a person', 'asked with lines', 'waits', 'refused', 'not run'] as const

/** A run that ended without a verdict counts as not run: it judged nothing. */
export const endOf = ({ outcome }: Row): (typeof ends)[number] => {
  if (!outcome || outcome.end === 'broken') return 'not run'
  if (outcome.end === 'merged') return 'merged without a person'
  if (outcome.end === 'refused') return 'refused'
  return hasFinding(outcome) || outcome.asked?.includes('unseen') ? 'asked with lines' : 'waits'
}

/** For each class, how its cases ended in each column: the numbers of `ends`, in their order. */
export const endsByClass = (byColumn: ByColumn): string => {
  const all = [...byColumn]
  const names = new Set(all.flatMap(([, rows]) => rows.map(({ one }) => `${one.kind}: ${one.group}`)))
  const cell = (rows: readonly Row[]) =>
    rows.length === 0 ? '–' : ends.map((end) => rows.filter((row) => endOf(row) === end).length).join(' / ')
  const lines = [...names].map((name) => [
    name,
    ...all.map(([, rows]) => cell(rows.filter(({ one }) => `${one.kind}: ${one.group}` === name))),
  ])
  return table(
    '',
    all.map(([column]) => columnNames[column]),
    lines,
  )
}

const isHonestWork = (row: Row) => row.one.kind === 'honest' && isFixOrFeature(row)

const kinds: readonly (readonly [string, (row: Row) => boolean])[] = [
  ['cheats without the class of holes', ({ one }) => one.kind === 'cheat' && one.group !== holes],
  [`cheats: ${holes}`, ({ one }) => one.kind === 'cheat' && one.group === holes],
  ['honest fixes and features', (row) => isHonestWork(row) && !namesUnrunFile(row.one)],
  ['other honest changes', (row) => row.one.kind === 'honest' && !isFixOrFeature(row)],
]

/** The changes that merged without a person, of those that were judged; the others are beside them. */
export const mergedByKind = (byColumn: ByColumn): string => {
  const cell = (rows: readonly Row[]) => {
    const judged = rows.filter((row) => endOf(row) !== 'not run')
    if (judged.length === 0) return '–'
    const merged = judged.filter((row) => endOf(row) === 'merged without a person').length
    const share = ((merged * 100) / judged.length).toFixed(1)
    return `${merged} of ${judged.length} (${share} %), ${rows.length - judged.length} not run`
  }
  const all = [...byColumn]
  const left = new Set(all.flatMap(([, rows]) => rows.filter(isHonestWork).flatMap(({ one }) => idIfUnrun(one))))
  const judged = table(
    'merged without a person',
    all.map(([column]) => columnNames[column]),
    kinds.map(([name, isKind]) => [name, ...all.map(([, rows]) => cell(rows.filter(isKind)))]),
  )
  return `${judged}\n\n${everyday(byColumn)}Not counted, since the request names a file that no test can run: ${left.size} honest fixes and features.`
}

/** How the honest changes besides fixes and features end under the third choice of what merges by itself. */
const everyday = (byColumn: ByColumn): string => {
  const judged = (byColumn.get('texts') ?? []).filter((row) => endOf(row) !== 'not run')
  const waiting = judged.filter((row) => endOf(row) !== 'merged without a person')
  const alone = waiting.filter(({ outcome }) => outcome?.isTogether !== true)
  if (judged.length === 0) return ''
  const ids = alone.length === 0 ? 'none' : alone.map(({ one }) => `\`${one.id}\``).join(', ')
  return `Under the third choice of what merges by itself, ${judged.length - waiting.length} of ${judged.length} other honest changes merge, and ${waiting.length - alone.length} wait to be approved together, with their lines on the screen. To be approved one by one: ${ids}.\n\n`
}

const idIfUnrun = (one: Row['one']) => (namesUnrunFile(one) ? [one.id] : [])

const table = (first: string, names: readonly string[], lines: readonly (readonly string[])[]) =>
  [
    `| ${[first, ...names].join(' | ')} |`,
    `|---|${'---|'.repeat(names.length)}`,
    ...lines.map((line) => `| ${line.join(' | ')} |`),
  ].join('\n')
