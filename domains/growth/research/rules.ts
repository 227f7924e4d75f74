export * from './rules/brain.ts'

export const growthRunStatuses = ['queued', 'reading', 'writing', 'finished', 'failed'] as const
export type GrowthRunStatus = (typeof growthRunStatuses)[number]

/** True if a run has not ended. */
export const isAtWork = (status: GrowthRunStatus | undefined): boolean =>
  status === 'queued' || status === 'reading' || status === 'writing'

/** Why a run failed, by a word for programs. */
export const runFailures = [
  'website_unreachable',
  'website_forbids_reading',
  'website_leads_elsewhere',
  'no_text',
  'no_brain_in_notes',
  'no_model',
  'cap_reached',
  'model_failed',
  'unreadable_answer',
  'archived',
  'internal',
] as const
export type RunFailure = (typeof runFailures)[number]

/** The default name of a growth project: the host of its website. */
export const nameOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '').slice(0, 200)
