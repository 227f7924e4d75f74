import { Type } from 'typebox'
import { Id, maybe, namedObject, Time } from '../../../../platform/contract/schema.ts'
import { count, dollars, time, word } from '../../plays/contract/schemas.ts'
import { draftFailures, draftRunStatuses } from '../rules.ts'

export const GrowthDraftRun = namedObject('GrowthDraftRun', {
  id: Id,
  status: word(draftRunStatuses, 'Whether it waits, writes or has ended.'),
  failure: maybe(
    Type.Object(
      {
        code: word(draftFailures, 'For programs.'),
        message: Type.String({ description: 'A sentence for people.', examples: ['No model is connected.'] }),
      },
      { description: 'Why it failed; null if it did not.' },
    ),
  ),
  leads: count('Leads that it looked at.'),
  drafts: count('Drafts that it wrote.'),
  leadsSkipped: count('Leads without drafts: they get no mail, or a place of a template has no value.'),
  sentencesDropped: count('Sentences of the model that were left out because they stand on no source.'),
  costUsd: dollars('What its model calls cost.'),
  createdAt: Time,
  endedAt: maybe(time('When it ended; null while it has not.')),
})

export const StartGrowthDrafts = namedObject('StartGrowthDrafts', {
  leadIds: Type.Optional(
    Type.Array(Id, { minItems: 1, maxItems: 1_000, description: 'Only these leads of the play; all without it.' }),
  ),
})
