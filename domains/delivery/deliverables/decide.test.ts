import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { asked, askedIn, publishedIn } from '../../../testing/runs/deliverables.ts'
import { racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { erasePerson, exportPerson } from '../../accounts/people/contract/own-data.ts'
import { erasePeople } from '../../accounts/people/jobs/erase-people.ts'
import { archiveProject, deleteProject } from '../../code/projects/contract.ts'
import { deleteCycle } from '../cycles/contract.ts'
import { purgeProjects } from '../../code/projects/jobs/purge-projects.ts'
import {
  decideDeliverableApproval,
  getApprovalSnapshot,
  getDeliverable,
  listDeliverableApprovals,
  listDeliverableReviewers,
  listDeliverables,
  publishDeliverable,
  requestDeliverableApproval,
  unpublishDeliverable,
  upsertDeliverable,
} from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const approve = { decision: 'approved' } as const
const world = async () => {
  const at = await scene(server)
  const made = await asked(server, at)
  return { at, ...made, input: { cycleId: made.cycleId, approvalId: made.approvalId, body: approve as object } }
}

test('201 binds a request to the hash of the publication; its reviewer finds it, and both sides read it', async () => {
  const { at, projectId, cycleId, approval } = await world()
  const { revisionHash, id: deliverableId } = (await at.owner.call(getDeliverable, { cycleId })).body
  expect(approval).toMatchObject({
    projectId,
    cycleId,
    deliverableId,
    revision: 1,
    revisionHash,
    reviewerId: at.clientId,
    reviewerName: 'client',
    status: 'open',
    decision: null,
    comment: null,
    decidedAt: null,
  })
  expect((await at.owner.call(listDeliverableApprovals, { cycleId })).body).toEqual([approval])
  const { requestedBy, ...shown } = approval
  expect(requestedBy).toEqual(expect.any(String))
  expect((await at.client.call(listDeliverableApprovals, { cycleId })).body).toEqual([shown])
  expect((await at.client.call(getDeliverable, { cycleId })).body).toMatchObject({ approval: 'open' })
  const awaiting = async (caller: typeof at.client) =>
    (await caller.call(listDeliverables, { query: { awaiting: 'me' } })).body.map(
      (one: { cycleId: string }) => one.cycleId,
    )
  expect([await awaiting(at.client), await awaiting(at.owner)]).toEqual([[cycleId], []])
  expect(await auditOf(server, at.workspace, approval.id as string)).toMatchObject([
    { action: 'deliverable_approval.request', details: { projectId, cycleId, revision: 1, revisionHash } },
  ])
})

test('200 shows the snapshot in question to the agency and to its reviewer, 404 to all others', async () => {
  const { at, projectId, cycleId, approvalId, approval } = await world()
  const before = (await at.client.call(getDeliverable, { cycleId })).body
  await at.owner.call(upsertDeliverable, { cycleId, body: { title: 'Other' } })
  await at.owner.call(publishDeliverable, { cycleId })
  const { revisionHash } = approval as { revisionHash: string }
  for (const caller of [at.client, at.owner]) {
    const { status, body } = await caller.call(getApprovalSnapshot, { cycleId, approvalId })
    expect([status, body]).toEqual([
      200,
      { approvalId, revision: 1, revisionHash, snapshot: before.snapshot, publishedAt: before.publishedAt },
    ])
    expect(
      createHash('sha256')
        .update(body.snapshot as string)
        .digest('hex'),
    ).toBe(revisionHash)
  }
  const other = await at.join('client')
  await at.grant(projectId, other.userId, 'steer')
  const elsewhere = await publishedIn(server, at, projectId)
  const refused = [
    await other.caller.call(getApprovalSnapshot, { cycleId, approvalId }),
    await at.client.call(getApprovalSnapshot, { cycleId: elsewhere, approvalId }),
    ...(await Promise.all(
      [uuidv7(), 'nonsense', '%00'].map((id) => at.client.call(getApprovalSnapshot, { cycleId, approvalId: id })),
    )),
  ]
  for (const reply of refused) expectError(reply, 404, 'not_found')
  await at.owner.call(unpublishDeliverable, { cycleId })
  expectError(await at.client.call(getApprovalSnapshot, { cycleId, approvalId }), 404, 'not_found')
})

test('200 names each person with whom the project is shared once, newest first, and no client gets that', async () => {
  const { at, projectId, cycleId } = await world()
  const { userId } = await at.join('client')
  await at.join('client')
  await at.grant(projectId, userId, 'steer')
  const read = (query = {}) => at.member.call(listDeliverableReviewers, { cycleId, query })
  const all = await read()
  expect([all.status, all.body.map((one: { userId: string }) => one.userId)]).toEqual([200, [userId, at.clientId]])
  expect((await read({ limit: 1 })).body).toEqual(all.body.slice(0, 1))
  expectError(await at.client.call(listDeliverableReviewers, { cycleId }), 403, 'forbidden')
})

test('400 for a reviewer with whom the project is not shared, 409 for a deliverable that is not published, changed, or already requested', async () => {
  const { at, projectId, cycleId } = await world()
  const ask = (reviewerId: string) =>
    unchanged(server, () => at.owner.call(requestDeliverableApproval, { cycleId, body: { reviewerId } }))
  const { userId: stranger } = await at.join('client')
  for (const id of [stranger, uuidv7(), 'nobody', '\u0000']) expect(await ask(id)).toMatchObject({ status: 400 })
  expectError(await ask(stranger), 400, 'reviewer_not_on_project')
  expectError(await ask(at.clientId), 409, 'approval_already_requested')
  await at.grant(projectId, stranger, 'steer')
  await at.owner.call(upsertDeliverable, { cycleId, body: { title: 'Other' } })
  expectError(await ask(stranger), 409, 'deliverable_changed')
  await at.owner.call(unpublishDeliverable, { cycleId })
  expectError(await ask(stranger), 409, 'deliverable_not_published')
  await at.owner.call(publishDeliverable, { cycleId })
  expect((await at.owner.call(requestDeliverableApproval, { cycleId, body: { reviewerId: stranger } })).status).toBe(
    201,
  )
})

test.each(['approved', 'changes_requested'])('200 with the decision %s, once and permanently', async (decision) => {
  const { at, projectId, cycleId, approval, input } = await world()
  const session = await at.signIn(at.clientId)
  const body = { decision, comment: 'Seen on the phone.' }
  const reply = await session.call(decideDeliverableApproval, {
    ...input,
    body,
    headers: { 'x-client-portal': at.workspace },
  })
  const { revisionHash } = approval as { revisionHash: string }
  expect(reply).toMatchObject({
    status: 200,
    body: {
      approvalId: approval.id as string,
      projectId,
      cycleId,
      revision: 1,
      revisionHash,
      ...body,
      shipped: false,
      reason: { code: decision === 'approved' ? 'policy' : 'changes_requested' },
    },
  })
  expect((await auditOf(server, at.workspace, approval.id as string)).at(-1)).toMatchObject({
    action: 'deliverable_approval.decide',
    details: { revisionHash, decision, shipped: false },
  })
  expect((await at.owner.call(listDeliverableApprovals, { cycleId })).body).toMatchObject([
    { ...body, status: decision },
  ])
  expect((await at.owner.call(getDeliverable, { cycleId })).body).toMatchObject({ approval: decision })
  const again = await unchanged(server, () => at.client.call(decideDeliverableApproval, input))
  expectError(again, 409, 'approval_decided')
  await at.owner.call(upsertDeliverable, { cycleId, body: { title: 'Opening hour' } })
  expect((await at.owner.call(getDeliverable, { cycleId })).body).toMatchObject({ approval: 'outdated' })
})

test('409 for deleting a cycle on whose deliverable a client decided, which stays for both sides', async () => {
  const { at, cycleId, input } = await world()
  await asOwner(server, "update cycle set status = 'draft' where id = $1", [cycleId])
  expect((await at.client.call(decideDeliverableApproval, input)).status).toBe(200)
  expectError(await unchanged(server, () => at.owner.call(deleteCycle, { id: cycleId })), 409, 'cycle_not_deletable')
  for (const caller of [at.owner, at.client])
    expect((await caller.call(listDeliverableApprovals, { cycleId })).body).toMatchObject([{ status: 'approved' }])
  const undecided = await world()
  await asOwner(server, "update cycle set status = 'draft' where id = $1", [undecided.cycleId])
  expect((await undecided.at.owner.call(deleteCycle, { id: undecided.cycleId })).status).toBe(200)
})

test('403 for everybody but the reviewer; 404 for another deliverable’s request, an unknown and a malformed one', async () => {
  const { at, projectId, cycleId, input } = await world()
  const { caller: other, userId } = await at.join('client')
  await at.grant(projectId, userId, 'steer')
  for (const caller of [at.owner, at.member, other])
    expectError(await unchanged(server, () => caller.call(decideDeliverableApproval, input)), 403, 'not_the_reviewer')
  const elsewhere = await publishedIn(server, at, projectId)
  for (const wrong of [{ cycleId: elsewhere }, { approvalId: uuidv7() }, { approvalId: 'x' }, { cycleId: uuidv7() }])
    expectError(
      await unchanged(server, () => at.client.call(decideDeliverableApproval, { ...input, ...wrong })),
      404,
      'not_found',
    )
  await asOwner(server, 'delete from project_grant where user_id = $1', [at.clientId])
  expectError(await at.client.call(decideDeliverableApproval, input), 404, 'not_found')
  expect((await at.owner.call(getDeliverable, { cycleId })).body).toMatchObject({ approval: 'open' })
})

test('409 as soon as a byte differs: an edit in place, another delivery of the cycle, a newer revision, a withdrawal', async () => {
  const { at, cycleId, input } = await world()
  const refused = async (code: string) => {
    expectError(await unchanged(server, () => at.client.call(decideDeliverableApproval, input)), 409, code)
    expect((await at.owner.call(listDeliverableApprovals, { cycleId })).body).toMatchObject([{ status: 'outdated' }])
  }
  for (const change of [{ clientStatus: 'accepted' }, { dueDate: '2027-01-01T00:00:00Z' }, { summary: '' }]) {
    await at.owner.call(upsertDeliverable, { cycleId, body: { title: 'Opening hours', ...change } })
    await refused('deliverable_changed')
    const back = { title: 'Opening hours', clientStatus: 'draft', dueDate: null, summary: null }
    await at.owner.call(upsertDeliverable, { cycleId, body: back })
  }
  await asOwner(server, `update cycle set merged_sha = $2 where id = $1`, [cycleId, 'e'.repeat(40)])
  await refused('deliverable_changed')
  await asOwner(server, `update cycle set merged_sha = null where id = $1`, [cycleId])
  await at.owner.call(unpublishDeliverable, { cycleId })
  await refused('deliverable_withdrawn')
  const { caller, userId } = await at.join('client')
  await at.grant((await at.owner.call(getDeliverable, { cycleId })).body.projectId as string, userId, 'view')
  expectError(await caller.call(decideDeliverableApproval, input), 404, 'not_found')
  await at.owner.call(publishDeliverable, { cycleId })
  await refused('deliverable_republished')
})

test('409 for all but one of twenty who decide one request at once', async () => {
  const { at, cycleId, approvalId, input } = await world()
  const { statuses } = await racing(20, (n) =>
    at.client.call(decideDeliverableApproval, {
      ...input,
      body: { decision: n % 2 ? 'approved' : 'changes_requested', comment: String(n) },
    }),
  )
  expect(statuses).toEqual({ 200: 1, 409: 19 })
  expect(await at.auditActions(approvalId)).toEqual(['deliverable_approval.request', 'deliverable_approval.decide'])
  expect(await at.rows('deliverable_approval')).toMatchObject([{ id: approvalId }])
  expect((await at.owner.call(getDeliverable, { cycleId })).body.approval).not.toBe('open')
})

test.runIf(isLong)(
  'a decision races with a new revision: it is about the old bytes and was first, or it is refused',
  async () => {
    for (let round = 0; round < 6; round += 1) {
      const { at, cycleId, approvalId, input } = await world()
      const [decided] = await Promise.all([
        at.client.call(decideDeliverableApproval, input),
        round % 2 === 0
          ? at.owner.call(publishDeliverable, { cycleId })
          : at.owner.call(upsertDeliverable, { cycleId, body: { title: `Other ${round}` } }),
      ])
      const rows = await asOwner(
        server,
        `select action from audit_row where workspace_id = $1 and outcome = 'success' order by position desc limit 2`,
        [at.workspace],
      )
      const order = rows.map(({ action }) => action as string)
      if (decided.status === 200) expect(order[1]).toBe('deliverable_approval.decide')
      else expectError(decided, 409, round % 2 === 0 ? 'deliverable_republished' : 'deliverable_changed')
      const [row] = (await at.owner.call(listDeliverableApprovals, { cycleId })).body as Record<string, unknown>[]
      expect(row).toMatchObject({
        id: approvalId,
        revision: 1,
        status: decided.status === 200 ? 'approved' : 'outdated',
      })
    }
  },
)

test('edits and publications at once: every snapshot is whole, and no revision appears twice', async () => {
  const { at, cycleId } = await world()
  const { statuses } = await racing(24, (n) =>
    n % 2
      ? at.owner.call(publishDeliverable, { cycleId })
      : at.owner.call(upsertDeliverable, { cycleId, body: { title: `T${n}`, summary: `T${n}` } }),
  )
  expect(statuses).toEqual({ 200: 24 })
  const snapshots = await at.rows('deliverable_snapshot')
  expect(snapshots.map(({ revision }) => revision as number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 13 }, (_, at) => at + 1),
  )
  for (const { content, revision } of snapshots) {
    const shown = JSON.parse(content as string) as { title: string; summary: string | null; revision: number }
    expect(shown.revision).toBe(revision)
    expect(shown.summary).toBe(shown.title === 'Opening hours' ? null : shown.title)
  }
})

test('409 for every change of an archived project, and reads continue', async () => {
  const { at, projectId, cycleId, input } = await world()
  await at.owner.call(archiveProject, { id: projectId })
  expectError(await at.client.call(decideDeliverableApproval, input), 409, 'project_archived')
  expectError(await at.owner.call(publishDeliverable, { cycleId }), 409, 'project_archived')
  expect((await at.client.call(getDeliverable, { cycleId })).status).toBe(200)
})

test('an export lists the person’s requests, an erasure leaves an id, and a purge takes everything', async () => {
  const { at, projectId, cycleId, approvalId, input } = await world()
  const session = await at.signIn(at.clientId)
  await session.call(decideDeliverableApproval, { ...input, body: { decision: 'approved', comment: 'Fine.' } })
  const exported = JSON.parse(await (await session.open(exportPerson)).text()) as {
    workspaces: { deliverableApprovals: object[] }[]
  }
  expect(exported.workspaces[0]!.deliverableApprovals).toMatchObject([
    { id: approvalId, projectId, revision: 1, decision: 'approved', comment: 'Fine.' },
  ])
  expect((await session.call(erasePerson)).status).toBe(202)
  await erasePeople(server.parts, new AbortController().signal)
  expect((await at.owner.call(listDeliverableApprovals, { cycleId })).body).toMatchObject([
    { reviewerId: at.clientId, reviewerName: null, status: 'approved', comment: 'Fine.' },
  ])
  const kept = await publishedIn(server, at, await emptyProject(at.owner))
  await askedIn(server, kept, uuidv7())
  await at.owner.call(deleteProject, { id: projectId })
  await asOwner(server, `update project set deleted_at = now() - interval '31 days' where id = $1`, [projectId])
  await purgeProjects(server.parts, scheduledContext)
  for (const table of ['deliverable', 'deliverable_snapshot', 'deliverable_approval'])
    expect(await at.rows(table)).toHaveLength(1)
})
