import { Type } from 'typebox'
import { conflict, contract, operation, resource, to } from '../../../platform/contract/index.ts'
import { paging } from '../../../platform/contract/schema.ts'
import { archived, ofProject } from '../plays/contract/shared.ts'
import { id, word } from '../plays/contract/schemas.ts'
import {
  ApproveGrowthMessage,
  ApproveGrowthMessages,
  GrowthMessage,
  GrowthMessagesApproved,
  ResolveGrowthMessage,
} from './contract/schemas.ts'
import { messageStatuses } from './rules.ts'

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
      playId: Type.Optional(id('Only mails of this play.')),
      leadId: Type.Optional(id('Only mails to and from this lead.')),
      status: Type.Optional(word(messageStatuses, 'Only mails of this status.')),
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
    notUnknown: conflict({
      code: 'growth_message_not_unknown',
      message: 'It is known whether this mail went out.',
    }),
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
