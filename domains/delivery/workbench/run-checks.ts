import type { CheckRow } from '../checks/index.ts'
import { notRun, type Check } from './check.ts'
import type { FileKeeper } from './artifacts/keep-files.ts'
import { openCheckSecrets } from './declared-secrets.ts'
import type { Measuring } from './read-coverage.ts'
import { runCheck, modifiedSinceMs } from './run-check.ts'
import { withWorktree } from './with-worktree.ts'
import { nothingToSetUp, setUp } from './set-up.ts'
import { readNeeds, readPlan } from './setup/read-needs.ts'
import { joinLogs, withSandbox } from '../../../execution/packages/index.ts'
import type { Worktree } from '../../../execution/repositories/index.ts'
import type { StepWork } from './step-work.ts'

interface ChecksInput {
  readonly commit: string
  readonly phase: CheckRow['phase']
  readonly checks: readonly Check[]
  /** Keeps the files of checks; by default nothing is kept. */
  readonly keeper?: FileKeeper
  /** The checks whose coverage is read; without it none is. */
  readonly measuring?: Measuring
}

/** Runs the project's checks over a commit, in order and without a network; lays out no files if nothing is to do. */
export const runChecks = async (stepWork: StepWork, asked: ChecksInput): Promise<CheckRow[]> => {
  const { parts, context, work } = stepWork
  const { phase, keeper, measuring } = asked
  const plan = await readPlan(stepWork, asked.commit)
  if (!plan && asked.checks.length === 0) return []
  const { services, sentences } = await readNeeds(stepWork, asked.commit)
  // Verdicts take them from the row of the base.
  const needs = phase === 'base' ? sentences : []
  const checkIn = async (worktree: Worktree) => {
    const setup = plan && (await setUp(stepWork, worktree, { ...asked, plan, needs }))
    const rows: CheckRow[] = setup ? [setup.check] : needs.length > 0 ? [nothingToSetUp(phase, needs)] : []
    if (asked.checks.length === 0) return rows
    if (setup?.isRequired && setup.check.outcome !== 'passed')
      return [...rows, ...asked.checks.map((check) => notRun(phase, check, 'Not run, because the setup failed.'))]
    const environment = { ...services.environment, ...(setup?.environment ?? work.environment.variables) }
    await withSandbox(parts, worktree, { environment }, async (sandbox) => {
      const secrets = openCheckSecrets(stepWork)
      for (const check of asked.checks) {
        const opened = await secrets.give(check)
        if ('refused' in opened) {
          rows.push(notRun(phase, check, opened.refused))
          continue
        }
        const masking = secrets.masking()
        const sinceMs = modifiedSinceMs()
        const run = { check: { ...check, phase }, secrets: opened.values, masking, measuring, services }
        const row = await runCheck(sandbox, context.signal, run)
        const left = { check: check.name, patterns: check.artifacts ?? [], sinceMs, masking }
        const filesSentence = await keeper?.take(sandbox, { ...left, hadSecrets: secrets.areHandedOut() })
        rows.push(filesSentence ? { ...row, log: joinLogs(row.log, filesSentence) } : row)
      }
    })
    return rows
  }
  return withWorktree(stepWork, asked.commit, checkIn, (rows) => rows.some(({ outcome }) => outcome !== 'passed'))
}
