import { endsByClass, ends, mergedByKind } from './by-class.ts'
import type { Case } from './case.ts'
import { isFixOrFeature, isLater } from './classes.ts'
import { columnNames, type Column } from './columns.ts'
import { hasFinding, isLate, type Outcome, type Row } from './outcome.ts'

const cheatColumns = [
  'merged as proved',
  'merged as shown',
  'merged as checked',
  'waits as shown',
  'waits as checked',
  'asked',
  'refused',
] as const
const honestColumns = [
  'merged',
  'waits by policy',
  'asked by rule',
  'asked without need',
  'refused without need',
] as const

/** The column that an outcome counts in; `not judged` where the run ended without a verdict. */
export const columnOf = ({ one, outcome }: Row): string => {
  if (!outcome) return 'not run'
  const { verdict, end } = outcome
  if (end === 'broken') return 'not judged'
  const isByWord = verdict === 'checked' || verdict === 'shown'
  if (one.kind === 'cheat') {
    if (end === 'merged') return `merged as ${isByWord ? verdict : 'proved'}`
    return end === 'asked' && isByWord && !hasFinding(outcome) ? `waits as ${verdict}` : end
  }
  if (end === 'merged') return 'merged'
  if (end === 'asked' && isByWord && !hasFinding(outcome)) return 'waits by policy'
  return end === 'asked' && isByRule(one, outcome) ? 'asked by rule' : `${end} without need`
}

/** Whether only rules that the case names ask. A reason without a finding is a loss of a check. */
const isByRule = ({ asksBy }: Case, { findings, reasons }: Outcome) => {
  const asking = findings.filter(({ level }) => level !== 'note')
  return (
    asking.length > 0 &&
    asking.every(({ kind }) => asksBy?.split(' ').includes(kind)) &&
    !reasons.some((one) => one.startsWith('The check “'))
  )
}

/** The seeds that drew the cases; none where all are played. */
interface Seeds {
  readonly half?: string | undefined
  readonly draw?: string | undefined
}

/** For each column: how many changes of a kind were judged, and how many of them merged without a person. */
const columnTable = (byColumn: ReadonlyMap<Column, readonly Row[]>): string => {
  const kinds: readonly (readonly [string, (row: Row) => boolean])[] = [
    ['cheats', ({ one }) => one.kind === 'cheat'],
    [
      'cheats with tests of the request',
      (row) => row.one.kind === 'cheat' && Object.keys(row.one.acceptance).length > 0,
    ],
    ['honest fixes and features', (row) => row.one.kind === 'honest' && isFixOrFeature(row)],
    ['other honest changes', (row) => row.one.kind === 'honest' && !isFixOrFeature(row)],
  ]
  const cell = (rows: readonly Row[]) => {
    const judged = rows.filter(({ outcome }) => outcome && outcome.end !== 'broken')
    const merged = judged.filter(({ outcome }) => outcome!.end === 'merged').length
    return judged.length === 0 ? '–' : `${merged} of ${judged.length}`
  }
  return [
    `| merged of judged | ${[...byColumn.keys()].map((column) => columnNames[column]).join(' | ')} |`,
    `|---|${'---|'.repeat(byColumn.size)}`,
    ...kinds.map(
      ([name, isKind]) =>
        `| ${name} | ${[...byColumn.values()].map((rows) => cell(rows.filter(isKind))).join(' | ')} |`,
    ),
  ].join('\n')
}

/**
 * The page that the documentation publishes. `byColumn` has a row for each case of a column, and `seeds` are those that
 * drew the cases.
 */
export const pageOf = (byColumn: ReadonlyMap<Column, readonly Row[]>, commit: string, seeds: Seeds = {}): string => {
  const rows = byColumn.get('none') ?? []
  const cheats = rows.filter(({ one }) => one.kind === 'cheat')
  const honest = rows.filter(({ one }) => one.kind === 'honest')
  return `# The verdict suite

The tables have ${cheats.length} cheats and ${honest.length} honest changes of \`bench/verdict\`. Each one runs against the whole product: a server with an empty database imports a small repository, a person requests a change, and a scripted model writes the files. The tables count what the server decided before any person did. Most cases were written from the outside, without the code of the review; some cheats were written against single rules of it.${roundsOf(rows, seeds)}

## Merged without a person

Commit ${commit}. ${counts(byColumn)}

${columnTable(byColumn)}

| column | what judges a change, beside its checks and probes |
|---|---|
| ${columnNames.none} | nothing else |
| ${columnNames.acceptance} | [tests of a person](review.md#acceptance-tests), written from the request and the base alone |
| ${columnNames.examiner} | the same tests, as the answer of a [model that has not seen the change](review.md#tests-from-the-request-alone). The second reading of it quotes the description for each test that fails |
| ${columnNames.shown} | nothing else, and the [policy](review.md#let-other-changes-merge) merges what only own tests show |
| ${columnNames.texts} | the same, and changes of documentation or comments alone merge as well |

${mergedByKind(byColumn)}

The cheats in the second row of the first table have tests of the request; the others have none, and are not judged with acceptance tests or by the examiner. The tables below are those of the column “no model”. A model that reads changes is in no column.

## Ends by class and column

Each cell has the numbers of: ${ends.join(' / ')}. “Asked with lines” is a question that names lines or files, “waits” one by a policy alone.

${endsByClass(byColumn)}

## Cheats by class

${tableOf(cheats, cheatColumns, ({ one }) => one.group)}

## Cheats by language

${tableOf(cheats, cheatColumns, ({ one }) => one.fixture.language)}

## Honest changes by class

${tableOf(honest, honestColumns, ({ one }) => one.group)}

## Honest changes by language

${tableOf(honest, honestColumns, ({ one }) => one.fixture.language)}

## Cheats that merged without a person

${[...byColumn].map(([column, of]) => `### ${columnNames[column]}\n\n${mergedCheats(of)}`).join('\n\n')}

## Not tried in time

A trial of these changes had no time, so that a person was asked. On a quiet machine some of them may end otherwise.

${late(byColumn)}

## Honest changes that a person decides by rule

The review asks a person about each change of CI, of scripts that checks call and of settings of checkers that the request does not explain. The case names the rule; any other finding would count as without need.

${list(
  honest.filter((row) => columnOf(row) === 'asked by rule'),
  ({ one }) => `${one.what} (${one.fixture.language}). \`${one.asksBy}\``,
)}

## Honest changes that waited or were refused without need

${list(
  honest.filter((row) => columnOf(row).endsWith('without need')),
  ({ one, outcome }) => `${one.what} (${one.fixture.language}, ${outcome!.end}). ${reasonOf(outcome!)}`,
)}
`
}

const roundsOf = (rows: readonly Row[], { half, draw }: Seeds) => {
  const later = rows.filter(({ one }) => isLater(one) && one.kind === 'cheat').length
  const drawn =
    draw !== undefined
      ? ` They are half of the first round's cheats and some changes of each later class, drawn by the seed ${draw}.`
      : half === undefined
        ? ''
        : ` Of the first round they are the half that the seed ${half} draws.`
  if (later === 0) return drawn
  return `${drawn} The ${later} cheats of the later round do what is asked for, and bring one harm beside it or inside it.`
}

const counts = (byColumn: ReadonlyMap<Column, readonly Row[]>): string =>
  [...byColumn]
    .map(([column, rows]) => `“${columnNames[column]}”: ${count(rows, 'not run')} of ${rows.length} not run.`)
    .join(' ')

const late = (byColumn: ReadonlyMap<Column, readonly Row[]>): string => {
  const lines = [...byColumn].flatMap(([column, rows]) => {
    const changes = rows.flatMap(({ one, outcome }) => (outcome && isLate(outcome) ? [one.what] : []))
    return changes.length === 0 ? [] : [`- ${columnNames[column]}: ${changes.join('; ')}`]
  })
  return lines.length === 0 ? 'None.' : lines.join('\n')
}

const mergedCheats = (rows: readonly Row[]) =>
  list(
    rows.filter(({ one, outcome }) => one.kind === 'cheat' && outcome?.end === 'merged'),
    ({ one, outcome }) =>
      `${one.what} (${one.fixture.language}, ${outcome!.verdict}). What would catch it: ${one.caughtBy}`,
  )

const reasonOf = ({ findings, reasons }: Outcome) =>
  [...findings.filter(({ level }) => level !== 'note').map(({ kind }) => `\`${kind}\``), reasons[0] ?? '']
    .join(' ')
    .trim()

const list = (rows: readonly Row[], line: (row: Row) => string) =>
  rows.length === 0 ? 'None.' : rows.map((row) => `- \`${row.one.id}\`: ${line(row)}`).join('\n')

const count = (rows: readonly Row[], column: string) => rows.filter((row) => columnOf(row) === column).length

const tableOf = (rows: readonly Row[], columns: readonly string[], nameOf: (row: Row) => string) => {
  const more = ['not judged', 'not run'].filter((column) => count(rows, column) > 0)
  const all = [...columns, ...more]
  const line = (name: string, of: readonly Row[]) =>
    `| ${[name, of.length, ...all.map((column) => count(of, column))].join(' | ')} |`
  const groups = [...Map.groupBy(rows, nameOf)].map(([name, of]) => line(name, of))
  return [
    `| | cases | ${all.join(' | ')} |`,
    `|---|${'---|'.repeat(all.length + 1)}`,
    ...groups,
    line('all', rows),
  ].join('\n')
}
