import type { Static } from '../../../platform/contract/index.ts'
import type { ChatChannel } from './contract.ts'
import type { ChatChannelRow } from './tables.ts'

export const presentChatChannel = ({
  id,
  kind,
  name,
  error,
  createdAt,
}: ChatChannelRow): Static<typeof ChatChannel> => ({
  id,
  kind,
  name,
  error,
  createdAt,
})

export const chatAuditSubject = ({ id, kind, name }: ChatChannelRow, more: object = {}) => ({
  resource: ['chat_channel', id] as const,
  metadata: { kind, name, ...more },
})
