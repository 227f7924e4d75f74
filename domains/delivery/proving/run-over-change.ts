import type { CheckRow } from '../checks/index.ts'
import { runChecks, type StepWork } from '../workbench/index.ts'
import { failsSince, passedAgain } from './rules-checks.ts'

type Ran = Pick<CheckRow, 'name' | 'outcome' | 'report'>

/**
 * Runs checks over a change. A check that fails although the base passed it is repeated in fresh files: a test that
 * passes then is flaky, which is no fault of the change. Derived checks beside the tests do not change when repeated.
 */
export const runOverChange = async (
  stepWork: StepWork,
  base: readonly Ran[],
  asked: Parameters<typeof runChecks>[1],
): Promise<CheckRow[]> => {
  const rows = await runChecks(stepWork, asked)
  const onBase = new Map(base.map((row) => [row.name, row]))
  const first = new Map(rows.map((row) => [row.name, row]))
  const checks = asked.checks.filter(({ name, wallMs }) => {
    const row = first.get(name)
    return wallMs === undefined && row !== undefined && failsSince(onBase.get(name), row)
  })
  if (checks.length === 0) return rows
  const { commit, phase, measuring } = asked
  const again = await runChecks(stepWork, { commit, phase, checks, ...(measuring && { measuring }) })
  return rows.map((row) => {
    const second = checks.some(({ name }) => name === row.name) && again.find(({ name }) => name === row.name)
    return second ? passedAgain(onBase.get(row.name), row, second) : row
  })
}
