import type { ChatKind } from '../../../execution/chat/post.ts'
import { table, type RowOf } from '../../../platform/db/table.ts'

export const chatChannel = table(
  'chat_channel',
  {
    id: 'uuid',
    kind: 'text',
    name: 'text',
    keyVersion: 'int4',
    ciphertext: 'bytea',
    position: 'int8',
    attempts: 'int4',
    nextAttemptAt: 'timestamptz?',
    error: 'text?',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid', createdBy: 'uuid', nameKey: 'text?' },
)
export type ChatChannelRow = RowOf<typeof chatChannel, { kind: ChatKind }>
