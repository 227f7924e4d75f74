import { Type } from 'typebox'
import { bytes, conflict, operation, toAgencyWho, toThoseWho } from '../../../../platform/contract/index.ts'
import { Id, maybe, MessageAck, namedObject, lineText, oneOf, Time } from '../../../../platform/contract/schema.ts'
import { uploadTypes } from '../../../agents/assets/rules.ts'
import { documentStatuses } from '../../../agents/parsing/rules.ts'
import { uploadErrors } from '../../../code/uploads/contract.ts'
import { fileHeaders } from '../../artifacts/contract.ts'
import { attachmentLimits } from '../rules/attachments.ts'
import { messageIdTaken } from './comments.ts'

const AttachedDocument = namedObject('AttachedDocument', {
  id: Type.String({ ...Id, description: 'The document that was made of the file.' }),
  status: oneOf(documentStatuses, { description: 'Its state. Agents get its text once it is `succeeded`.' }),
  pagesTotal: maybe(Type.Integer({ minimum: 0, description: 'How many pages it has; null until it was opened.' })),
  pagesRead: Type.Integer({ minimum: 0, description: 'How many pages were read so far.' }),
  refusal: maybe(
    Type.String({ description: 'The rule by which it could not be read; null for a readable file.', examples: [null] }),
  ),
})

export const CycleAttachment = namedObject('CycleAttachment', {
  id: Id,
  cycleId: Id,
  messageId: maybe(
    Type.String({ ...Id, description: 'The message that it came with; null for a file of the proposal.' }),
  ),
  name: Type.String({ description: 'The name of the file.', examples: ['brief.pdf'] }),
  mediaType: Type.String({ description: 'Its media type, as declared.', examples: ['application/pdf'] }),
  sizeBytes: Type.Integer({ minimum: 0, description: 'How many bytes it has.' }),
  authorId: Type.String({ ...Id, description: 'Who added it.' }),
  authorSide: oneOf(['agency', 'client'], { description: 'The side of who added it.' }),
  document: maybe(AttachedDocument),
  createdAt: Time,
})

const attachment = { kind: 'cycle', id: 'params.id' } as const

export const addCycleAttachment = operation({
  method: 'POST',
  path: '/v1/api/cycles/{id}/attachments',
  summary:
    'Add a file to a cycle’s proposal, or to a message of its conversation. A file of the agency is parsed at once, and given to agents as material',
  reach: 'transfer',
  access: toThoseWho('view', attachment.kind, attachment.id),
  query: Type.Object(
    {
      name: lineText(255, { description: 'The name of the file.', examples: ['brief.pdf'] }),
      messageId: Type.Optional(
        Type.String({
          ...Id,
          description:
            'The caller’s message that it belongs to, which may be sent later under this id; the proposal without it.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  body: { ...bytes('application/octet-stream'), also: uploadTypes },
  bodyLimit: attachmentLimits.fileBytes,
  replay: false,
  effect: 'outside',
  replies: { 201: CycleAttachment },
  errors: {
    needsMessage: {
      status: 422,
      code: 'attachment_needs_message',
      message: 'Clients add files to messages of their own. Send this file with one.',
    },
    messageIdTaken,
    differs: {
      status: 415,
      code: 'attachment_type_differs',
      message: 'The bytes are not of the declared media type. Send the file with its own type.',
    },
    tooMany: conflict({
      code: 'too_many_attachments',
      message: `A cycle takes at most ${attachmentLimits.files} files. Remove some first.`,
    }),
    full: conflict({
      code: 'attachments_full',
      message: 'The files of this workspace take up all space that it has. Nothing was stored.',
    }),
    diskFull: uploadErrors.diskFull,
  },
  audit: { action: 'cycle_attachment.add', category: 'create', event: 'cycle_attachment.added' },
})

export const listCycleAttachments = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/attachments',
  summary: `List the files of a cycle, oldest first, at most ${attachmentLimits.files}. Clients see the files of messages`,
  reach: 'call',
  access: toThoseWho('view', attachment.kind, attachment.id),
  replies: { 200: Type.Array(CycleAttachment) },
  audit: { refusals: 'cycle_attachment.list' },
  reads: { cycle: 'cycleId', cycle_attachment: 'cycleId', ai_document: 'all' },
})

export const getCycleAttachment = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/attachments/{attachmentId}',
  summary: 'Download a file of a cycle',
  reach: 'transfer',
  access: toThoseWho('view', attachment.kind, attachment.id),
  effect: 'outside',
  replies: { 200: bytes('*/*', fileHeaders) },
  audit: { refusals: 'cycle_attachment.get' },
})

export const parseCycleAttachment = operation({
  method: 'POST',
  path: '/v1/api/cycles/{id}/attachments/{attachmentId}/parse',
  summary: 'Parse a file of a cycle, at the expense of the agency. Agents get its text as material',
  reach: 'call',
  access: toAgencyWho('steer', attachment.kind, attachment.id),
  replies: { 200: CycleAttachment },
  errors: {
    notReadable: {
      status: 422,
      code: 'attachment_not_readable',
      message: 'Files of this kind have no text that can be read. Download it instead.',
    },
  },
  audit: { action: 'cycle_attachment.parse', category: 'execute', event: 'cycle_attachment.parsed' },
})

export const removeCycleAttachment = operation({
  method: 'DELETE',
  path: '/v1/api/cycles/{id}/attachments/{attachmentId}',
  summary: 'Remove a file from a cycle. Clients remove files of messages that they did not send yet',
  reach: { page: '/projects' },
  access: toThoseWho('view', attachment.kind, attachment.id),
  replies: { 200: MessageAck },
  errors: {
    sent: conflict({
      code: 'attachment_sent',
      message: 'Your message with this file was sent. Ask the agency to remove it.',
    }),
  },
  audit: { action: 'cycle_attachment.remove', category: 'delete', event: 'cycle_attachment.removed' },
})
