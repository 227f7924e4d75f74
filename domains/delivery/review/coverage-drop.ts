import type { CheckCoverage, CheckRow } from '../checks/index.ts'
import type { ReviewFinding } from '../tasks/contract/verdict.ts'

type Row = Pick<CheckRow, 'outcome'> & Partial<Pick<CheckRow, 'coverage'>>

/** A fall of so many percentage points is a drop: the effect of a few lines in a small project does not count. */
const dropPoints = 1

/**
 * Reports a check that runs a smaller part of its lines over the change than before it, if both runs passed and were
 * measured. It names the file with the most additional lines that were not run; if none has any, run code was deleted,
 * and there is no report.
 */
export const coverageDrop = (name: string, base: Row, task: Row | undefined): readonly ReviewFinding[] => {
  const before = measured(base)
  const after = measured(task)
  if (!before || !after) return []
  const was = shareOf(before)
  const is = shareOf(after)
  const worst = mostMissed(before, after)
  if (was - is < dropPoints || !worst) return []
  const reason = `The check “${name}” runs ${is.toFixed(1)} % of the lines that it measures, and ran ${was.toFixed(1)} % before the change. Most of the difference is in ${worst}.`
  return [{ kind: 'coverage_dropped', level: 'note', path: worst, reason }]
}

const measured = (row: Row | undefined): CheckCoverage | undefined => {
  const coverage = row?.outcome === 'passed' ? row.coverage : undefined
  return coverage && coverage.fault === undefined && coverage.linesTotal > 0 ? coverage : undefined
}

const shareOf = ({ linesCovered, linesTotal }: CheckCoverage) => (100 * linesCovered) / linesTotal

const mostMissed = ({ missed: before = {} }: CheckCoverage, { missed: after = {} }: CheckCoverage) => {
  let worst: { readonly path: string; readonly more: number } | undefined
  for (const [path, count] of Object.entries(after)) {
    const more = count - (Object.hasOwn(before, path) ? before[path]! : 0)
    if (more > (worst?.more ?? 0)) worst = { path, more }
  }
  return worst?.path
}
