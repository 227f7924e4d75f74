import type { PlayLanguage, Citation } from '../plays/rules.ts'
import { domainOf } from '../suppression/rules.ts'

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

const dayMs = 86_400_000

/** The time at which the next mail of a sequence is due; undefined after its last one. */
export const dueAfter = (
  sentAt: Date,
  sentStep: number,
  steps: readonly { readonly delayDays: number }[],
): Date | undefined => {
  const next = steps[sentStep]
  return next && new Date(sentAt.getTime() + next.delayDays * dayMs)
}

/** The words above the link to unsubscribe in a mail. */
export const unsubscribeWords: Readonly<Record<PlayLanguage, string>> = {
  en: 'If you want no more mail from us:',
  de: 'Wenn Sie keine weiteren E-Mails von uns wünschen:',
}

interface Footer {
  readonly language: PlayLanguage
  readonly postalAddress: string
  readonly unsubscribeUrl: string
}

/** The text of a mail of a sequence: the body, the sender's name and address, and how to get no more. */
export const withFooter = (body: string, { language, postalAddress, unsubscribeUrl }: Footer): string =>
  [body.trimEnd(), '', '-- ', postalAddress, '', unsubscribeWords[language], unsubscribeUrl, ''].join('\n')

/** The subject of a mail that follows another mail. */
export const replySubject = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`)

/** The subject of a mail behind these, newest first; “Re:” only if one was sent, else it would answer nothing. */
export const subjectAfter = (own: string, earlier: readonly { subject: string; isCancelled: boolean }[]): string => {
  const subject = own || (earlier.find((one) => one.subject !== '')?.subject ?? '')
  if (earlier.every(({ isCancelled }) => isCancelled)) return subject.replace(/^(?:re:\s*)+/i, '')
  return own || replySubject(subject)
}

/** The header Message-ID of a mail: a random id at the domain of its sender. */
export const messageIdOf = (id: string, senderAddress: string): string => `<${id}@${domainOf(senderAddress)}>`

/** A text as its sentences, in order. Different lines are different sentences. */
export const sentencesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .flatMap((line) => line.split(/(?<=[.!?…])\s+/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))

/** Sources of the sentences of an edited text: unchanged sentences keep theirs, the person backs the others. */
export const citationsAfterEdit = (
  before: readonly Citation[],
  bodyBefore: string,
  bodyAfter: string,
): readonly Citation[] => {
  const unchanged = before.filter(({ sentence }) => bodyAfter.includes(sentence))
  const sentencesBefore = new Set([bodyBefore, ...unchanged.map(({ sentence }) => sentence)].flatMap(sentencesOf))
  const ofPerson = sentencesOf(bodyAfter).filter((sentence) => !sentencesBefore.has(sentence))
  return [...unchanged, ...ofPerson.map(byPerson)]
}

/** The mark of a sentence that a person wrote. */
export const byPerson = (sentence: string): Citation => ({ sentence, source: 'person', sourceId: null, quote: null })

// Words that praise past work: only an approval can back them.
const claims =
  /\b(?:satisf|happy|delight|thrill|praise|recommend|testimonial|success|grew|increase|doubl|tripl|boost|revenue|zufrieden|begeister|empfiehl|empfehl|lob(?:t|te|en)|erfolg|steiger|verdoppel|verdreifach|umsatz)\p{L}*|\d\s?%|\d\s?(?:percent|prozent)/iu

/** True if a sentence claims that a client was satisfied, or had a result. */
export const claimsResult = (sentence: string): boolean => claims.test(sentence)
