import { Type } from 'typebox'

/** A wait: a year at most. */
export const hours = { minimum: 0, maximum: 8_760, examples: [24] }
const optionalHours = (description: string) => Type.Optional(Type.Integer({ ...hours, description }))

/** How long requests of a project wait; without end by default. */
export const ApprovalPolicy = Type.Object(
  {
    remindEveryHours: optionalHours('Who can decide on a request that waits is reminded by mail so often; 0 for never'),
    expireAfterHours: optionalHours(
      'A request that stays undecided for this long is cancelled, and its run ends as if it had been denied; 0 for never',
    ),
  },
  { additionalProperties: false, description: 'How long requests of this project wait' },
)
