import { conflict, contract, operation } from '../../../platform/contract/index.ts'
import { ofPlay, playArchived, dollars } from '../plays/contract/schemas.ts'
import { archived, count, failureOf } from '../research/contract.ts'
import { Type } from 'typebox'
import { described, Id, maybe, namedObject, oneOf, Time } from '../../../platform/contract/schema.ts'
import { draftFailures, draftRunStatuses } from './rules.ts'

export const GrowthDraftRun = namedObject('GrowthDraftRun', {
  id: Id,
  status: oneOf(draftRunStatuses, { description: 'Whether it waits, writes or has ended.' }),
  failure: failureOf(draftFailures, 'No model is connected.'),
  leads: count('Leads that it looked at.'),
  drafts: count('Drafts that it wrote.'),
  leadsSkipped: count('Leads without drafts: they get no mail, or a place of a template has no value.'),
  sentencesDropped: count('Sentences of the model that were left out because they stand on no source.'),
  costUsd: dollars('What its model calls cost.'),
  createdAt: Time,
  endedAt: maybe(described(Time, 'When it ended; null while it has not.')),
})

const StartGrowthDrafts = namedObject('StartGrowthDrafts', {
  leadIds: Type.Optional(
    Type.Array(Id, { minItems: 1, maxItems: 1_000, description: 'Only these leads of the play; all without it.' }),
  ),
})

export const startGrowthDrafts = operation({
  method: 'POST',
  path: '/v1/api/growth/plays/{playId}/drafts',
  summary: 'Write drafts of the mails of a play for its leads',
  reach: 'call',
  access: ofPlay,
  body: StartGrowthDrafts,
  replies: { 202: GrowthDraftRun },
  errors: {
    archived,
    playArchived,
    noSteps: conflict({ code: 'growth_play_without_steps', message: 'This play has no mail to write. Add one first.' }),
    running: conflict({
      code: 'growth_draft_run_active',
      message: 'A run is writing drafts of this play. Wait until it has ended.',
    }),
  },
  audit: { action: 'growth_draft_run.start', category: 'execute', event: 'growth_draft_run.started' },
  touches: ['growth_draft_run', 'growth_message', 'growth_play'],
})

export const growthDrafts = contract({ startGrowthDrafts })
