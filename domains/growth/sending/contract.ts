import { Type } from 'typebox'
import { bytes, conflict, contract, operation } from '../../../platform/contract/index.ts'
import { namedObject } from '../../../platform/contract/schema.ts'
import { noVault } from '../../code/secrets/contract/refusals.ts'
import { ofPlay } from '../plays/contract/shared.ts'
import { updateGrowthLead } from './contract/lead-status.ts'
import { GrowthPlayRead, GrowthTestSent, TestGrowthPlay } from './contract/schemas.ts'
import { showGrowthUnsubscribe, unsubscribeFromGrowth } from './contract/unsubscribe.ts'

export * from './contract/lead-status.ts'
export * from './contract/unsubscribe.ts'

export const getGrowthPlay = operation({
  method: 'GET',
  path: '/v1/api/growth/plays/{playId}',
  summary: 'Show a play with its results, its last run of drafts and its missing needs',
  reach: 'call',
  access: ofPlay,
  effect: 'outside',
  replies: { 200: GrowthPlayRead },
  audit: { refusals: 'growth_play.get' },
  reads: {
    growth_play: 'all',
    growth_message: 'all',
    growth_lead: 'all',
    growth_draft_run: 'all',
    growth_mailbox: 'all',
    growth_settings: 'all',
  },
})

export const testGrowthPlay = operation({
  method: 'POST',
  path: '/v1/api/growth/plays/{playId}/test',
  summary: 'Send one mail of a play to yourself',
  reach: { page: '/growth/plays/{playId}' },
  access: ofPlay,
  body: TestGrowthPlay,
  effect: 'outside',
  replay: false,
  replies: { 200: GrowthTestSent },
  errors: {
    noVault,
    noStep: conflict({
      code: 'growth_play_step_missing',
      message: 'This play has no such mail, or it is not written for that lead.',
    }),
    noPostalAddress: conflict({
      code: 'growth_postal_address_missing',
      message: 'Every mail shows the postal address of its sender. Set it in the growth settings first.',
    }),
    noMailbox: {
      status: 503,
      code: 'growth_sending_not_set_up',
      message: 'No mailbox of this play can send. Connect one, or wait until tomorrow where its limit is reached.',
    },
    refused: {
      status: 502,
      code: 'growth_mail_refused',
      message: 'The mailbox did not take the mail. Its page has the reason.',
      details: namedObject('GrowthMailRefused', {
        reason: Type.String({ description: 'The answer of the mail server.', examples: ['550 No such user'] }),
      }),
    },
  },
  audit: { action: 'growth_play.test', category: 'execute' },
  touches: ['growth_play'],
})

export const exportGrowthResults = operation({
  method: 'GET',
  path: '/v1/api/growth/plays/{playId}/results',
  summary: 'Export what became of each lead of a play as comma-separated values',
  reach: 'transfer',
  access: { ...ofPlay, scope: 'write' },
  replies: { 200: bytes('text/csv', { 'content-disposition': 'attachment; filename="play.csv"' }) },
  audit: { action: 'growth_play.export', category: 'export', severity: 'notice' },
})

export const growthSending = contract({
  getGrowthPlay,
  testGrowthPlay,
  exportGrowthResults,
  updateGrowthLead,
  showGrowthUnsubscribe,
  unsubscribeFromGrowth,
})
