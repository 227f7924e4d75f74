import { Type } from 'typebox'
import { Id, maybe, namedObject, Time } from '../../../../platform/contract/schema.ts'

export const dollars = (description: string) => Type.Number({ minimum: 0, description, examples: [12.5] })
export const cap = (description: string) => maybe(dollars(`${description}; null without a cap.`))
export const reworks = (description: string) => Type.Integer({ minimum: 0, description, examples: [2] })

export const warnedPercent = Type.Unsafe<0 | 50 | 80 | 100>({
  type: 'integer',
  enum: [0, 50, 80, 100],
  examples: [80],
  description: 'The highest percentage of the cap that people were warned of; 0 before the first.',
})

/** Calls that were not sent, the newest first. */
export const refusals = Type.Array(
  namedObject('RefusedCall', {
    callId: Type.String({ ...Id, description: 'The call.' }),
    cycleId: maybe(Id),
    taskId: maybe(Id),
    model: Type.String({ description: 'The model that was to be asked.', examples: ['large'] }),
    code: Type.String({ description: 'Which cap refused it.', examples: ['project_cap_reached'] }),
    message: Type.String({
      description: 'Why, and what to do next.',
      examples: ["Raise the project's cap (costCapUsd), then run the cycle again."],
    }),
    refusedAt: Type.Unsafe<Date>({ ...Time, description: 'When it was refused.' }),
  }),
  { description: 'The newest calls that a cap refused, at most 10. They were not sent and cost nothing.' },
)
