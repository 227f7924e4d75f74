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

/** Mails that are approved in one request. */
export const approvedMost = 100
export const bodyMostChars = 10_000

/** Mails of a play that were sent, and reports about them that came back. */
export interface Reception {
  readonly sent: number
  readonly bounces: number
  readonly complaints: number
}
