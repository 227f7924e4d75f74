import type { LeadRefusal } from '../../leads/rules.ts'

/** What is known of a mail that is due, in the transaction that may hand it over. */
export interface SendFacts {
  readonly isOfSequence: boolean
  readonly isProjectArchived: boolean
  readonly isPlayRunning: boolean
  /** The first reason for which the lead gets no mail. */
  readonly leadRefusal: LeadRefusal | undefined
  readonly isLeadQueued: boolean
  readonly isSequenceStopped: boolean
  /** Whether the mail before it was sent; true for the first one. */
  readonly wasPreviousSent: boolean
  readonly needsApproval: boolean
  readonly isApprovedByPerson: boolean
  readonly hasPostalAddress: boolean
  readonly doCitationsResolve: boolean
}

/** What becomes of a mail that is due. */
export type SendDecision =
  | { readonly kind: 'send' }
  /** Not now: it is looked at again later. */
  | { readonly kind: 'wait' }
  /** A person has to look at it first. */
  | { readonly kind: 'return'; readonly reason: 'approval_needed' | 'citation_unresolved' }
  | { readonly kind: 'cancel'; readonly reason: string }

const outright: readonly (LeadRefusal | undefined)[] = [
  'opted_out',
  'suppressed',
  'region_excluded',
  'no_sendable_address',
]

/** Whether a mail is sent. Only what lasts cancels it; what a person can mend lets it wait. */
export const decide = (facts: SendFacts): SendDecision => {
  const { leadRefusal, isOfSequence } = facts
  // An answer to a person who wrote is no cold mail: countries and look-ups do not matter.
  const relevant = isOfSequence || leadRefusal === 'opted_out' || leadRefusal === 'suppressed'
  if (relevant && leadRefusal !== undefined && outright.includes(leadRefusal))
    return { kind: 'cancel', reason: leadRefusal }
  if (facts.isProjectArchived) return { kind: 'wait' }
  if (!isOfSequence) return { kind: 'send' }
  if (facts.isSequenceStopped) return { kind: 'cancel', reason: 'sequence_stopped' }
  if (!facts.isPlayRunning || leadRefusal !== undefined) return { kind: 'wait' }
  if (!facts.isLeadQueued || !facts.wasPreviousSent || !facts.hasPostalAddress) return { kind: 'wait' }
  if (facts.needsApproval && !facts.isApprovedByPerson) return { kind: 'return', reason: 'approval_needed' }
  return facts.doCitationsResolve ? { kind: 'send' } : { kind: 'return', reason: 'citation_unresolved' }
}
