import type { listGrowthLeads } from '../../../../../domains/growth/leads/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

export type Lead = Reply<typeof listGrowthLeads>[number]

type Field = Lead['evidence'][number]['field']
type KnownLead = Pick<Lead, 'address' | 'domain' | 'evidence'>

/** The value of a fact; undefined if it is not known. */
export const factOf = ({ evidence }: Pick<Lead, 'evidence'>, field: Field): string | undefined =>
  evidence.find((fact) => fact.field === field)?.value

/** The name of a lead; without one its address, or else the domain of its company. */
export const leadName = (lead: KnownLead): string => {
  const parts = [factOf(lead, 'firstName'), factOf(lead, 'lastName')].filter((part) => part !== undefined)
  return factOf(lead, 'name') ?? (parts.length > 0 ? parts.join(' ') : (lead.address ?? lead.domain))
}

const undelivered = ['bounced', 'refused', 'no_sendable_address']

/** How far its mails are: its state until a mail is sent to it, or something else ends its sequence. */
export const leadState = (
  lead: Pick<Lead, 'status' | 'optedOutAt' | 'contactedAt' | 'sequenceStoppedAt' | 'sequenceStopReason'>,
) => {
  if (lead.optedOutAt !== null) return 'optedOut'
  if (lead.status !== 'queued') return lead.status
  const reason = lead.sequenceStoppedAt === null ? null : lead.sequenceStopReason
  if (reason === 'replied') return 'replied'
  if (reason !== null && undelivered.includes(reason)) return 'undelivered'
  return lead.contactedAt === null ? 'queued' : 'contacted'
}

/** The text of a lead that a filter looks in. */
export const leadText = (lead: KnownLead): string =>
  [leadName(lead), lead.address, lead.domain, factOf(lead, 'company'), factOf(lead, 'country')].join(' ')
