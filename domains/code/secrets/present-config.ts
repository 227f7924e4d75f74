import { summaryOf, type ClearConfig } from './clear-config.ts'
import type { ConfigRow } from './tables.ts'

/** The row without its content: what reads it decides in which form the content leaves. */
const presentFields = ({ ciphertext: _, ...fields }: ConfigRow) => fields

/** A config in an answer: its content stays sealed. */
export const presentConfig = (row: ConfigRow) => ({ ...presentFields(row), config: row.ciphertext.toString('base64') })

export const presentConfigSummary = (row: ConfigRow, config: ClearConfig) => ({
  ...presentFields(row),
  configSummary: summaryOf(config),
})
