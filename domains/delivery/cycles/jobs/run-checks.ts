import type { EffectContext } from '../../../../platform/jobs/index.ts'
import type { CheckRow } from '../../tasks/index.ts'
import type { Check } from '../checks.ts'
import type { CycleParts } from './parts.ts'
import { runCheck } from './run-check.ts'
import { withSandbox, withWorktree } from './sandboxed.ts'
import { setUp } from './set-up.ts'
import { readPlan } from '../setup/read-plan.ts'
import type { Work } from './work.ts'

interface Asked {
  readonly commit: string
  readonly phase: CheckRow['phase']
  readonly checks: readonly Check[]
}

/**
 * Sets the files of a commit up and runs the project's checks over them, one after the other, without a network. Where
 * there is neither a check nor anything to set up, no files are laid out at all.
 */
export const runChecks = async (
  parts: CycleParts,
  context: EffectContext,
  work: Work,
  asked: Asked,
): Promise<CheckRow[]> => {
  const plan = await readPlan(parts, work, asked.commit)
  if (!plan && asked.checks.length === 0) return []
  return withWorktree(parts, context, work, asked.commit, async (worktree) => {
    const setup = plan && (await setUp(parts, context, work, worktree, { ...asked, plan }))
    const rows: CheckRow[] = setup ? [setup.check] : []
    if (asked.checks.length === 0) return rows
    if (setup?.isOwn && setup.check.outcome !== 'passed')
      return [...rows, ...asked.checks.map((check) => notSetUp(asked.phase, check))]
    await withSandbox(
      parts,
      worktree,
      { environment: setup?.environment ?? work.environment.variables },
      async (sandbox) => {
        for (const check of asked.checks)
          rows.push(await runCheck(sandbox, context.signal, { ...check, phase: asked.phase }))
      },
    )
    return rows
  })
}

const notSetUp = (phase: CheckRow['phase'], { name, command }: Check): CheckRow => ({
  name,
  command,
  phase,
  outcome: 'could_not_run',
  exitCode: null,
  stoppedBy: null,
  durationMs: 0,
  log: 'Not run, because the setup command failed.',
  report: null,
})
