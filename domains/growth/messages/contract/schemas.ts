import { Type } from 'typebox'
import { Id, maybe, namedObject, text, Time } from '../../../../platform/contract/schema.ts'
import { GrowthCitation, id, count, subject, time, word } from '../../plays/contract/schemas.ts'
import { approvedMost, bodyMostChars, messageAuthors, messageStatuses } from '../rules.ts'

export const GrowthMessage = namedObject('GrowthMessage', {
  id: Id,
  growthProjectId: id('The growth project that it belongs to.'),
  growthPlayId: maybe(id('The play that it belongs to; null for none.')),
  leadId: id('The lead that it is to or from.'),
  leadAddress: maybe(
    Type.String({ description: 'The address of the lead; null for none.', examples: ['ada@example.com'] }),
  ),
  leadName: maybe(
    Type.String({
      description: 'The person, else the company; null where neither is known.',
      examples: ['Ada Lovelace'],
    }),
  ),
  mailboxId: maybe(id('The mailbox that sent or got it; null before.')),
  direction: word(['out', 'in'], '`out`: to the lead. `in`: from the lead or its mail server.'),
  step: maybe(Type.Integer({ minimum: 1, description: 'Which mail of the sequence it is; null outside of it.' })),
  status: word(messageStatuses, '`unknown`: it may have been sent, and is never sent again automatically.'),
  subject: Type.String({
    description: 'Its subject; empty for that of the mail before it.',
    examples: ['Web shops for wholesale'],
  }),
  body: Type.String({
    description: 'Its text, without the address and the way to unsubscribe, which are added.',
    examples: ['Hello Ada,\n\nwe build web shops for wholesale.'],
  }),
  citations: Type.Array(GrowthCitation, { description: 'What its sentences stand on.' }),
  author: word(messageAuthors, 'Who wrote it: a model, a person of the agency, or the lead.'),
  approvedBy: maybe(id('Who approved it; null for none.')),
  approvedAt: maybe(time('When it was approved; null if it was not.')),
  dueAt: maybe(time('When it may be sent; null while the mail before it was not sent.')),
  sentAt: maybe(time('When it was sent; null if it was not.')),
  failure: maybe(
    Type.String({ description: 'Why it was not sent or came back; null for none.', examples: ['citation_unresolved'] }),
  ),
  createdAt: Time,
})

export const ApproveGrowthMessage = namedObject('ApproveGrowthMessage', {
  subject: Type.Optional(subject('Another subject.')),
  body: Type.Optional(
    text(1, bodyMostChars, {
      pattern: '\\S',
      description: 'Another text. New sentences are marked as the caller’s.',
      examples: ['Hello Ada,\n\nmay we call you?'],
    }),
  ),
})
export const ApproveGrowthMessages = namedObject('ApproveGrowthMessages', {
  messageIds: Type.Array(Id, {
    minItems: 1,
    maxItems: approvedMost,
    uniqueItems: true,
    description: 'The mails, as a person read them.',
  }),
})
export const GrowthMessagesApproved = namedObject('GrowthMessagesApproved', {
  approved: count('Mails that are sent when they are due.'),
  refused: Type.Array(
    namedObject('GrowthMessageRefused', {
      id: id('The mail.'),
      code: word(
        ['not_found', 'growth_message_not_draft', 'growth_citation_unresolved'],
        'Why it was not approved, with the code of `approveGrowthMessage`.',
      ),
    }),
    { description: 'Mails that were not approved; the others are.' },
  ),
})
export const ResolveGrowthMessage = namedObject('ResolveGrowthMessage', {
  delivered: Type.Boolean({
    description: 'Whether it went out. One of a sequence that did not is a draft again, which a person can approve.',
  }),
})
