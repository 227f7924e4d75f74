import { Type } from 'typebox'
import { conflict, contract, operation, resource, to } from '../../../platform/contract/index.ts'
import {
  described,
  exampleText,
  Id,
  maybe,
  namedObject,
  oneOf,
  paging,
  text,
  Time,
} from '../../../platform/contract/schema.ts'
import { ofProject, GrowthCitation, subject } from '../plays/contract/schemas.ts'
import { archived, count } from '../research/contract.ts'
import { messageStatuses, approvedMost, bodyMostChars, messageAuthors } from './rules.ts'

export const GrowthMessage = namedObject('GrowthMessage', {
  id: Id,
  growthProjectId: described(Id, 'The growth project that it belongs to.'),
  growthPlayId: maybe(described(Id, 'The play that it belongs to; null for none.')),
  leadId: described(Id, 'The lead that it is to or from.'),
  leadAddress: maybe(exampleText('The address of the lead; null for none.', 'ada@example.com')),
  leadName: maybe(exampleText('The person, else the company; null where neither is known.', 'Ada Lovelace')),
  mailboxId: maybe(described(Id, 'The mailbox that sent or got it; null before.')),
  direction: oneOf(['out', 'in'], { description: '`out`: to the lead. `in`: from the lead or its mail server.' }),
  step: maybe(Type.Integer({ minimum: 1, description: 'Which mail of the sequence it is; null outside of it.' })),
  status: oneOf(messageStatuses, {
    description: '`unknown`: it may have been sent, and is never sent again automatically.',
  }),
  subject: exampleText('Its subject; empty for that of the mail before it.', 'Web shops for wholesale'),
  body: exampleText(
    'Its text, without the address and the way to unsubscribe, which are added.',
    'Hello Ada,\n\nwe build web shops for wholesale.',
  ),
  citations: Type.Array(GrowthCitation, { description: 'What its sentences stand on.' }),
  author: oneOf(messageAuthors, { description: 'Who wrote it: a model, a person of the agency, or the lead.' }),
  approvedBy: maybe(described(Id, 'Who approved it; null for none.')),
  approvedAt: maybe(described(Time, 'When it was approved; null if it was not.')),
  dueAt: maybe(described(Time, 'When it may be sent; null while the mail before it was not sent.')),
  sentAt: maybe(described(Time, 'When it was sent; null if it was not.')),
  failure: maybe(exampleText('Why it was not sent or came back; null for none.', 'citation_unresolved')),
  createdAt: Time,
})

const ApproveGrowthMessage = namedObject('ApproveGrowthMessage', {
  subject: Type.Optional(subject('Another subject.')),
  body: Type.Optional(
    text(1, bodyMostChars, {
      pattern: '\\S',
      description: 'Another text. New sentences are marked as the caller’s.',
      examples: ['Hello Ada,\n\nmay we call you?'],
    }),
  ),
})
const ApproveGrowthMessages = namedObject('ApproveGrowthMessages', {
  messageIds: Type.Array(Id, {
    minItems: 1,
    maxItems: approvedMost,
    uniqueItems: true,
    description: 'The mails, as a person read them.',
  }),
})
const GrowthMessagesApproved = namedObject('GrowthMessagesApproved', {
  approved: count('Mails that are sent when they are due.'),
  refused: Type.Array(
    namedObject('GrowthMessageRefused', {
      id: described(Id, 'The mail.'),
      code: oneOf(['not_found', 'growth_message_not_draft', 'growth_citation_unresolved'], {
        description: 'Why it was not approved, with the code of `approveGrowthMessage`.',
      }),
    }),
    { description: 'Mails that were not approved; the others are.' },
  ),
})
const ResolveGrowthMessage = namedObject('ResolveGrowthMessage', {
  delivered: Type.Boolean({
    description: 'Whether it went out. One of a sequence that did not is a draft again, which a person can approve.',
  }),
})

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    growth_message: 'workspace'
  }
}

const ofMessage = to('agency', resource('growth_message', 'params.messageId'))

export const listGrowthMessages = operation({
  method: 'GET',
  path: '/v1/api/growth/projects/{projectId}/messages',
  summary: 'List the mails of a growth project, drafts too, newest first',
  reach: 'call',
  access: ofProject,
  query: Type.Object(
    {
      ...paging,
      playId: Type.Optional(described(Id, 'Only mails of this play.')),
      leadId: Type.Optional(described(Id, 'Only mails to and from this lead.')),
      status: Type.Optional(oneOf(messageStatuses, { description: 'Only mails of this status.' })),
    },
    { additionalProperties: false },
  ),
  replies: { 200: Type.Array(GrowthMessage) },
  audit: { refusals: 'growth_message.list' },
  reads: { growth_message: 'all' },
})

export const approveGrowthMessage = operation({
  method: 'POST',
  path: '/v1/api/growth/messages/{messageId}/approve',
  summary: 'Approve a drafted mail, edited where you like, so that it is sent',
  reach: { page: '/growth' },
  access: ofMessage,
  body: ApproveGrowthMessage,
  replies: { 200: GrowthMessage },
  errors: {
    archived,
    notDraft: conflict({ code: 'growth_message_not_draft', message: 'This mail is no draft any more.' }),
    unresolved: conflict({
      code: 'growth_citation_unresolved',
      message: 'Words that this mail quotes are not in their source any more. Change or remove those sentences.',
    }),
  },
  audit: { action: 'growth_message.approve', category: 'update', event: 'growth_message.approved' },
})

export const approveGrowthMessages = operation({
  method: 'POST',
  path: '/v1/api/growth/projects/{projectId}/messages/approve',
  summary: 'Approve up to 100 drafted mails as they are, so that they are sent',
  reach: { page: '/growth' },
  access: ofProject,
  body: ApproveGrowthMessages,
  replies: { 200: GrowthMessagesApproved },
  errors: { archived },
  audit: {
    none: 'Each mail has a row of its own.',
    refusals: 'growth_message.approve',
    elsewhere: ['growth_message.approve'],
  },
  touches: ['growth_message'],
})

export const discardGrowthMessage = operation({
  method: 'POST',
  path: '/v1/api/growth/messages/{messageId}/discard',
  summary: 'Cancel a mail that was not sent; the sequence continues with the next one',
  reach: 'call',
  access: ofMessage,
  replies: { 200: GrowthMessage },
  errors: {
    notWaiting: conflict({ code: 'growth_message_not_waiting', message: 'This mail does not wait to be sent.' }),
  },
  audit: { action: 'growth_message.discard', category: 'update', event: 'growth_message.discarded' },
})

export const resolveGrowthMessage = operation({
  method: 'POST',
  path: '/v1/api/growth/messages/{messageId}/resolve',
  summary: 'Record whether a mail of unknown delivery went out',
  reach: { page: '/growth' },
  access: ofMessage,
  body: ResolveGrowthMessage,
  replies: { 200: GrowthMessage },
  errors: {
    notUnknown: conflict({ code: 'growth_message_not_unknown', message: 'It is known whether this mail went out.' }),
  },
  audit: { action: 'growth_message.resolve', category: 'update', severity: 'notice', event: 'growth_message.resolved' },
})

export const growthMessages = contract({
  listGrowthMessages,
  approveGrowthMessage,
  approveGrowthMessages,
  discardGrowthMessage,
  resolveGrowthMessage,
})
