import { enterPortal } from '../../../domains/accounts/clients/contract.ts'
import { sendProjectMessage } from '../../../domains/delivery/conversation/contract.ts'
import { deliverables as operations } from '../../../domains/delivery/deliverables/contract.ts'
import type { ClientStatus } from '../../../domains/delivery/deliverables/rules.ts'
import { portalSlug, type ClientFirm } from './client-firm.ts'
import type { SeededCycles } from './cycles.ts'
import type { ProjectIds } from './repositories.ts'
import { daysAfter, type Seeding } from './seeding.ts'

interface Publication {
  readonly cycleId: string
  readonly title: string
  readonly clientStatus: ClientStatus
  readonly summary: string
  readonly dueInDays?: number
}

/** The client's view: an approved result, a result that waits for a decision, and work in progress. */
export const seedDeliverables = async (
  seeding: Seeding,
  firm: ClientFirm,
  cycles: SeededCycles,
  projects: ProjectIds,
): Promise<{ readonly decisionId: string }> => {
  await publish(seeding, {
    cycleId: cycles.openingHours,
    title: 'Opening hours on the page',
    clientStatus: 'delivered',
    summary: 'The page shows the opening hours of the week and of Sundays.',
  })
  const decisionId = await askFor(seeding, firm, cycles.openingHours)
  await firm.person.client.call(enterPortal, { params: { agencySlug: portalSlug } })
  await firm.person.client.call(operations.decideDeliverableApproval, {
    params: { cycleId: cycles.openingHours, approvalId: decisionId },
    body: { decision: 'approved', comment: 'Just as we said on the phone.' },
  })
  await publish(seeding, {
    cycleId: cycles.allergens,
    title: 'Allergens of each product',
    clientStatus: 'in_review',
    summary: 'Each product names its allergens. Please look at the cinnamon roll: is egg right?',
    dueInDays: 5,
  })
  await askFor(seeding, firm, cycles.allergens)
  await publish(seeding, {
    cycleId: cycles.birthdayCakes,
    title: 'Orders for birthday cakes',
    clientStatus: 'draft',
    summary: 'We are at it, and have one question.',
    dueInDays: 16,
  })
  await publish(seeding, {
    cycleId: cycles.groups,
    title: 'Cheaper tickets for groups',
    clientStatus: 'delivered',
    summary: 'Groups of ten or more pay nine tenths.',
  })
  const content = 'We open an hour later in December. Can the page say so?'
  await firm.person.client.call(sendProjectMessage, { params: { id: projects.bakery }, body: { content } })
  return { decisionId }
}

const publish = async ({ client, now }: Seeding, { cycleId, dueInDays, ...text }: Publication) => {
  const dueDate = dueInDays === undefined ? null : daysAfter(now, dueInDays).toISOString()
  await client.call(operations.upsertDeliverable, { params: { cycleId }, body: { ...text, dueDate } })
  await client.call(operations.publishDeliverable, { params: { cycleId } })
}

const askFor = async ({ client }: Seeding, { person }: ClientFirm, cycleId: string): Promise<string> => {
  const { id } = await client.call(operations.requestDeliverableApproval, {
    params: { cycleId },
    body: { reviewerId: person.userId },
  })
  return id
}
