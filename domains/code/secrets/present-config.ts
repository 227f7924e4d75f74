import { summaryOf, type ClearConfig } from './clear-config.ts'
import type { ConfigRow } from './tables.ts'

/** A config in an answer: its content stays sealed. */
export const presentConfig = (row: ConfigRow) => ({ ...row, config: row.ciphertext.toString('base64') })

export const presentConfigSummary = (row: ConfigRow, config: ClearConfig) => ({
  ...row,
  configSummary: summaryOf(config),
})
