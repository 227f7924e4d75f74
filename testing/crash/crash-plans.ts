import { lengthOf } from '../soak.ts'
import { gatedSteps, steps } from './crash-scene.ts'
import type { CrashPoint } from './traps.ts'

/** Where a process dies or is frozen. */
export interface CrashPlan {
  readonly step: string
  readonly place: CrashPoint | 'in its command'
}

const places: readonly CrashPoint[] = ['claiming', 'claimed', 'committing']
const everywhere: readonly CrashPlan[] = [
  ...steps.flatMap((step) => places.map((place) => ({ step, place }))),
  ...gatedSteps.map((step) => ({ step, place: 'in its command' as const })),
  { step: 'build-task', place: 'in a model call' },
]

/** The deaths that a suite tries: those that it chose, and with `--soak` one at every place of every step. */
export const crashPlans = (chosen: readonly CrashPlan[]): readonly CrashPlan[] =>
  lengthOf({ daily: chosen, soak: everywhere })
