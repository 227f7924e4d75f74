import { table, type RowOf } from '../../../platform/db/table.ts'
import type { AuthorSide, Side, Pin } from './rules.ts'

export const message = table(
  'message',
  {
    id: 'uuid',
    projectId: 'uuid',
    // Null in the conversation of the project itself.
    cycleId: 'uuid?',
    // Null in the conversation of the cycle or project itself.
    taskId: 'uuid?',
    content: 'text',
    // The only agent that gets it; null for any agent at work.
    agentId: 'uuid?',
    // Whether its author may drive agents.
    drives: 'bool',
    givenAt: 'timestamptz?',
    // The message that this answer of an agent belongs to.
    answersId: 'uuid?',
    // Whether a model is asked for an answer: once, by the request that stores the message.
    asksModel: 'bool',
    // True if the text is only the beginning of the message.
    isCut: 'bool',
    // The place in a preview that it is about.
    pin: 'jsonb?',
    authorSide: 'text',
    // A person, or the agent that answers.
    createdBy: 'uuid',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)
export type MessageRow = RowOf<typeof message, { authorSide: Side; pin: Pin | null }>

export const cycleAttachment = table(
  'cycle_attachment',
  {
    id: 'uuid',
    projectId: 'uuid',
    cycleId: 'uuid',
    messageId: 'uuid?',
    assetId: 'uuid',
    documentId: 'uuid?',
    name: 'text',
    mediaType: 'text',
    sizeBytes: 'int8',
    authorSide: 'text',
    createdBy: 'uuid',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)
export type AttachmentRow = RowOf<typeof cycleAttachment, { authorSide: AuthorSide }>
