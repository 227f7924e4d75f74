import type { Static } from '../../../platform/contract/index.ts'
import type { ImportedMcp } from './contract.ts'
import { secretsOf } from './rules.ts'
import type { ToolServerRow } from './tables.ts'

export const presentToolServer = ({
  name,
  config,
  createdAt,
  updatedAt,
}: ToolServerRow): Static<typeof ImportedMcp> => ({
  name,
  createdAt,
  updatedAt,
  isActive: true,
  secrets: secretsOf(config),
  ...(config.transport === 'stdio'
    ? { transport: config.transport, command: config.command, args: [...config.args] }
    : { transport: config.transport, url: config.url, headers: { ...config.headers } }),
})
