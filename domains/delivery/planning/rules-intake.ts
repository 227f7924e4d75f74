import { sentence } from '../sentences/index.ts'
import type { intakeKinds } from './contract/project-run.ts'

export { intakeKinds } from './contract/project-run.ts'
export type IntakeKind = (typeof intakeKinds)[number]

/** Why nothing was sorted. */
export const intakeNotes = ['no_agent', 'no_model', 'no_answer', 'unreadable', 'failed'] as const
export type IntakeNote = (typeof intakeNotes)[number]

/** The tier of a draft that was not sorted. */
export const plainUrgency = 3
/** The most and the least urgent tier that the intake agent may choose: the first tier is only for people. */
export const sortedUrgencies = { from: 2, to: 4 } as const

/** The choice of the intake agent; `duplicateOf` is a cycle with the same request. */
export interface IntakeChoice {
  readonly kind: IntakeKind
  readonly urgency: number
  readonly duplicateOf: string | null
}
export type IntakeResult = IntakeChoice | { readonly note: IntakeNote }

/** The sentence about it for people: our own words, since a model's words could come from the proposal. */
export const intakeReason = (sorted: IntakeResult): string =>
  'note' in sorted
    ? sentence(`unsorted_${sorted.note}`)
    : [sentence(`sorted_${sorted.kind}`), ...(sorted.duplicateOf === null ? [] : [sentence('sorted_duplicate')])].join(
        ' ',
      )
