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
import { noVault } from '../../code/secrets/contract/refusals.ts'
import { GrowthLead } from '../leads/contract.ts'
import { messageAuthors, messageIntents, messageKinds, messageStatuses } from '../messages/rules.ts'

const intent = oneOf(messageIntents, { description: 'The wish of the sender.' })
const kind = oneOf(messageKinds, {
  description: 'The kind of an incoming mail: a reply, an answer of a program, or a report of a mail server.',
})
const direction = oneOf(['out', 'in'], { description: '`out`: to the lead. `in`: from the lead or its mail server.' })
const subject = exampleText('The subject, in one line.', 'Re: Web shops')

const decisionText =
  'Whether a reply may ask for no mail. Nothing more is sent to its address until a person sorts it by `updateGrowthMessage`.'

export const GrowthThreadMessage = namedObject('GrowthThreadMessage', {
  id: Id,
  direction,
  status: oneOf(messageStatuses, {
    description: '`unknown`: it may have been sent, and is never sent again automatically.',
  }),
  growthPlayId: maybe(described(Id, 'The play that it belongs to; null for none.')),
  step: maybe(
    Type.Integer({ minimum: 1, description: 'Which mail of the sequence it is; null for one outside of it.' }),
  ),
  subject,
  body: exampleText('The plain text.', 'Sounds good. Tell me more.'),
  author: oneOf(messageAuthors, { description: 'Who wrote it: a model, a person of the agency, or the lead.' }),
  writtenBy: maybe(described(Id, 'The person of the agency who wrote it; null for none.')),
  senderAddress: maybe(
    exampleText('The author of an incoming mail; null if the mail does not name one.', 'ada@example.com'),
  ),
  kind: maybe(kind),
  intent: maybe(intent),
  intentBy: maybe(
    oneOf(['rule', 'model', 'person'], {
      description: 'What sorted it: its own words, a model, or a person. Null while it is not sorted.',
    }),
  ),
  needsDecision: Type.Boolean({ description: decisionText }),
  heldDomain: maybe(
    exampleText(
      'The domain of the company whose mail it may refuse: nobody there gets mail until a person sorts it. `unsubscribe` puts the domain on the do-not-contact list. Null without one.',
      'example.com',
    ),
  ),
  waitsUntil: maybe(
    described(
      Time,
      'For the sentence of another sender about the lead: when mail continues without a decision. Null if it waits without an end, and if no decision is needed.',
    ),
  ),
  failure: maybe(exampleText('Why it was not delivered; null if that is not known.', '550 5.1.1 No such user')),
  dueAt: maybe(described(Time, 'When it may be sent; null for none.')),
  sentAt: maybe(described(Time, 'When it was sent; null if it was not.')),
  receivedAt: maybe(described(Time, 'When it came in; null for mail to the lead.')),
  createdAt: Time,
})

export const GrowthThread = namedObject('GrowthThread', {
  lead: GrowthLead,
  messages: Type.Array(GrowthThreadMessage, {
    description:
      'Every mail to and from the lead: what went out or came in, oldest first, then what waits to be sent, in the order of its sequence; the newest 1,000 of more.',
  }),
})

export const GrowthInboxThread = namedObject('GrowthInboxThread', {
  leadId: described(Id, 'The lead: each has one thread.'),
  address: maybe(exampleText('The address of the lead; null for none.', 'ada@example.com')),
  name: maybe(exampleText('The name of the person; null if it is not known.', 'Ada Lovelace')),
  company: maybe(exampleText('The company; null where its name is not known.', 'Example')),
  domain: exampleText('The domain of the company.', 'example.com'),
  intent: maybe(intent),
  needsDecision: Type.Boolean({ description: decisionText }),
  optedOutAt: maybe(described(Time, 'When it opted out; null if it did not.')),
  sequenceStoppedAt: maybe(described(Time, 'Since when it gets no further mail of its play; null while it does.')),
  repliedAt: maybe(described(Time, 'When a mail of it last came in; null for never.')),
  lastMailAt: described(Time, 'When a mail was last sent or came in.'),
  lastMessage: maybe(
    namedObject('GrowthInboxMessage', {
      id: Id,
      direction,
      kind: maybe(kind),
      subject,
      beginning: exampleText('The beginning of its text.', 'Sounds good.'),
      at: described(Time, 'When it was sent or came in.'),
    }),
  ),
})

const SendGrowthReply = namedObject('SendGrowthReply', {
  body: text(1, 5_000, {
    pattern: '\\S',
    description: 'The plain text of the reply.',
    examples: ['Thank you. Does Tuesday at ten suit you?'],
  }),
})

export const GrowthReplySent = namedObject('GrowthReplySent', {
  messageId: described(Id, 'The mail in the thread.'),
  status: oneOf(['sent', 'queued', 'unknown'], {
    description:
      '`queued`: it is sent as soon as the mailbox can. `unknown`: the connection ended while it was handed over; a person finds out whether it arrived.',
  }),
  sentAt: maybe(described(Time, 'When it was sent; null if it was not.')),
})

const UpdateGrowthMessage = namedObject('UpdateGrowthMessage', {
  intent,
  takeBackReason: Type.Optional(
    text(1, 500, {
      pattern: '\\S',
      description:
        'Takes the opt-out back that this mail caused, for this reason, if it is `optOutMessageId` of its lead: only a rule read the wish in it. For an owner or administrator.',
      examples: ['She asks for the price list and wants no call.'],
    }),
  ),
})

const onLead = to('agency', resource('growth_lead', 'params.leadId'))
const reads = { growth_message: 'all', growth_lead: 'all' } as const
// The specification has no code for refusals of a reply (part 3, section 7).
const refused = (message: string) => conflict({ message })

export const listGrowthInbox = operation({
  method: 'GET',
  path: '/v1/api/growth/projects/{projectId}/inbox',
  summary: 'List the mail threads of a growth project, one per lead, the newest mail first',
  reach: 'call',
  access: to('agency', resource('growth_project', 'params.projectId')),
  query: Type.Object(
    {
      ...paging,
      replied: Type.Optional(
        Type.String({ enum: ['true', 'false'], description: '`true` lists only leads of which mail came in.' }),
      ),
      intent: Type.Optional(oneOf(messageIntents, { description: 'Lists only leads whose newest mail wants this.' })),
      needsDecision: Type.Optional(
        Type.String({ enum: ['true', 'false'], description: '`true` lists only leads with a reply to decide on.' }),
      ),
    },
    { additionalProperties: false },
  ),
  replies: { 200: Type.Array(GrowthInboxThread) },
  audit: { refusals: 'growth_message.list' },
  reads,
})

export const getGrowthThread = operation({
  method: 'GET',
  path: '/v1/api/growth/leads/{leadId}/thread',
  summary: 'Show a lead with every mail to and from it, oldest first, and what waits to be sent behind them',
  reach: 'call',
  access: onLead,
  replies: { 200: GrowthThread },
  audit: { refusals: 'growth_message.get' },
  reads,
})

export const sendGrowthReply = operation({
  method: 'POST',
  path: '/v1/api/growth/leads/{leadId}/reply',
  summary: 'Answer a lead from the mailbox that it was written to from',
  reach: { page: '/growth/projects/{projectId}/inbox' },
  access: onLead,
  body: SendGrowthReply,
  effect: 'outside',
  replies: { 201: GrowthReplySent, 202: GrowthReplySent },
  errors: {
    nothing_sent: refused('Nothing was sent to this lead yet.'),
    opted_out: refused('This lead opted out and gets no mail.'),
    suppressed: refused('The address or domain of this lead is on the do-not-contact list.'),
    undecided: refused('A reply of this address may ask for no mail. Sort it in its thread; then mail can be sent.'),
    archived: refused('This growth project is archived. Take it out of the archive first.'),
    refused: {
      status: 502,
      code: 'growth_reply_refused',
      message: 'The mailbox refused the mail. The thread has its answer.',
    },
    no_mailbox: {
      status: 503,
      code: 'growth_sending_not_set_up',
      message: 'No mailbox can send. Connect one, or resume a paused one.',
    },
    noVault,
  },
  audit: { action: 'growth_message.reply', category: 'create', event: 'growth_message.replied' },
  touches: ['growth_message', 'growth_lead'],
})

export const updateGrowthMessage = operation({
  method: 'PATCH',
  path: '/v1/api/growth/messages/{messageId}',
  summary: 'Sort a mail that came in by hand; `unsubscribe` opts its lead out, and another intent lets mail continue',
  reach: { page: '/growth' },
  access: to('agency', resource('growth_message', 'params.messageId')),
  body: UpdateGrowthMessage,
  replies: { 200: GrowthThreadMessage },
  errors: {
    notReceived: conflict({ code: 'growth_message_not_received', message: 'Only mail that came in can be sorted.' }),
    optOutLasts: conflict({
      code: 'growth_opt_out_lasts',
      message:
        'The lead did not only opt out by this mail, or the mail has no other words. Such an opt-out is not taken back.',
    }),
    forAdministrators: {
      status: 403,
      code: 'growth_opt_out_for_administrators',
      message: 'Only an owner or administrator takes an opt-out back.',
    },
    noVault,
  },
  audit: { action: 'growth_message.update', category: 'update', event: 'growth_message.updated' },
  touches: ['growth_message', 'growth_lead'],
})

export const growthInbox = contract({ listGrowthInbox, getGrowthThread, sendGrowthReply, updateGrowthMessage })
