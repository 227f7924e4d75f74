/** Whether a person approves every mail, or an administrator may decide otherwise for one play. */
export const sendApprovals = ['always', 'by_play'] as const
export type SendApproval = (typeof sendApprovals)[number]

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

export const retentionDays = { least: 30, most: 1_095 } as const
export const capUsdMost = 1_000_000

/** What holds for all outreach of a workspace. */
export interface GrowthRules {
  /** Null for no limit. */
  readonly hardCapMicros: number | null
  readonly bookingUrl: string | null
  readonly senderPostalAddress: string | null
  readonly sendApproval: SendApproval
  readonly sendingDays: readonly Weekday[]
  /** `09:00`, where the recipient is. */
  readonly sendingFrom: string
  readonly sendingUntil: string
  readonly leadRetentionDays: number
}

/** What holds where nobody has changed anything. */
export const rulesByDefault: GrowthRules = {
  hardCapMicros: null,
  bookingUrl: null,
  senderPostalAddress: null,
  sendApproval: 'always',
  sendingDays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  sendingFrom: '09:00',
  sendingUntil: '17:00',
  leadRetentionDays: 180,
}

interface Fault {
  readonly path: string
  readonly message: string
  readonly rule: string
}

/** What is wrong with rules whose fields are each well formed. */
export const faultsOf = ({ bookingUrl, sendingFrom, sendingUntil }: GrowthRules): readonly Fault[] => [
  ...(bookingUrl !== null && !isBookingUrl(bookingUrl)
    ? [{ path: 'bookingUrl', message: 'is not an https address without a password', rule: 'format' }]
    : []),
  // Times of a day in this form sort as texts do.
  ...(sendingFrom < sendingUntil
    ? []
    : [{ path: 'sendingUntil', message: 'is not later than sendingFrom', rule: 'sending_window' }]),
]

const isBookingUrl = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

/** Days in the order of the week, each once. */
export const inOrder = (days: readonly Weekday[]): readonly Weekday[] => weekdays.filter((day) => days.includes(day))

/** Spend of a month that counts against the hard cap. */
export interface MonthSpend {
  readonly spentMicros: number
  /** Held back for calls that are under way. */
  readonly heldMicros: number
}

/** Whether a call that may cost `worstMicros` stays within the hard cap. */
export const isWithinCap = (capMicros: number | null, { spentMicros, heldMicros }: MonthSpend, worstMicros: number) =>
  capMicros === null || spentMicros + heldMicros + worstMicros <= capMicros
