import type { EventRow } from './tables.ts'

/** An event as far as the rule looks at it. */
type EventFacts = Pick<EventRow, 'name' | 'entityType' | 'cycleId' | 'payload'>

// Subjects that the client of a project may read there anyway. Events of drafts and budgets are the agency's.
const work = ['cycle', 'cycle_message', 'task']
const answers = [
  'deliverable.published',
  'deliverable.unpublished',
  'deliverable_approval.requested',
  'deliverable_approval.decided',
]

// The fate of an issued invoice; people with a seat in its account read it in the portal.
const invoiceEvents = [
  'client_invoice.issued',
  'client_invoice.paid',
  'client_invoice.payment_recorded',
  'client_invoice.voided',
]

/** The client account whose people get an event, as the event itself names it; undefined if none is. */
export const accountOfEvent = ({ name, payload: { clientAccountId } }: Pick<EventFacts, 'name' | 'payload'>) =>
  invoiceEvents.includes(name) && typeof clientAccountId === 'string' ? clientAccountId : undefined

/** The level that a client needs in a project to get one of its events; undefined for an event of the agency's. */
export const levelForClients = ({ name, entityType, cycleId, payload }: EventFacts): 'view' | 'steer' | undefined => {
  if (name === 'project.messaged') return 'view'
  if (cycleId === null) return undefined
  // A client does not see a question to the agency.
  if (entityType === 'pending_request') return payload.requiredActor === 'client' ? 'steer' : undefined
  return work.includes(entityType) || answers.includes(name) ? 'view' : undefined
}

/** The part of an event's details that clients read: the status that a cycle or a task came to. */
export const payloadForClients = ({ payload: { status } }: Pick<EventFacts, 'payload'>): Record<string, unknown> =>
  typeof status === 'string' ? { status } : {}
