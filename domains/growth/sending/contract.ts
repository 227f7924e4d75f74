import { Type } from 'typebox'
import { bytes, conflict, contract, operation } from '../../../platform/contract/index.ts'
import { described, exampleText, Id, maybe, namedObject } from '../../../platform/contract/schema.ts'
import { noVault } from '../../code/secrets/contract/refusals.ts'
import { ofPlay, MissingNeeds, dollars, GrowthPlay } from '../plays/contract/schemas.ts'
import { updateGrowthLead } from './contract/lead-status.ts'
import { showGrowthUnsubscribe, unsubscribeFromGrowth } from './contract/unsubscribe.ts'
import { GrowthDraftRun } from '../drafts/contract.ts'
import { stepsMost } from '../plays/rules.ts'
import { count } from '../research/contract.ts'

export const GrowthPlayResults = namedObject('GrowthPlayResults', {
  leads: namedObject('GrowthPlayLeads', {
    new: count('Leads that are not queued.'),
    queued: count('Leads that wait for their mails, or have got some.'),
    ended: count('Leads that get no further mail of the play: they replied, opted out or cannot be written to.'),
    disqualified: count('Leads that get none.'),
  }),
  drafts: count('Mails that wait for approval.'),
  approved: count('Mails that wait until they are due.'),
  sent: count('Mails that were sent.'),
  delivered: count('Mails that were sent and did not bounce.'),
  unknown: count('Mails of which it is not known whether they went out.'),
  refused: count('Mails that a mail server refused.'),
  leadsWrittenTo: count('Leads that got a mail.'),
  leadsReplied: count('Leads that replied.'),
  interested: count('Leads whose reply shows interest.'),
  bounces: count('Mails that bounced.'),
  complaints: count('Mails that were complained about.'),
  optOuts: count('Leads that want no mail.'),
  lookupUsd: dollars('What look-ups of its leads cost.'),
  draftUsd: dollars('What its drafts cost.'),
  costPerReplyUsd: maybe(dollars('The cost for each lead that replied; null before the first.')),
  days: Type.Array(
    namedObject('GrowthPlayDay', {
      day: exampleText('The day in the workspace’s time zone.', '2026-11-25'),
      sent: count('Mails that were sent.'),
      replies: count('Replies that came.'),
    }),
    { description: 'The last 30 days, oldest first.' },
  ),
})

const GrowthPlayRead = namedObject('GrowthPlayRead', {
  play: GrowthPlay,
  missing: MissingNeeds,
  results: GrowthPlayResults,
  lastDraftRun: maybe(GrowthDraftRun),
})

const TestGrowthPlay = namedObject('TestGrowthPlay', {
  step: Type.Integer({ minimum: 1, maximum: stepsMost, description: 'Which mail of the sequence.', examples: [1] }),
  leadId: Type.Optional(
    described(
      Id,
      'A lead of the play, whose draft is sent if there is one; without it places are filled in with examples.',
    ),
  ),
})
const GrowthTestSent = namedObject('GrowthTestSent', {
  to: exampleText('The address of the caller.', 'ada@example.com'),
  mailboxId: described(Id, 'The mailbox that sent it.'),
})

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
        reason: exampleText('The answer of the mail server.', '550 No such user'),
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
