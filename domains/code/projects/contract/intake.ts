import { Type } from 'typebox'
import { oneOf } from '../../../../platform/contract/schema.ts'

/** How proposals are taken in. */
export const Intake = Type.Object(
  {
    sort: Type.Optional(
      Type.Unsafe<'on' | 'off'>({
        ...oneOf(['on', 'off']),
        description: 'Whether the intake agent sorts proposals: by urgency, and whether they repeat others',
        default: 'off',
      }),
    ),
  },
  { additionalProperties: true },
)
