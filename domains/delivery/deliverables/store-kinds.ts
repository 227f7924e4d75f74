import { isAgency, type ProjectKind } from '../../../platform/access/index.ts'
import { statement } from '../../../platform/db/statement.ts'
import { isLiveCycle } from '../cycles/index.ts'

const live = isLiveCycle('deliverable.cycle_id')

const visible = statement<{ cycleId: string; seesDrafts: boolean }, { projectId: string }>(
  'deliverable.kind',
  `select project_id as "projectId" from deliverable
   where cycle_id = :cycleId and (:seesDrafts or published_at is not null) and ${live}`,
)
/** The kind of deliverables, by the id of the cycle; clients see them while they are published. */
export const deliverableKind: ProjectKind = async (tx, cycleId, { role }) =>
  (await visible(tx, { cycleId, seesDrafts: isAgency(role) })).at(0)

const asked = statement<{ cycleId: string; seesDrafts: boolean; userId: string }, { projectId: string }>(
  'deliverable.asked-kind',
  `select project_id as "projectId" from deliverable where cycle_id = :cycleId and ${live}
     and (:seesDrafts or published_at is not null or exists (select from deliverable_approval a
       where a.deliverable_id = deliverable.id and a.reviewer_id = :userId))`,
)
/**
 * The kind of requested deliverables, like `deliverableKind`; a reviewer who was asked to decide on one sees its
 * withdrawal.
 */
export const askedDeliverableKind: ProjectKind = async (tx, cycleId, { role, userId }) =>
  (await asked(tx, { cycleId, seesDrafts: isAgency(role), userId })).at(0)
