import { conflict, contract, operation } from '../../../platform/contract/index.ts'
import { archived, ofPlay, playArchived } from '../plays/contract/shared.ts'
import { GrowthDraftRun, StartGrowthDrafts } from './contract/schemas.ts'

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
