import type { MessageIntent, MessageKind } from '../../messages/rules.ts'
import { isForCompany } from './company.ts'
import type { Automatic } from './automatic.ts'
import { hasLeft, isAutomaticSubject } from './automatic-words.ts'
import { intentOfKind, judge } from './judge.ts'
import { newTextOf, type ThreadTexts } from './new-text.ts'

/** A mail with the facts of its thread. */
interface MailInThread {
  readonly subject: string
  /** The text without what its markup quotes. */
  readonly own: string
  readonly automatic: Automatic | null
  readonly report: { readonly kind: 'bounce' | 'complaint' } | null
  /** Whether it names a mail of the thread. */
  readonly isAnswer: boolean
  /** The subjects of the mails that were sent. */
  readonly subjects: readonly string[]
  readonly texts: ThreadTexts
}

/** The kind of a mail, and its intent. */
export interface JudgedMail {
  readonly kind: MessageKind
  readonly intent: MessageIntent | null
  /** True if a person has to decide its meaning before more is sent. */
  readonly needsDecision: boolean
  /** Whether it may ask for no mail to the whole company. */
  readonly isForCompany: boolean
  /** Set for a wish to get no mail that has more beside it, so that a person may take it back. */
  readonly hasMore?: true
}

/**
 * The kind of an incoming mail. A program wants nothing: only a person's words opt out. A text that is neither a clear
 * wish to get no mail nor clearly another intent is left to a person.
 */
export const judgeMail = (mail: MailInThread): JudgedMail => {
  const { report, isAnswer } = mail
  const automatic = mail.automatic ?? (isNamedAutomatic(mail) ? 'likely' : null)
  const newText = newTextOf(mail.own, mail.texts)
  if (report) return decided(report.kind, newText)
  // A program wants nothing, but an owner who left and asked for an end had it written: a person looks at that.
  if (automatic !== null && isAnswer && hasLeft(newText) && judge(newText).intent === 'unsubscribe')
    return { kind: 'reply', intent: 'other', needsDecision: true, isForCompany: false }
  if (automatic === 'certain' || (automatic !== null && !isAnswer)) return decided('auto_reply', newText)
  const words = `${ownSubject(mail)}\n\n${newText}`
  const { intent, isClear, hasMore } = judge(words)
  if (intent === 'unsubscribe')
    return { ...decided('unsubscribe', newText), isForCompany: isForCompany(words), ...(hasMore && { hasMore }) }
  if (automatic === 'likely') return decided('auto_reply', newText)
  const forCompany = isForCompany(words)
  return { kind: 'reply', intent: intent ?? null, needsDecision: !isClear || forCompany, isForCompany: forCompany }
}

const decided = (kind: Exclude<MessageKind, 'reply'>, newText: string): JudgedMail => ({
  kind,
  intent: intentOfKind(kind, newText) ?? null,
  needsDecision: false,
  isForCompany: false,
})

const prefix = /^\s*(?:\[[^\]]{0,40}\]\s*)?(?:\p{L}{1,12}(?:\[\d{1,3}\])?\s?[:：]\s*)+/u
const bareSubject = (subject: string) => subject.slice(0, 1_000).replace(prefix, '').trim().toLowerCase()

/** True if a program named the mail, and its subject was never sent. */
const isNamedAutomatic = ({ subject, subjects }: MailInThread): boolean =>
  isAutomaticSubject(subject) && !subjects.some(isAutomaticSubject)

/** The words of a subject that its sender wrote: none if it is that of a mail that was sent. */
const ownSubject = ({ subject, subjects }: MailInThread): string => {
  const bare = bareSubject(subject)
  return subjects.some((one) => bareSubject(one) === bare) ? '' : bare
}

/** The text that the sender of a stored mail added to its thread. */
export const newTextIn = ({ text, texts }: { readonly text: string; readonly texts: ThreadTexts }): string =>
  newTextOf(text, texts)

/** True if only a person can want this, so that the sequence of mails ends. */
export const isWrittenByPerson = (intent: MessageIntent): boolean => intent !== 'other' && intent !== 'out_of_office'
