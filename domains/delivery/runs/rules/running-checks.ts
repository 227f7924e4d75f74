import type { Static } from 'typebox'
import type { RunDiagnostics } from '../../cycles/contract/diagnostics.ts'

interface Step {
  readonly name: string
  readonly status: string
  readonly endedAt: unknown
}

interface Facts<S extends Step> extends Pick<Static<typeof RunDiagnostics>, 'earlierChecks'> {
  readonly steps: readonly S[]
}

/** The tree under the checks of a step: the base, the change of a task, or the merged result of a cycle. */
const overOfStep = { plan: 'base', 'check-base': 'base', 'check-task': 'change', verify: 'result' } as const

/**
 * The step of a run that sets up and checks now or next, with how long the setup and each check took the last time;
 * undefined at other steps, and while it waits for a sandbox. Until a change was checked, the durations are the base's.
 */
export const runningChecks = <S extends Step>({ steps, earlierChecks = [] }: Facts<S>) => {
  const step = steps.find(({ name, status, endedAt }) => name in overOfStep && status !== 'parked' && endedAt === null)
  if (!step) return undefined
  const over = overOfStep[step.name as keyof typeof overOfStep]
  const of = (phase: 'base' | 'task') => earlierChecks.filter((check) => check.phase === phase)
  const after = of('task')
  return { step, over, checks: over === 'base' || after.length === 0 ? of('base') : after }
}
