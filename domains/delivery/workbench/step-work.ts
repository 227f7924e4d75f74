import type { EffectContext } from '../../../platform/jobs/index.ts'
import type { CycleParts } from './parts.ts'
import type { TaskWork, Work } from './work.ts'

/** What a step works with, made once in its effect: the installation, its own context, and what it found in the tables. */
export interface StepWork<Found extends Work = TaskWork, Payload extends object = object> {
  readonly parts: CycleParts
  readonly context: EffectContext<Payload>
  readonly work: Found
}
