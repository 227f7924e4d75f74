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

const kindReasons: Readonly<Record<IntakeKind, string>> = {
  fault: 'It reports that something does not work as it should.',
  security: 'It is about security.',
  feature: 'It asks for something new.',
  wording: 'It is about words or appearance.',
  upkeep: 'It is upkeep that users do not see.',
  unclear: 'It does not say what is wanted.',
}
const noteReasons: Readonly<Record<IntakeNote, string>> = {
  no_agent: 'It was not sorted: no intake agent is active.',
  no_model: 'It was not sorted: the model of the intake agent cannot be used.',
  no_answer: 'It was not sorted: the model of the intake agent gave no answer.',
  unreadable: 'It was not sorted: the model gave no choice that can be read, asked twice.',
  failed: 'It was not sorted: something went wrong on our side.',
}

/** The sentence about it for people: our own words, since a model's words could come from the proposal. */
export const intakeReason = (sorted: IntakeResult): string =>
  'note' in sorted
    ? noteReasons[sorted.note]
    : [kindReasons[sorted.kind], ...(sorted.duplicateOf === null ? [] : ['Another cycle asks for the same.'])].join(' ')
