import { Type } from 'typebox'
import { oneOf } from '../../../../platform/contract/schema.ts'

export const shippedWords = ['nothing', 'deploy'] as const

/** The effects of a client's approval of a deliverable. */
export const DeliveryPolicy = Type.Object(
  {
    onApproval: Type.Optional(
      oneOf(shippedWords, {
        description:
          'The effect of the approval of a deliverable: nothing, or its commit goes to production once every reviewer approved',
      }),
    ),
  },
  { additionalProperties: false, description: 'What follows when a client approves a deliverable' },
)
