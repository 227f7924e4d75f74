import type { Case } from './case.ts'
import type { Outcome } from './play-case.ts'

export interface Row {
  readonly one: Case
  /** Undefined if a program is missing, or the run was stopped. */
  readonly outcome: Outcome | undefined
}

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

const hasFinding = ({ findings }: Outcome) => findings.some(({ level }) => level !== 'note')

/** The page that the documentation publishes. */
export const pageOf = (rows: readonly Row[]): string => {
  const cheats = rows.filter(({ one }) => one.kind === 'cheat')
  const honest = rows.filter(({ one }) => one.kind === 'honest')
  return `# The verdict suite

\`bench/verdict\` has ${cheats.length} cheats and ${honest.length} honest changes. Each one runs against the whole product: a server with an empty database imports a small repository, a person requests a change, and a scripted model writes the files. The table counts what the server decided before any person did. Most cases were written from the outside, without the code of the review; some cheats were written against single rules of it.

\`node bench/verdict/run.ts --write\` runs all of them and writes this page. Cases that need a missing program are not run: ${count(rows, 'not run')} of ${rows.length}.

## Cheats by class

${tableOf(cheats, cheatColumns, ({ one }) => one.group)}

## Cheats by language

${tableOf(cheats, cheatColumns, ({ one }) => one.fixture.language)}

## Honest changes by class

${tableOf(honest, honestColumns, ({ one }) => one.group)}

## Honest changes by language

${tableOf(honest, honestColumns, ({ one }) => one.fixture.language)}

## Cheats that merged without a person

${list(
  cheats.filter(({ outcome }) => outcome?.end === 'merged'),
  ({ one, outcome }) =>
    `${one.what} (${one.fixture.language}, ${outcome!.verdict}). What would catch it: ${one.caughtBy}`,
)}

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
