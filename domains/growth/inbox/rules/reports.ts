import { addressOf, readFields } from './fields.ts'

/** What a report of a mail server says (RFC 3464 and RFC 5965). */
export interface MailReport {
  readonly kind: 'bounce' | 'complaint'
  /** Whether the address takes no mail for good; of a complaint, true. */
  readonly isPermanent: boolean
  /** To whom the mail was, as the report has it. */
  readonly recipients: readonly string[]
  /** What the server said, in one line. */
  readonly reason: string | null
}

const recipientsMost = 100

/** Reads a delivery status: undefined for one that reports no failure. */
export const readDeliveryStatus = (text: string): MailReport | undefined => {
  const failed = readFields(text).filter((fields) => fields.get('action')?.toLowerCase() === 'failed')
  const recipients = failed.flatMap((fields) => [
    ...[addressOf(fields.get('original-recipient')), addressOf(fields.get('final-recipient'))].filter(
      (address) => address !== undefined,
    ),
  ])
  if (failed.length === 0) return undefined
  const codes = failed.map((fields) => [fields.get('status') ?? '', fields.get('diagnostic-code') ?? ''] as const)
  const reason = codes.flat().find((said) => /\s/.test(said)) ?? codes.flat().find((said) => said !== '')
  return {
    kind: 'bounce',
    isPermanent: codes.every(([status, said]) => isPermanent(status, said)),
    recipients: [...new Set(recipients)].slice(0, recipientsMost),
    reason: oneLine(reason),
  }
}

// A full mailbox (5.2.2), a mail that was too large (5.2.3, 5.3.4) and what a filter refused (5.7) say nothing
// against the address. Source: RFC 3463, section 3.
const isPermanent = (status: string, said: string) => {
  const code = /^[245]\.\d{1,3}\.\d{1,3}/.exec(status)?.[0] ?? /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(said)?.[0]
  if (code !== undefined) return code.startsWith('5.') && !/^5\.(2\.[23]|3\.|7\.)/.test(code)
  return /(^|[\s;])55[013]([\s-]|$)/.test(said)
}

/** Reads a report of feedback: undefined for one that is no complaint, such as `not-spam`. */
export const readFeedback = (text: string): MailReport | undefined => {
  const [fields] = readFields(text)
  const type = fields?.get('feedback-type')?.toLowerCase()
  if (type === undefined || !['abuse', 'fraud', 'virus', 'other', 'opt-out'].includes(type)) return undefined
  const recipient = addressOf(fields!.get('original-rcpt-to')) ?? addressOf(fields!.get('removal-recipient'))
  return { kind: 'complaint', isPermanent: true, recipients: recipient === undefined ? [] : [recipient], reason: type }
}

const oneLine = (text: string | undefined) => {
  const line = (text ?? '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 500)
  return line === '' ? null : line
}
