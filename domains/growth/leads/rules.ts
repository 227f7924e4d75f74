/** The statuses that a person can set. */
export const settableStatuses = ['disqualified', 'new', 'queued'] as const
export type LeadStatus = (typeof settableStatuses)[number]

/** Why a lead is not moved, in the order of the answer. */
export const leadRefusals = [
  'campaign_not_running',
  'opted_out',
  'suppressed',
  'region_excluded',
  'no_sendable_address',
  'lookup_required',
  'refused_before',
] as const
export type LeadRefusal = (typeof leadRefusals)[number]

/** The facts of a lead at a move. */
export interface LeadFacts {
  readonly isArchived: boolean
  /** Whether its play is active and acknowledged; false for a lead of no play. */
  readonly isPlayRunning: boolean
  readonly isOptedOut: boolean
  readonly isSuppressed: boolean
  readonly isRegionExcluded: boolean
  readonly wasLookedUp: boolean
  readonly hasSendableAddress: boolean
  /** Whether the person refused in another thread, and it was not confirmed for this lead. */
  readonly hasRefused: boolean
}

/** The first reason for which a lead cannot get a status; undefined if it can. Disqualifying is never refused. */
export const refusalOf = (to: LeadStatus, facts: LeadFacts): LeadRefusal | undefined => {
  if (to === 'disqualified') return undefined
  const isQueued = to === 'queued'
  const reasons: Readonly<Record<LeadRefusal, boolean>> = {
    campaign_not_running: facts.isArchived || (isQueued && !facts.isPlayRunning),
    opted_out: facts.isOptedOut,
    suppressed: facts.isSuppressed,
    region_excluded: isQueued && facts.isRegionExcluded,
    no_sendable_address: isQueued && facts.wasLookedUp && !facts.hasSendableAddress,
    lookup_required: isQueued && !facts.wasLookedUp,
    refused_before: isQueued && facts.hasRefused,
  }
  return leadRefusals.find((reason) => reasons[reason])
}

export const leadListMostBytes = 64 * 2 ** 20
/** The limit of leads in a growth project. */
export const leadsMost = 100_000

export const leadFields = [
  'email',
  'domain',
  'name',
  'firstName',
  'lastName',
  'role',
  'company',
  'country',
  'consent',
  'notes',
] as const
export type LeadField = (typeof leadFields)[number]

/** Why a row of a list was not imported. */
export const rowRefusals = [
  'no_address_or_domain',
  'bad_address',
  'bad_domain',
  'too_long',
  'encoding',
  'duplicate',
  'suppressed',
  'too_many',
] as const
export type RowRefusal = (typeof rowRefusals)[number]

/** Parts of an imported row that do not count. */
export const rowNotices = ['consent_unclear', 'website_left_out', 'addresses_left_out', 'quote_not_closed'] as const
export type RowNotice = (typeof rowNotices)[number]

/** Where a fact of a lead is from: an uploaded list, a provider of data, or a look-up that is built in. */
export const evidenceSources = ['list', 'provider', 'built_in'] as const

/** The evidence of a field of a lead. */
export interface Evidence {
  readonly value: string
  readonly source: (typeof evidenceSources)[number]
  /** The list and its row; absent for a look-up. */
  readonly listId?: string
  readonly row?: number
  /** Which one was asked; absent for a list. */
  readonly provider?: string
  readonly at: string
  readonly costUsd: number
  readonly confidence: number
}

/** The result of an address's check. `accept_all`: its server takes mail for any name. */
export const addressVerdicts = ['valid', 'accept_all', 'unknown', 'invalid'] as const
export type AddressVerdict = (typeof addressVerdicts)[number]

/**
 * True if mail may be sent to the address of a lead: a check confirmed the address, or a person listed it and no check
 * refuted it.
 */
export const isSendable = (
  address: string | null,
  verdict: AddressVerdict | null,
  source: Evidence['source'] | undefined,
): boolean => address !== null && (verdict === 'valid' || (source === 'list' && verdict !== 'invalid'))
