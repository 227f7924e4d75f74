import { addressOf, type Fields, readFields, withoutComments } from './fields.ts'

/** A report of a mail server (RFC 3464 and RFC 5965). */
export interface MailReport {
  readonly kind: 'bounce' | 'complaint'
  /** True if the address permanently takes no mail; true for a complaint. */
  readonly isPermanent: boolean
  /** To whom the mail was, as the report has it. */
  readonly recipients: readonly string[]
  /** The server's message, in one line. */
  readonly reason: string | null
}

const recipientsMost = 100

/** Reads a delivery status: undefined for a status without a failure, such as a delay. */
export const readDeliveryStatus = (text: string): MailReport | undefined => {
  const failed = readFields(text).filter(isFailed)
  if (failed.length === 0) return undefined
  const recipients = failed.flatMap((fields) =>
    ['original-recipient', 'final-recipient'].flatMap((name) => addressOf(fields.get(name)) ?? []),
  )
  const reasons = failed.flatMap((fields) => [saidIn(fields), fields.get('status') ?? ''])
  return {
    kind: 'bounce',
    isPermanent: failed.every((fields) => isPermanent(withoutComments(fields.get('status') ?? ''), saidIn(fields))),
    recipients: [...new Set(recipients)].slice(0, recipientsMost),
    reason: oneLine(reasons.find((said) => /\s/.test(said)) ?? reasons.find((said) => said !== '')),
  }
}

const statusInText = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/
const belowIsCopy = /^-{2,}.{0,60}\b(?:copy|original|below|message|headers?)\b/i

/** Reads a failed delivery that is only words, as from qmail and some gateways; undefined without a code. */
export const readPlainBounce = (text: string): MailReport | undefined => {
  const lines = text.slice(0, 8_000).split('\n', 200)
  const end = lines.findIndex((line) => belowIsCopy.test(line))
  const own = end === -1 ? lines : lines.slice(0, end)
  const reason = own.find((line) => statusInText.test(line))
  if (reason === undefined) return undefined
  return {
    kind: 'bounce',
    isPermanent: isPermanent(statusInText.exec(reason)![0], reason),
    recipients: [],
    reason: oneLine(reason),
  }
}

const isFailed = (fields: Fields) => {
  const action = fields.get('action')
  if (action !== undefined) return /^fail(?:ed|ure)?$/i.test(withoutComments(action))
  return fields.has('final-recipient') && withoutComments(fields.get('status') ?? '').startsWith('5.')
}

/** The message of the recipient's server; some gateways have a field of their own for it. */
const saidIn = (fields: Fields) => fields.get('diagnostic-code') ?? fields.get('x-supplementary-info') ?? ''

// Codes that speak of the address itself: no such mailbox, system or domain, moved, no mail taken there, disabled, no route.
// Source: RFC 3463, sections 3.2 to 3.5, and RFC 7505 (5.1.10).
const ofAddress = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.4.4']
// Servers' words for such an address if their code does not show it.
const unknownAddress =
  /\b(?:(?:user|recipient|mailbox|address|account|addressee|person|domain|host|e-?mail(?: account| address)?)s?\b.{0,60}?\b(?:unknown|not (?:found|exist|known|valid|available here|listed)|does ?n[o']t exist|doesn't (?:exist|have)|does not (?:exist|have)|no longer (?:exists?|active|available|valid|in use)|invalid|unavailable|disabled|deactivated|inactive|suspended|closed|expired|is not active|not a known user)|(?:unknown|invalid|no such|non-?existent|bad|inactive|not a valid|not a known|no) (?:\w+ ){0,2}(?:user|recipient|mailbox|address|account|addressee|person|domain|host|destination|local part|alias)|user has moved|no mailbox here|nosuchuser|recipnotfound)\b/i
// Words that blame the sender, their server or the mail, or a passing error: never the address.
const otherFault =
  /\b(?:spf|dkim|dmarc|arc|spam\w*|unsolicited|junk|bulk|block(?:ed|list\w*|ing)?|black-?list\w*|deny ?list\w*|reputation|rbl|dnsbl|spamhaus|barracuda|sorbs|spamcop|proofpoint|polic(?:y|ies)|content|virus|malware|phish\w*|url|(?<!(?:to|the) )sender|return path|reverse dns|ptr|helo|ehlo|relay(?:ing)? (?:denied|not|access)|unable to relay|authentication|not authenticated|rate|limit(?:ed|s)?|too many|throttl\w*|quota|full|over ?quota|storage|exceed\w*|too (?:large|big)|size|grey-?list\w*|temporar\w*|try again|timed? ?out|loop|hop count|rejete|access denied)\b/i

const isPermanent = (status: string, reason: string) => {
  const found = `${status} ${reason}`.match(/(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/g) ?? []
  const codes = [...new Set(found)]
  if (codes.some((code) => !code.startsWith('5.')) || otherFault.test(reason)) return false
  // X.0.0 and X.1.0 leave it open, as every X.Y.0 does.
  const specific = codes.filter((code) => !code.endsWith('.0'))
  if (specific.length > 0) return specific.every((code) => ofAddress.includes(code))
  const isFinal = codes.length > 0 || /(?:^|[^\d.])55[0134](?:[^\d.]|$)/.test(reason)
  return isFinal && unknownAddress.test(reason)
}

/** Reads a report of feedback: undefined for a report that is no complaint, such as `not-spam`. */
export const readFeedback = (text: string): MailReport | undefined => {
  const [fields] = readFields(text)
  const type = withoutComments(fields?.get('feedback-type') ?? '').toLowerCase()
  if (!['abuse', 'fraud', 'virus', 'other', 'opt-out'].includes(type)) return undefined
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
