import { judgeFindings } from '../../../domains/code/imports/rules.ts'
import type { Manifest } from '../../../execution/repositories/index.ts'
import { failed } from '../failure.ts'
import type { Session } from '../session.ts'
import { canAsk, confirm } from '../terminal/ask.ts'
import { counted, listed, printable } from '../terminal/text.ts'
import type { Source } from './source.ts'

export interface ReviewOptions {
  /** Undefined asks the person. */
  readonly onFindings?: 'keep' | 'stop' | undefined
  /** Nothing is asked. */
  readonly yes?: boolean | undefined
}

const rowsMost = 40

/**
 * Shows the findings of the scan, each value masked, and lets the person decide before anything leaves the machine.
 * Returns how the import treats findings; ends the command if they stop it, or without a person to review them.
 */
export const reviewImport = async (
  { output, signal }: Session,
  { leftOut }: Pick<Source, 'leftOut'>,
  { findings }: Pick<Manifest, 'findings'>,
  { onFindings, yes = false }: ReviewOptions,
): Promise<'preserve' | 'abort_on_findings'> => {
  if (leftOut.length > 0)
    output.say(`Left out: ${listed(leftOut.map(({ path, reason }) => `${printable(path)} (${reason})`))}`)
  if (findings.length === 0) return onFindings === 'stop' ? 'abort_on_findings' : 'preserve'
  const { current, past, examples, asks } = judgeFindings(findings)
  if (current.length > 0) for (const line of ['Found in the newest commit:', ...tableOf(current)]) output.say(line)
  if (past.length > 0) output.say(pastText(past, !yes && onFindings !== 'keep'))
  if (examples.length > 0) output.say(examplesText(examples.length))
  if (!asks && onFindings !== 'stop') return 'preserve'
  const toReview = onFindings === 'stop' ? findings : [...current, ...past].flat()
  const found = `The history holds ${findingsText(toReview)}`
  if (onFindings === 'stop') {
    const message = `${found}. Nothing was imported. ${removalAdvice}, or import with --on-findings keep.`
    throw failed('findings_present', message, { findings })
  }
  warnAboutSecrets(output, toReview)
  if (yes || onFindings === 'keep') return 'preserve'
  if (!canAsk()) {
    const message = `${found}. Nobody is here to review them, and nothing was imported. ${removalAdvice}, or import with --yes.`
    throw failed('review_needed', message, { findings })
  }
  if (await confirm('Import it with them?', signal)) return 'preserve'
  throw failed('not_confirmed', 'Nothing was imported.', { findings })
}

export const removalAdvice = 'Take out of the history what does not belong there, and make its secrets invalid'

type Finding = Manifest['findings'][number]

const examplesText = (count: number) =>
  `In comments, documentation, tests or examples, or placeholders, and not asked about: ${counted(count, 'finding')}.`

const pastText = (groups: readonly (readonly Finding[])[], isAsked: boolean) => {
  const places = listed(groups.map(([finding]) => `${placeOf(finding!)} (${finding!.rule})`))
  return `Only in older commits: ${counted(groups.length, 'finding')}${isAsked ? `, ${places}` : ''}; --json names them all.`
}

/** `2 things to review: .env:3 (aws), film.mov (large-file)` */
export const findingsText = (findings: Manifest['findings']): string => {
  const { current, past, outgrown, examples } = judgeFindings(findings)
  const groups = [...current, ...past, ...outgrown, ...examples]
  const where = groups.map(([finding]) => `${placeOf(finding!)} (${finding!.rule})`)
  return `${counted(groups.length, 'thing')} to review: ${listed(where)}`
}

/** The consequence of keeping findings with secrets among them. */
export const warnAboutSecrets = (output: Session['output'], findings: Manifest['findings']): void => {
  if (findings.some(({ masked }) => masked !== ''))
    output.say('Whoever may read the project can read these. Make invalid what is a secret in use.')
}

/** Where it is; a finding about a whole file has no value to show and no line. */
const placeOf = ({ path, pathBase64, line, masked }: Finding) =>
  `${printable(path ?? pathBase64)}${masked === '' ? '' : `:${line}`}`

/** One line for each kind and value in a file, in columns, below their names. */
export const tableOf = (groups: readonly (readonly Finding[])[]): string[] => {
  const rows = groups.slice(0, rowsMost).map(([finding, ...more]) => {
    const place = placeOf(finding!) + (more.length === 0 ? '' : ` and ${counted(more.length, 'other place')}`)
    return [finding!.rule, finding!.masked, finding!.commitSha.slice(0, 12), place]
  })
  const table = [['rule', 'value', 'commit', 'place'], ...rows]
  const widths = table[0]!.map((_cell, at) => Math.max(...table.map((row) => row[at]!.length)))
  const lines = table.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at]!)).join('  ')}`.trimEnd())
  return groups.length > rowsMost ? [...lines, `  and ${groups.length - rowsMost} more; --json names them all`] : lines
}
