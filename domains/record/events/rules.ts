/** An event as far as the rule looks at it. */
interface Told {
  readonly name: string
  readonly entityType: string
  readonly cycleId: string | null
  readonly payload: Readonly<Record<string, unknown>>
}

// What the client of a project may read there anyway. Requests and budgets are told among the agency.
const work = ['cycle', 'cycle_message', 'task']
const answers = [
  ...['deliverable.published', 'deliverable.unpublished'],
  ...['deliverable_approval.requested', 'deliverable_approval.decided'],
]

/** Whether the clients of a project are told of one of its events. */
export const isToldToClients = ({ name, entityType, cycleId }: Told): boolean =>
  cycleId !== null && (work.includes(entityType) || answers.includes(name))

/** What clients read of an event's details: the status that a cycle or a task came to. */
export const payloadForClients = ({ payload: { status } }: Pick<Told, 'payload'>): Record<string, unknown> =>
  typeof status === 'string' ? { status } : {}
