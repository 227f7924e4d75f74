import type { MessageIntent, MessageKind } from '../../plays/rules.ts'
import { wantsNoMail } from './judge.ts'

interface JudgedMail {
  readonly subject: string
  readonly newText: string
  readonly isAutoReply: boolean
  readonly report: { readonly kind: 'bounce' | 'complaint' } | null
}

const answer = /^\s*(re|aw|antw|fwd?|wg)\s*:/iu

/** What a mail that came in is. A program wants nothing: only what a person wrote opts out. */
export const kindOf = ({ subject, newText, isAutoReply, report }: JudgedMail): MessageKind => {
  if (report) return report.kind
  if (isAutoReply) return 'auto_reply'
  // The subject of an answer is our own.
  const isWish = wantsNoMail(newText) || (!answer.test(subject) && wantsNoMail(subject))
  return isWish ? 'unsubscribe' : 'reply'
}

/** Whether only a person can want this, so that the sequence of mails ends. */
export const isWrittenByPerson = (intent: MessageIntent): boolean => intent !== 'other' && intent !== 'out_of_office'
