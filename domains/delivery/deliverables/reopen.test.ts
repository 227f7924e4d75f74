import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { asked } from '../../../testing/runs/deliverables.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import {
  decideDeliverableApproval,
  getDeliverable,
  listDeliverableApprovals,
  publishDeliverable,
  reopenDeliverableDecision,
  unpublishDeliverable,
  upsertDeliverable,
} from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

/** A client who approved a published deliverable. */
const world = async () => {
  const at = await scene(server)
  const { cycleId, approvalId, projectId } = await asked(server, at)
  const input = { cycleId, approvalId }
  const body = { decision: 'approved', comment: 'Looks right.' }
  expect((await at.client.call(decideDeliverableApproval, { ...input, body })).status).toBe(200)
  const reopen = () => at.client.call(reopenDeliverableDecision, input)
  return { at, projectId, cycleId, approvalId, input, reopen }
}

test('201 asks the same reviewer about the same revision; the first decision stays, and the newest counts', async () => {
  const { at, cycleId, approvalId, reopen } = await world()
  const { body: before } = await at.owner.call(listDeliverableApprovals, { cycleId })
  const { status, body } = await reopen()
  expect([status, body]).toMatchObject([
    201,
    { revision: 1, revisionHash: before[0].revisionHash, reviewerId: at.clientId, status: 'open', decision: null },
  ])
  expect((await at.owner.call(getDeliverable, { cycleId })).body.approval).toBe('open')
  const said = { decision: 'changes_requested', comment: 'The colour is wrong.' }
  const decided = { cycleId, approvalId: body.id as string, body: said }
  expect((await at.client.call(decideDeliverableApproval, decided)).status).toBe(200)
  expect((await at.owner.call(getDeliverable, { cycleId })).body.approval).toBe('changes_requested')
  const { body: after } = await at.owner.call(listDeliverableApprovals, { cycleId })
  expect(after).toMatchObject([{ id: body.id, ...said }, before[0]])
  expect(after[1]).toEqual(before[0])
  expect(await at.eventNames(body.id as string)).toEqual([
    'deliverable_approval.requested',
    'deliverable_approval.decided',
  ])
  expect((await auditOf(server, at.workspace, body.id as string))[0]).toMatchObject({
    action: 'deliverable_approval.reopen',
    details: { reopens: approvalId, firstDecision: 'approved', revision: 1 },
  })
})

test('409 for all but one of ten callers at once, and 409 for a request without a decision', async () => {
  const { at, cycleId, reopen } = await world()
  const replies = await Promise.all(Array.from({ length: 10 }, reopen))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  expectError(await unchanged(server, reopen), 409, 'approval_already_requested')
  const { body } = replies.find(({ status }) => status === 201)!
  const open = { cycleId, approvalId: body.id as string }
  const reply = await unchanged(server, () => at.client.call(reopenDeliverableDecision, open))
  expectError(reply, 409, 'approval_not_decided')
})

test('409 once the deliverable was published again or withdrawn', async () => {
  const { at, cycleId, reopen } = await world()
  expect((await at.owner.call(upsertDeliverable, { cycleId, body: { title: 'Other' } })).status).toBe(200)
  expect((await at.owner.call(publishDeliverable, { cycleId })).status).toBe(200)
  expectError(await unchanged(server, reopen), 409, 'deliverable_republished')
  expect((await at.owner.call(unpublishDeliverable, { cycleId })).status).toBe(200)
  expectError(await unchanged(server, reopen), 409, 'deliverable_withdrawn')
})

test('409 if the deliverable changed in place', async () => {
  const { cycleId, reopen } = await world()
  await asOwner(server, `update cycle set merged_sha = $2 where id = $1`, [cycleId, 'a'.repeat(40)])
  expectError(await unchanged(server, reopen), 409, 'deliverable_changed')
})

test('403 for another person than the reviewer, 404 for a request that is not there', async () => {
  const { at, input } = await world()
  const byOwner = await unchanged(server, () => at.owner.call(reopenDeliverableDecision, input))
  expectError(byOwner, 403, 'not_the_reviewer')
  for (const approvalId of [uuidv7(), 'nonsense'])
    expect((await at.client.call(reopenDeliverableDecision, { ...input, approvalId })).status).toBe(404)
})
