import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import {
  publishDeliverable,
  requestDeliverableApproval,
  upsertDeliverable,
} from '../../domains/delivery/deliverables/contract.ts'
import { cycleIn, emptyProject } from '../cycles.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

/** A published deliverable of a cycle of its own; gives the id of the cycle. */
export const publishedIn = async (
  server: TestServer,
  at: Scene,
  projectId: string,
  body: object = { title: 'Opening hours' },
): Promise<string> => {
  const cycleId = await cycleIn(server, at, projectId)
  expect((await at.owner.call(upsertDeliverable, { cycleId, body })).status).toBe(200)
  expect((await at.owner.call(publishDeliverable, { cycleId })).status).toBe(200)
  return cycleId
}

/** Asks any person about the publication, as a row. */
export const askedIn = async (server: TestServer, cycleId: string, reviewerId: string): Promise<string> => {
  const id = uuidv7()
  await asOwner(
    server,
    `insert into deliverable_approval (id, workspace_id, project_id, deliverable_id, revision, revision_hash, reviewer_id,
       requested_at, requested_by)
     select $1, s.workspace_id, s.project_id, s.deliverable_id, s.revision, s.sha256, $3, now(), s.published_by
     from deliverable_snapshot s join deliverable d on d.id = s.deliverable_id and d.submitted_revision = s.revision
     where d.cycle_id = $2`,
    [id, cycleId, reviewerId],
  )
  return id
}

/** A published deliverable, and a client who was asked to decide on it. */
export const asked = async (server: TestServer, at: Scene, body?: object) => {
  const projectId = await emptyProject(at.owner)
  await at.grant(projectId, at.clientId, 'view')
  const cycleId = await publishedIn(server, at, projectId, body)
  const reply = await at.owner.call(requestDeliverableApproval, { cycleId, body: { reviewerId: at.clientId } })
  expect(reply.status).toBe(201)
  return { projectId, cycleId, approvalId: reply.body.id as string, approval: reply.body }
}
