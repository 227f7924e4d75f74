import type { EffectContext } from '../../../platform/jobs/index.ts'
import type { CycleParts } from './parts.ts'
import type { TaskWork, Work } from './work.ts'

/**
 * The values that a step hands to the functions that it calls, made once in its effect: `parts` of the server
 * (repositories, sandboxes, models), the engine's `context` (run, step, key, signal), and `work`, the rows it loaded
 * (cycle, task, project).
 */
export interface StepWork<Found extends Work = TaskWork, Payload extends object = object> {
  readonly parts: CycleParts
  readonly context: EffectContext<Payload>
  readonly work: Found
}
