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

/** Days for which mail to a lead waits at most after a sentence of another sender about it. */
export const waitMostDays = 7

/** Mails of a play that were sent, and reports about them that came back. */
export interface Reception {
  readonly sent: number
  readonly bounces: number
  readonly complaints: number
}

interface ThreadMail {
  readonly id: string
  readonly status: MessageStatus
  readonly step: number | null
  readonly sentAt: Date | null
  readonly receivedAt: Date | null
  readonly createdAt: Date
}

const waitsToBeSent = ({ status }: ThreadMail) => status === 'draft' || status === 'approved'
const timeOf = ({ sentAt, receivedAt, createdAt }: ThreadMail) => (sentAt ?? receivedAt ?? createdAt).getTime()
const placeOf = (mail: ThreadMail) => (waitsToBeSent(mail) ? (mail.step ?? 0) : timeOf(mail))

/** The mails of a thread: what went out or came in, oldest first, then what waits to be sent, in the order of its sequence. */
export const inThread = <Mail extends ThreadMail>(mails: readonly Mail[]): readonly Mail[] =>
  mails.toSorted(
    (one, other) =>
      Number(waitsToBeSent(one)) - Number(waitsToBeSent(other)) ||
      placeOf(one) - placeOf(other) ||
      one.id.localeCompare(other.id),
  )
