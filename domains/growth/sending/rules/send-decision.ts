import type { LeadRefusal } from '../../leads/rules.ts'
import type { PlayNeed, PauseReason } from '../../plays/rules.ts'
import type { Reception } from '../../messages/rules.ts'

/** The facts of a due mail, in the transaction that may hand it over. */
export interface SendFacts {
  readonly isProjectArchived: boolean
  readonly isPlayRunning: boolean
  /** The first reason for which the lead gets no mail, whether its play runs or not. */
  readonly leadRefusal: LeadRefusal | undefined
  readonly isLeadQueued: boolean
  readonly isSequenceStopped: boolean
  /** True if a reply of its address waits for a person's decision on its meaning. */
  readonly hasUndecidedReply: boolean
  /** Whether the mail before it was sent; true for the first one. */
  readonly wasPreviousSent: boolean
  readonly needsApproval: boolean
  readonly isApprovedByPerson: boolean
  /** The need that the play lacks to send. */
  readonly need: PlayNeed | undefined
  readonly doCitationsResolve: boolean
}

/** The decision about a due mail. */
type SendDecision =
  | { readonly kind: 'send' }
  /** Not now: it is looked at again later. */
  | { readonly kind: 'wait'; readonly reason?: 'undecided_reply' | 'refused_before' }
  /** No mail of the play is sent until a person has set up the missing need. */
  | { readonly kind: 'hold'; readonly reason: PlayNeed }
  /** A person has to look at it first. */
  | { readonly kind: 'return'; readonly reason: 'approval_needed' | 'citation_unresolved' }
  /** The lead gets no mail of the sequence any more. */
  | { readonly kind: 'stop'; readonly reason: string }

const lasting: readonly LeadRefusal[] = ['opted_out', 'suppressed', 'region_excluded', 'no_sendable_address']

/** Decides whether to send a mail. A lasting reason ends the sequence; a reason that a person can mend delays it. */
export const decide = (facts: SendFacts): SendDecision => {
  const { leadRefusal } = facts
  if (facts.isSequenceStopped) return { kind: 'stop', reason: 'stopped' }
  if (leadRefusal !== undefined && lasting.includes(leadRefusal)) return { kind: 'stop', reason: leadRefusal }
  if (facts.hasUndecidedReply) return { kind: 'wait', reason: 'undecided_reply' }
  if (leadRefusal === 'refused_before') return { kind: 'wait', reason: 'refused_before' }
  if (facts.isProjectArchived || !facts.isPlayRunning || leadRefusal !== undefined) return { kind: 'wait' }
  if (!facts.isLeadQueued || !facts.wasPreviousSent) return { kind: 'wait' }
  if (facts.need !== undefined) return { kind: 'hold', reason: facts.need }
  if (facts.needsApproval && !facts.isApprovedByPerson) return { kind: 'return', reason: 'approval_needed' }
  return facts.doCitationsResolve ? { kind: 'send' } : { kind: 'return', reason: 'citation_unresolved' }
}

export const limits = {
  days: 7,
  /** From how many mails on the rates count. */
  sentLeast: 200,
  complaintRate: 0.001,
  bounceRate: 0.03,
  /** How many complaints end a play before that. */
  complaintsMost: 2,
} as const

/** Why a play has to stop sending; undefined if it may continue. */
export const limitPassedBy = ({ sent, bounces, complaints }: Reception): PauseReason | undefined => {
  if (sent < limits.sentLeast) return complaints >= limits.complaintsMost ? 'complaints' : undefined
  if (complaints / sent > limits.complaintRate) return 'complaints'
  return bounces / sent > limits.bounceRate ? 'bounces' : undefined
}

export const tries = { most: 8, firstWaitMs: 5 * 60_000, longestWaitMs: 6 * 3_600_000 } as const

/** The time at which an unsent mail is tried again after so many attempts; undefined if it was tried enough. */
export const nextTry = (at: Date, attempts: number): Date | undefined =>
  attempts >= tries.most
    ? undefined
    : new Date(at.getTime() + Math.min(tries.firstWaitMs * 2 ** Math.max(0, attempts - 1), tries.longestWaitMs))

const minuteMs = 60_000
const after = (ms: number) => (now: Date) => new Date(now.getTime() + ms)

/** When a mail is judged again that a person or its mailbox holds up, for which no send is left, or for which no time is open. */
export const waits = {
  heldUp: after(15 * minuteMs),
  noSend: after(60 * minuteMs),
  neverOpen: after(24 * 60 * minuteMs),
} as const
