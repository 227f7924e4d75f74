import { daysBetween } from '../../accounts/workspaces/rules.ts'

export const mailProviders = ['google', 'microsoft', 'imap'] as const
export type MailProvider = (typeof mailProviders)[number]

/** Providers that a person agrees at. */
export const oauthNames = ['google', 'microsoft'] as const

export const recordStates = ['ok', 'missing', 'wrong', 'unknown'] as const
export type RecordState = (typeof recordStates)[number]

/** `failing`: its server refused the sign-in. Mail is sent only from connected mailboxes. */
export const mailboxStatuses = ['connected', 'paused', 'failing', 'disconnected'] as const
export type MailboxStatus = (typeof mailboxStatuses)[number]

/** Why a mail was set aside: its bytes were not read, or its content could not be filed. */
export const setAsideReasons = ['too_large', 'too_slow', 'unreadable', 'not_filed'] as const
export type SetAsideReason = (typeof setAsideReasons)[number]

export const dailyLimitMost = 2_000
export const dailyLimitByDefault = 50
export const mailboxesMost = 100

/** Real sends of the first day of a warm-up, and how many more there are on each day after it. */
export const ramp = { first: 10, more: 5 } as const

interface SendLimits {
  readonly dailyLimit: number
  readonly warmUpStartedOn: string | null
}

/** How many mails a mailbox may send on a day: its limit, and on days of its warm-up no more than the ramp has reached. */
export const sendsOn = (day: string, { dailyLimit, warmUpStartedOn }: SendLimits): number => {
  if (warmUpStartedOn === null) return dailyLimit
  const days = daysBetween(warmUpStartedOn, day)
  // Nothing is sent before the warm-up begins.
  return days < 0 ? 0 : Math.min(dailyLimit, ramp.first + ramp.more * days)
}

export const isWarmingUp = (day: string, mailbox: SendLimits): boolean => sendsOn(day, mailbox) < mailbox.dailyLimit

/** A name as a provider has it, in one line; null if nothing is left of it. */
export const shownName = (name: string | undefined): string | null =>
  (name ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 100) || null

// Ports on which TLS begins with STARTTLS. Source: RFC 8314.
const byStartTls = [143, 587, 2525]

/** A server as a person writes it, such as `mail.example.com` or `mail.example.com:587`; undefined for anything else. */
export const serverAddressOf = (text: string, usualPort: number) => {
  const [, host, written] = /^([^\s:/@]{1,253})(?::(\d{1,5}))?$/.exec(text.trim()) ?? []
  const port = written === undefined ? usualPort : Number(written)
  if (host === undefined || port < 1 || port > 65_535) return undefined
  return { host, port, tls: byStartTls.includes(port) ? 'required' : 'implicit' } as const
}
