import type { InvalidField } from '../../../platform/contract/errors.ts'

/** Whether a person approves every mail, or an administrator may decide otherwise for one play. */
export const sendApprovals = ['always', 'by_play'] as const
export type SendApproval = (typeof sendApprovals)[number]

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

export const retentionDays = { least: 30, most: 1_095 } as const
export const refusalDays = { least: 30, most: 3_650 } as const
export const capUsdMost = 1_000_000

/** The rules of all outreach of a workspace. */
export interface GrowthRules {
  /** Null for no limit. */
  readonly hardCapMicros: number | null
  readonly bookingUrl: string | null
  readonly senderPostalAddress: string | null
  readonly sendApproval: SendApproval
  readonly sendingDays: readonly Weekday[]
  /** `09:00`, in the recipient's time zone. */
  readonly sendingFrom: string
  readonly sendingUntil: string
  readonly leadRetentionDays: number
  /** For how many days after a refusal no other growth project mails the person. */
  readonly refusalDays: number
  /** Whether companies whose imprint is read are added to the company index. */
  readonly contributesToIndex: boolean
}

/** The rules until a change. */
export const rulesByDefault: GrowthRules = {
  hardCapMicros: null,
  bookingUrl: null,
  senderPostalAddress: null,
  sendApproval: 'always',
  sendingDays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  sendingFrom: '09:00',
  sendingUntil: '17:00',
  leadRetentionDays: 180,
  refusalDays: 730,
  contributesToIndex: false,
}

/** The faults of rules whose fields are each well formed. */
export const faultsOf = ({
  bookingUrl,
  senderPostalAddress,
  sendingFrom,
  sendingUntil,
}: GrowthRules): readonly InvalidField[] => [
  ...faultsOfBookingUrl(bookingUrl),
  ...(senderPostalAddress === null || isPostalAddress(senderPostalAddress)
    ? []
    : [
        {
          path: 'senderPostalAddress',
          message: 'is no postal address: it needs a street or a box, a number and a place',
          rule: 'postal_address',
        },
      ]),
  // Times of a day in this form sort as texts do.
  ...(sendingFrom < sendingUntil
    ? []
    : [{ path: 'sendingUntil', message: 'is not later than sendingFrom', rule: 'sending_window' }]),
]

/** True if a text can be a postal address: words, a number and a length that a street and a place need. */
export const isPostalAddress = (text: string): boolean => {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain.length >= 10 && /\p{N}/u.test(plain) && (plain.match(/\p{L}{3}/gu) ?? []).length >= 2
}

export const faultsOfBookingUrl = (bookingUrl: string | null): readonly InvalidField[] => {
  const url = bookingUrl === null ? undefined : URL.parse(bookingUrl)
  const isPublic = url?.protocol === 'https:' && url.username === '' && url.password === ''
  const fault = { path: 'bookingUrl', message: 'is not an https address without a password', rule: 'format' }
  return bookingUrl === null || isPublic ? [] : [fault]
}

/** Days in the order of the week, each once. */
export const inOrder = (days: readonly Weekday[]): readonly Weekday[] => weekdays.filter((day) => days.includes(day))

/** Spend of a month that counts against the hard cap. */
export interface MonthSpend {
  readonly spentMicros: number
  /** Reserved for calls that are under way. */
  readonly heldMicros: number
}

/** True if a call that may cost `worstMicros` stays within the hard cap. */
export const isWithinCap = (capMicros: number | null, { spentMicros, heldMicros }: MonthSpend, worstMicros: number) =>
  capMicros === null || spentMicros + heldMicros + worstMicros <= capMicros

/** The instance's part of a workspace's look-ups in a month. */
export interface LookupTerms {
  readonly kind: 'free_credit' | 'plan_cap'
  readonly limitMicros: number
}

/** The limits that a look-up can meet, in the order of the answer. */
export const lookupCaps = ['hard_cap', 'plan_cap', 'free_credit', 'play_cap'] as const
export type LookupCap = (typeof lookupCaps)[number]

/** The account of look-ups in a month; `credit` is the part that the instance pays. */
interface LookupAccount extends MonthSpend {
  readonly creditSpentMicros: number
  readonly creditHeldMicros: number
}

interface LookupMoney {
  readonly hardCapMicros: number | null
  /** All of growth in the month, look-ups included. */
  readonly month: MonthSpend
  readonly account: LookupAccount
  /** Undefined for a look-up with a key of the workspace's own. */
  readonly terms: LookupTerms | undefined
}

/** The limit that a look-up of `worstMicros` would pass; undefined if it may be sent. */
export const capPassedBy = (worstMicros: number, money: LookupMoney): LookupCap | undefined => {
  const { hardCapMicros, month, account, terms } = money
  if (worstMicros === 0) return undefined
  if (!isWithinCap(hardCapMicros, month, worstMicros)) return 'hard_cap'
  if (!terms) return undefined
  const credit = { spentMicros: account.creditSpentMicros, heldMicros: account.creditHeldMicros }
  return isWithinCap(terms.limitMicros, credit, worstMicros) ? undefined : terms.kind
}
