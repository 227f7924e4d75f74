/** A check of the evidence, as far as the table shows it. */
export interface Check {
  readonly name: string
  readonly phase: string
  readonly outcome: string
  readonly log: string | null
  readonly tests: { readonly total: number; readonly passed: number; readonly runner: string } | null
}

export interface Result {
  readonly name: string
  /** `yes`, or what the command line printed when it stopped. */
  readonly imported: string
  readonly verdict: string
  readonly reasons: readonly string[]
  readonly checks: readonly Check[]
  readonly tookMs: number
}

export const tableHead =
  '| repository | imported | setup | checks after the change | verdict | seconds |\n|---|---|---|---|---|---|'

export const rowOf = ({ name, imported, checks, verdict, reasons, tookMs }: Result): string => {
  const after = checks.filter(({ phase }) => phase === 'task')
  const setup = after.find((check) => check.name === 'setup') ?? checks.find((check) => check.name === 'setup')
  const others = after.filter((check) => check.name !== 'setup')
  const cells = [
    name,
    imported === 'yes' ? 'yes' : lastLine(imported),
    setup === undefined ? 'nothing to do' : setupText(setup),
    others.length === 0 ? reasons.join(' ') : others.map(checkText).join(', '),
    verdict,
    (tookMs / 1_000).toFixed(0),
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

const lastLine = (text: string) => text.trim().split('\n').at(-1)!

const setupText = ({ outcome, log }: Check) => {
  const first = (log ?? '').split('\n', 1)[0]!
  if (outcome !== 'passed') return first === '' ? outcome : first
  return first.startsWith('The packages of ') ? first : 'passed'
}

const checkText = ({ name, outcome, tests }: Check) => {
  const count = tests === null ? '' : ` (${tests.passed} of ${tests.total} tests passed, ${tests.runner})`
  return `${name} ${outcome}${count}`
}
