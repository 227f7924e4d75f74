import { jsonWithin } from '../../../../packages/foreign-json/index.ts'
import Type from 'typebox'
import { oneOf } from '../../../../platform/contract/schema.ts'
import { checkLater } from '../../../../platform/validation/check-later.ts'
import { intakeKinds, plainUrgency, sortedUrgencies, type IntakeChoice } from '../rules-intake.ts'

const isAnswer = checkLater(
  Type.Object(
    {
      kind: oneOf(intakeKinds),
      urgency: Type.Integer({ minimum: sortedUrgencies.from, maximum: sortedUrgencies.to }),
      duplicateOf: Type.Union([Type.Null(), Type.Integer({ minimum: 1 })]),
    },
    { additionalProperties: false },
  ),
)

/** The choice in an answer, or undefined without one: `others` are the cycles that it was shown, from 1. */
export const readSorting = (text: string, others: readonly string[]): IntakeChoice | undefined => {
  const value = jsonWithin(text)
  if (!isAnswer.Check(value)) return undefined
  const { kind, urgency, duplicateOf } = value
  if (duplicateOf === null) return { kind, urgency, duplicateOf }
  const other = others[duplicateOf - 1]
  return other === undefined ? undefined : { kind, urgency, duplicateOf: other }
}

/** The choice that the `intake` block of a description holds for the offline model. Undefined if it cannot be read. */
export const offlineSorting = ([block]: readonly string[], others: readonly string[]): IntakeChoice | undefined =>
  block === undefined ? { kind: 'unclear', urgency: plainUrgency, duplicateOf: null } : readSorting(block, others)
