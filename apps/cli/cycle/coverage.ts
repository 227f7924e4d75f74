import { listed, printable } from '../terminal/text.ts'
import type { Evidence } from './evidence.ts'

type Check = Evidence['checks'][number]
type CheckCoverage = NonNullable<Check['coverage']>

/** Which lines the checks ran over the change, as they report it; none if no check measures. */
export const coverageLines = (checks: readonly Check[]): string[] => {
  const measured = checks.filter(({ phase, coverage }) => phase === 'task' && coverage !== null)
  if (measured.length === 0) return []
  return ['Lines that the checks ran, as they report it:', ...measured.flatMap((check) => linesOf(check, checks))]
}

const linesOf = ({ name, coverage }: Check, checks: readonly Check[]): string[] => {
  const before = checks.find((one) => one.name === name && one.phase === 'base')?.coverage
  const { changed } = coverage!
  const missed = (changed?.missed ?? []).map(({ path, lines }) => `${path}:${lines.map(rangeText).join(',')}`)
  return [
    `  ${printable(name)}: ${coverageText(coverage!)}${shareOf(before, ' before the change')}`,
    ...(missed.length > 0 ? [`    not run: ${listed(missed.map(printable))}`] : []),
    ...(changed && changed.notMeasured.length > 0
      ? [`    not in the report: ${listed(changed.notMeasured.map(printable))}`]
      : []),
  ]
}

/** `14 of 16 changed lines, 82.0 % of all` */
export const coverageText = (coverage: CheckCoverage): string => {
  const { changed, problem } = coverage
  if (problem !== null) return `not measured. ${printable(problem)}`
  const ofChange = changed ? `${changed.linesCovered} of ${changed.linesTotal} changed lines, ` : ''
  return `${ofChange}${coverage.linesTotal === 0 ? 'no line in all' : `${percent(coverage)} of all`}`
}

const shareOf = (coverage: CheckCoverage | null | undefined, when: string) =>
  coverage?.problem === null && coverage.linesTotal > 0 ? `, ${percent(coverage)}${when}` : ''

const percent = ({ linesCovered, linesTotal }: CheckCoverage) => `${((100 * linesCovered) / linesTotal).toFixed(1)} %`

const rangeText = ({ from, to }: { readonly from: number; readonly to: number }) =>
  from === to ? `${from}` : `${from}-${to}`
