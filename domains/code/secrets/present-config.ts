import { summaryOf, type ClearConfig } from './clear-config.ts'
import type { ConfigRow, SyncRow } from './tables.ts'

const presentFields = (row: ConfigRow) => {
  const { id, projectId, provider, label, envFilter, isActive, createdAt, updatedAt } = row
  return { id, projectId, provider, label, envFilter, isActive, createdAt, updatedAt }
}

/** A config in an answer: its content stays sealed. */
export const presentConfig = (row: ConfigRow) => ({ ...presentFields(row), config: row.ciphertext.toString('base64') })

export const presentConfigSummary = (row: ConfigRow, config: ClearConfig) => ({
  ...presentFields(row),
  configSummary: summaryOf(config),
})

export const presentSync = (row: SyncRow) => {
  const { id, projectId, target, taskId, secretCount, outcome, error, createdAt } = row
  return { id, projectId, target, taskId, secretCount, outcome, error, createdAt }
}
