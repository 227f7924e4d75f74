import type { ProfileName } from '../billables/rules.ts'
import type { InvoiceStatus } from '../invoices/rules.ts'

/**
 * The states of a hand-over, lowest rank first. In `created` the access point has a draft; in `sending` a request to
 * send it may have arrived. A delivery outranks a failure that was reported before.
 */
const storedStates = ['waiting', 'created', 'sending', 'handed_over', 'failed', 'delivered', 'answered'] as const
export type StoredState = (typeof storedStates)[number]

/** The states that people see. */
export const transmissionStates = ['waiting', 'handed_over', 'failed', 'delivered', 'answered'] as const
type TransmissionState = (typeof transmissionStates)[number]

export const shownState = (state: StoredState): TransmissionState =>
  state === 'created' || state === 'sending' ? 'waiting' : state

/**
 * Why a transmission failed, or waits: `disconnected` and `invoice_void` before it was sent, `no_answer` in three days,
 * `refused` and `not_delivered` by the access point, `unavailable` for now.
 */
export const transmissionReasons = [
  'disconnected',
  'invoice_void',
  'no_answer',
  'refused',
  'not_delivered',
  'unavailable',
] as const
export type TransmissionReason = (typeof transmissionReasons)[number]

/** The known outcome of a transmission. */
export interface Outcome {
  readonly state: StoredState
  readonly answer: AnswerCode | null
  readonly answeredAt: Date | null
}

const answerRanks: Readonly<Record<AnswerCode, number>> = { AB: 1, IP: 2, UQ: 3, CA: 4, AP: 5, RE: 5, PD: 6 }

/** The later one of two answers with the same rank counts. */
const isLaterAnswer = (one: Outcome, other: Outcome): boolean => {
  const keyOf = ({ answer, answeredAt }: Outcome) =>
    [answer === null ? 0 : answerRanks[answer], answeredAt?.getTime() ?? -1, answer ?? ''] as const
  const keys = keyOf(one)
  const others = keyOf(other)
  const differing = keys.findIndex((key, at) => key !== others[at])
  return differing !== -1 && keys[differing]! > others[differing]!
}

/** True if `learned` replaces the known state, by its rank and never by its arrival. */
export const outranks = (learned: Outcome, known: Outcome): boolean => {
  const difference = storedStates.indexOf(learned.state) - storedStates.indexOf(known.state)
  return difference === 0 ? learned.state === 'answered' && isLaterAnswer(learned, known) : difference > 0
}

const minuteMs = 60_000
const dayMs = 86_400_000

interface Patience {
  /** The longest pause between two requests. */
  readonly pauseMs: number
  /** After that time the access point is asked no more. */
  readonly lastsMs: number
}

const patience: Readonly<Record<StoredState, Patience>> = {
  waiting: { pauseMs: 3_600_000, lastsMs: 3 * dayMs },
  created: { pauseMs: 3_600_000, lastsMs: 3 * dayMs },
  // It may have been sent: a failure that is not known is never assumed.
  sending: { pauseMs: 3_600_000, lastsMs: 30 * dayMs },
  handed_over: { pauseMs: 3_600_000, lastsMs: 30 * dayMs },
  failed: { pauseMs: 0, lastsMs: 0 },
  delivered: { pauseMs: dayMs, lastsMs: 90 * dayMs },
  answered: { pauseMs: dayMs, lastsMs: 90 * dayMs },
}

/** Delay before the next request about a transmission, by its age; undefined without a next one. */
export const pauseMs = ({ state, answer }: Pick<Outcome, 'state' | 'answer'>, ageMs: number): number | undefined => {
  const { pauseMs: longestMs, lastsMs } = patience[state]
  if (ageMs >= lastsMs || answer === 'PD') return undefined
  return Math.min(longestMs, Math.max(minuteMs, ageMs / 4))
}

/** Why an invoice is not handed over in this profile; undefined if nothing in its own state is against it. */
export const handOverObstacle = (
  { status, invoiceNumber }: { readonly status: InvoiceStatus; readonly invoiceNumber: string | null },
  profile: ProfileName,
): 'notIssued' | 'isVoid' | 'otherProfile' | undefined => {
  if (invoiceNumber === null) return 'notIssued'
  if (status === 'void') return 'isVoid'
  return profile === 'peppol' ? undefined : 'otherProfile'
}

/** By whom invoices are handed over to the network Peppol. */
export const accessPointIds = ['e-invoice-be'] as const
export type AccessPointId = (typeof accessPointIds)[number]

export const accessPointEnvironments = ['test', 'live'] as const
export type AccessPointEnvironment = (typeof accessPointEnvironments)[number]

/**
 * Answers of a buyer, as Peppol’s Invoice Response codes them, in the order in which they come: received, in process,
 * in query, accepted with conditions, accepted or refused, paid.
 */
export const answerCodes = ['AB', 'IP', 'UQ', 'CA', 'AP', 'RE', 'PD'] as const
export type AnswerCode = (typeof answerCodes)[number]
