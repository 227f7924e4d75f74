import { Type } from 'typebox'
import { maybe, namedObject } from '../../../../platform/contract/schema.ts'
import { GrowthDraftRun } from '../../drafts/contract/schemas.ts'
import { MissingNeeds } from '../../plays/contract/launch.ts'
import { count, dollars, GrowthPlay, id } from '../../plays/contract/schemas.ts'
import { stepsMost } from '../../plays/rules.ts'

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
      day: Type.String({ description: 'The day in the workspace’s time zone.', examples: ['2026-11-25'] }),
      sent: count('Mails that were sent.'),
      replies: count('Replies that came.'),
    }),
    { description: 'The last 30 days, oldest first.' },
  ),
})

export const GrowthPlayRead = namedObject('GrowthPlayRead', {
  play: GrowthPlay,
  missing: MissingNeeds,
  results: GrowthPlayResults,
  lastDraftRun: maybe(GrowthDraftRun),
})

export const TestGrowthPlay = namedObject('TestGrowthPlay', {
  step: Type.Integer({ minimum: 1, maximum: stepsMost, description: 'Which mail of the sequence.', examples: [1] }),
  leadId: Type.Optional(
    id('A lead of the play, whose draft is sent if there is one; without it places are filled in with examples.'),
  ),
})
export const GrowthTestSent = namedObject('GrowthTestSent', {
  to: Type.String({ description: 'The address of the caller.', examples: ['ada@example.com'] }),
  mailboxId: id('The mailbox that sent it.'),
})
