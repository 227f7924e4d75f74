import { retentionDays, rulesByDefault } from './rules.ts'

/** How long leads without contact or consent are kept. `days` is a fragment for statements with `:workspace`. */
export const leadRetention = {
  leastDays: retentionDays.least,
  days: `coalesce((select s.lead_retention_days from growth_settings s where s.workspace_id = :workspace), ${rulesByDefault.leadRetentionDays})`,
} as const

/** For how many days a refusal counts in all growth projects of the workspace. */
export const refusalDays = `coalesce((select s.refusal_days from growth_settings s where s.workspace_id = :workspace), ${rulesByDefault.refusalDays})`
