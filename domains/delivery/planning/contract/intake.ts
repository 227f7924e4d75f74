import { Type } from 'typebox'
import { Id, maybe, namedObject, oneOf } from '../../../../platform/contract/schema.ts'

/** The kind of a proposal, in a word. The intake agent chooses one of these and adds no words of its own. */
export const intakeKinds = ['fault', 'security', 'feature', 'wording', 'upkeep', 'unclear'] as const

export const RoadmapIntake = namedObject('RoadmapIntake', {
  kind: maybe(
    Type.Unsafe<(typeof intakeKinds)[number]>({
      ...oneOf(intakeKinds),
      description: 'The subject of the proposal; null if it could not be sorted',
    }),
  ),
  urgency: maybe(Type.Integer({ minimum: 2, maximum: 4, description: 'The tier that was chosen for it' })),
  duplicateOf: maybe(Type.String({ ...Id, description: 'A cycle that asks for the same; null without one' })),
  reason: Type.String({ examples: ['It reports that something does not work as it should.'] }),
})
