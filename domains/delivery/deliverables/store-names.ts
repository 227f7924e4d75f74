import { hasWords } from '../../../platform/db/fragments.ts'
import { statement } from '../../../platform/db/statement.ts'
import { isLive, projectName } from '../../code/projects/index.ts'
import type { FoundName, NamedThing, SoughtName } from '../../domain.ts'
import { isLiveCycle } from '../cycles/index.ts'
import { isAgency, type ProjectKind } from '../../../platform/access/index.ts'

export const namesOfDeliverables = statement<{ ids: readonly string[] }, NamedThing>(
  'deliverable.names',
  `select id, title, project_id as "projectId", cycle_id as "cycleId" from deliverable
   where workspace_id = :workspace and id = any(:ids) and ${isLive('project_id')}`,
)

/** The titles of the deliverables that these approvals are about. */
export const namesOfApprovals = statement<{ ids: readonly string[] }, NamedThing>(
  'deliverable.names-of-approvals',
  `select a.id, d.title, d.project_id as "projectId", d.cycle_id as "cycleId"
   from deliverable_approval a join deliverable d on d.id = a.deliverable_id
   where a.workspace_id = :workspace and a.id = any(:ids) and ${isLive('d.project_id')}`,
)

/** Deliverables by any part of their title, the newest first; each by the id of its cycle. */
export const foundDeliverables = statement<SoughtName, FoundName>(
  'deliverable.found',
  `select deliverable.cycle_id as id, deliverable.title as name, ${projectName('deliverable.project_id')} as also,
     deliverable.project_id as "parentId"
   from deliverable where deliverable.workspace_id = :workspace and ${isLiveCycle('deliverable.cycle_id')} and ${hasWords('searched_name(deliverable.title)')}
   order by deliverable.created_at desc, deliverable.id desc limit :rows`,
)

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
/** Requested deliverables, like `deliverableKind`; a reviewer who was asked to decide on one sees its withdrawal. */
export const askedDeliverableKind: ProjectKind = async (tx, cycleId, { role, userId }) =>
  (await asked(tx, { cycleId, seesDrafts: isAgency(role), userId })).at(0)
