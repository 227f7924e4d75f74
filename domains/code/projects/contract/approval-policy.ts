import { Type } from 'typebox'

const hours = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 8_760, description, examples: [24] }))

/** How long requests of a project wait; without end where nobody says anything. */
export const ApprovalPolicy = Type.Object(
  {
    remindEveryHours: hours('Who can decide on a request that waits is reminded by mail so often; 0 for never'),
    expireAfterHours: hours(
      'A request that nobody decided on so long is cancelled, and its run ends as if it had been denied; 0 for never',
    ),
  },
  { additionalProperties: false, description: 'How long requests of this project wait' },
)
