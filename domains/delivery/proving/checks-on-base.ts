import { checkFiles } from '../../../execution/setup/index.ts'
import type { CheckRow } from '../checks/index.ts'
import { type Check, type CycleParts, readTexts, runChecks, type StepWork, type Work } from '../workbench/index.ts'
import { checksFor, combineRuns, mayPassAgain } from './rules-checks.ts'

/** Runs the checks of a project over a base, and again those that do not pass there. */
export const checksOnBase = async (stepWork: StepWork, commit: string): Promise<readonly CheckRow[]> => {
  const { parts, work } = stepWork
  const checks = checksFor(work.runtime, await readCheckFiles(parts, work, commit))
  return runTwice(stepWork, { commit, checks })
}

interface BaseChecks {
  readonly commit: string
  readonly checks: readonly Check[]
}

/** A check that does not pass is repeated in fresh files: the gate is not taken away by chance. */
const runTwice = async (stepWork: StepWork, { commit, checks }: BaseChecks) => {
  const at = { commit, phase: 'base' as const, measuring: {} }
  const rows: readonly CheckRow[] = await runChecks(stepWork, { ...at, checks })
  // A derived check that the base does not pass is no gate, and is not worth a second wait.
  const failing = rows
    .filter((row) => mayPassAgain(row) && checks.find(({ name }) => name === row.name)?.wallMs === undefined)
    .map(({ name }) => name)
  if (failing.length === 0) return rows
  const again = await runChecks(stepWork, {
    ...at,
    checks: checks.filter(({ name }) => failing.includes(name)),
  })
  return rows.map((row) => {
    const other = failing.includes(row.name) && again.find(({ name }) => name === row.name)
    return other ? combineRuns(row, other) : row
  })
}

const readCheckFiles = async ({ repositories }: CycleParts, { repository }: Work, commit: string) => {
  const texts = await readTexts(repositories, repository.id, commit, checkFiles)
  const found = checkFiles.map((path, at) => [path, texts[at]] as const)
  return Object.fromEntries(found.filter(([, content]) => content !== undefined))
}
