import { Type } from 'typebox'
import { oneOf } from '../../../../platform/contract/schema.ts'

/** How proposals are taken in. */
export const Intake = Type.Object(
  {
    sort: Type.Optional(
      Type.Unsafe<'on' | 'off'>({
        ...oneOf(['on', 'off']),
        description:
          'Whether the intake agent sorts what is proposed: how urgent it is, and whether it is known already',
        default: 'off',
      }),
    ),
  },
  { additionalProperties: true },
)
