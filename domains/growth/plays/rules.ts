export const playStatuses = ['draft', 'active', 'paused', 'archived'] as const
export type PlayStatus = (typeof playStatuses)[number]

export const playLanguages = ['de', 'en'] as const
export type PlayLanguage = (typeof playLanguages)[number]

/** Whether a person approves each mail before it is sent. */
export const sendApprovals = ['always', 'never'] as const
export type SendApproval = (typeof sendApprovals)[number]

export const pauseReasons = ['person', 'complaints', 'bounces'] as const
export type PauseReason = (typeof pauseReasons)[number]

/** One mail of a sequence: its words with places to fill in, or what a model is told to write. */
export interface Step {
  /** Days after the mail before it; the first mail has none. */
  readonly delayDays: number
  readonly subject: string
  readonly body?: string
  readonly brief?: string
}

export const messageStatuses = [
  'draft',
  'approved',
  'sending',
  'sent',
  'unknown',
  'refused',
  'cancelled',
  'received',
] as const
export type MessageStatus = (typeof messageStatuses)[number]

export const messageAuthors = ['model', 'person', 'lead'] as const
export type MessageAuthor = (typeof messageAuthors)[number]

export const messageKinds = ['reply', 'auto_reply', 'bounce', 'complaint', 'unsubscribe'] as const
export type MessageKind = (typeof messageKinds)[number]

export const messageIntents = [
  'interested',
  'not_now',
  'not_interested',
  'question',
  'out_of_office',
  'unsubscribe',
  'other',
] as const
export type MessageIntent = (typeof messageIntents)[number]

export const citationSources = ['page', 'approval', 'lead', 'person'] as const

/** What a sentence of a mail stands on. `person`: a person wrote it; it has no source and no quoted words. */
export interface Citation {
  readonly sentence: string
  readonly source: (typeof citationSources)[number]
  /** The page, the approval or the lead. */
  readonly sourceId: string | null
  readonly quote: string | null
}
