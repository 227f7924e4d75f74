import { Type } from 'typebox'
import { oneOf } from '../../../../platform/contract/schema.ts'

/** How requests become tasks. */
export const Planning = Type.Object(
  {
    model: Type.Optional(
      Type.Unsafe<'on' | 'off'>({
        ...oneOf(['on', 'off']),
        description: 'Whether a model cuts large requests into tasks. By default the setting of the instance',
      }),
    ),
    tasksAtOnce: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20,
        default: 3,
        description: 'How many tasks of the project are carried out at once, over all of its cycles',
      }),
    ),
  },
  { additionalProperties: false },
)
