export const draftRunStatuses = ['queued', 'writing', 'finished', 'failed'] as const
export type DraftRunStatus = (typeof draftRunStatuses)[number]

export const draftFailures = [
  'no_model',
  'no_draft_in_brief',
  'cap_reached',
  'model_failed',
  'archived',
  'internal',
] as const
export type DraftFailure = (typeof draftFailures)[number]

/** True if a run of drafts has not ended. */
export const isWriting = (status: DraftRunStatus | undefined): boolean => status === 'queued' || status === 'writing'
