import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { publishedIn } from '../../../testing/runs/deliverables.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { updateProject } from '../../code/projects/contract.ts'
import { deleteCycle, getCycleTimeline } from '../cycles/contract.ts'
import {
  getDeliverable,
  listDeliverableApprovals,
  listDeliverables,
  publishDeliverable,
  unpublishDeliverable,
  upsertDeliverable,
} from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  await at.grant(projectId, at.clientId, 'view')
  return { at, projectId, cycleId: await cycleIn(server, at, projectId) }
}
const idsOf = ({ body }: { readonly body: readonly { readonly cycleId: string }[] }) =>
  body.map(({ cycleId }) => cycleId)

test('200 writes a draft that keeps omitted fields, takes null, and is no client’s', async () => {
  const { at, projectId, cycleId } = await world()
  const first = {
    title: 'Hours',
    clientStatus: 'in_review',
    dueDate: '2027-03-04T11:15:30+01:00',
    summary: 'All week.',
  }
  const made = await at.member.call(upsertDeliverable, { cycleId, body: first })
  const stored = { ...first, dueDate: '2027-03-04T10:15:30.000Z', projectId, cycleId }
  expect(made).toMatchObject({ status: 200, body: { ...stored, submittedRevision: 0, publishedAt: null } })
  const kept = await at.member.call(upsertDeliverable, { cycleId, body: { title: 'Opening hours' } })
  expect(kept.body).toMatchObject({ ...stored, id: made.body.id as string, title: 'Opening hours' })
  const emptied = await at.member.call(upsertDeliverable, {
    cycleId,
    body: { title: 'x', dueDate: null, summary: null },
  })
  expect(emptied.body).toMatchObject({ dueDate: null, summary: null, clientStatus: 'in_review' })
  expect(await auditOf(server, at.workspace, made.body.id as string)).toMatchObject([
    { action: 'deliverable.update', outcome: 'success', details: { fields: Object.keys(first) } },
    { action: 'deliverable.update', details: { fields: ['title'] } },
    { action: 'deliverable.update', details: { fields: ['title', 'dueDate', 'summary'] } },
  ])
  expect(await at.eventNames(made.body.id as string)).toEqual(Array(3).fill('deliverable.updated'))
  for (const operation of [getDeliverable, listDeliverableApprovals])
    expectError(await at.client.call(operation, { cycleId }), 404, 'not_found')
  expect((await at.client.call(listDeliverables)).body).toEqual([])
  expect((await at.client.call(getCycleTimeline, { id: cycleId })).body).toEqual([])
})

test('400 for a due date that no calendar has, and for texts that are too long', async () => {
  const { at, cycleId } = await world()
  for (const [field, value, rule] of [
    ['dueDate', '0000-01-01T00:00:00Z', 'format'],
    ['dueDate', '9999-12-31T23:59:59-01:00', 'format'],
    ['dueDate', '2027-02-30T00:00:00Z', 'format'],
    ['summary', 'x'.repeat(20_001), 'maxLength'],
    ['title', '', 'minLength'],
    ['clientStatus', 'published', 'enum'],
  ] as const) {
    const body = { title: 'Hours', [field]: value }
    const reply = await unchanged(server, () => at.owner.call(upsertDeliverable, { cycleId, body }))
    expectError(
      reply,
      400,
      'invalid_request',
      expect.arrayContaining([{ path: field, message: expect.any(String) as string, rule }]),
    )
  }
})

test('200 publishes a snapshot whose hash each reader can compute; a client reads that and no draft after it', async () => {
  const { at, projectId, cycleId } = await world()
  const commitSha = 'c'.repeat(40)
  const manifest = 'd'.repeat(64)
  await asOwner(
    server,
    `with added as (insert into revision (id, workspace_id, project_id, generation, repository_id, branch, commit_sha, manifest,
       manifest_sha256, source, cycle_id, created_at)
     select gen_random_uuid(), workspace_id, project_id, 99, id, 'main', $2, '{}', $3, 'merge', $1, now()
     from repository where project_id = $4 returning id)
     update cycle set merged_sha = $2, revision_id = added.id from added where cycle.id = $1`,
    [cycleId, commitSha, manifest, projectId],
  )
  const body = { title: 'Öffnungszeiten', clientStatus: 'delivered', summary: 'Ä\n€ 1' }
  await at.owner.call(upsertDeliverable, { cycleId, body })
  const reply = await at.owner.call(publishDeliverable, { cycleId })
  const artifacts = [{ name: 'manifest.json', sha256: manifest }]
  expect(reply).toMatchObject({ status: 200, body: { ...body, submittedRevision: 1, commitSha, artifacts } })
  const content = {
    version: 1,
    workspaceId: at.workspace,
    projectId,
    cycleId,
    revision: 1,
    ...body,
    dueDate: null,
    commitSha,
    artifacts,
  }
  const revisionHash = sha256(canonicalize(content)!)
  expect(reply.body.revisionHash).toBe(revisionHash)
  expect((await auditOf(server, at.workspace, reply.body.id as string)).at(-1)).toMatchObject({
    action: 'deliverable.publish',
    details: { projectId, revision: 1, revisionHash, commitSha, runId: null },
  })

  await at.owner.call(upsertDeliverable, { cycleId, body: { title: 'Secret plans', summary: 'Not for them' } })
  const session = await at.signIn(at.clientId)
  const portal = { headers: { 'x-client-portal': at.workspace } }
  for (const read of [
    () => at.client.call(getDeliverable, { cycleId }),
    () => session.call(getDeliverable, { cycleId, ...portal }),
  ]) {
    const seen = (await read()).body
    expect(seen).toMatchObject({ ...body, revisionHash, commitSha, artifacts, submittedRevision: 1, approval: 'none' })
    expect(JSON.parse(seen.snapshot as string)).toEqual(content)
    expect(sha256(seen.snapshot as string)).toBe(revisionHash)
    expect(JSON.stringify(seen)).not.toMatch(/Secret|Not for them|createdAt|updatedAt|hasChanges/)
  }
  const [listed] = (await at.client.call(listDeliverables)).body as Record<string, unknown>[]
  expect(listed).toMatchObject({ ...body, revisionHash })
  expect(Object.keys(listed!)).not.toEqual(expect.arrayContaining(['progress']))
  expect(JSON.stringify(listed)).not.toMatch(/Secret|approval|snapshot|updatedAt/)
  expect((await at.owner.call(getDeliverable, { cycleId })).body).toMatchObject({
    title: 'Secret plans',
    hasChanges: true,
  })

  expect((await at.owner.call(publishDeliverable, { cycleId })).body).toMatchObject({ submittedRevision: 2 })
  expect((await at.client.call(getDeliverable, { cycleId })).body).toMatchObject({
    title: 'Secret plans',
    submittedRevision: 2,
  })
  expect((await at.owner.call(getDeliverable, { cycleId })).body).toMatchObject({ hasChanges: false })
  expect(await at.rows('deliverable_snapshot')).toHaveLength(2)
})

test('200 withdraws it and keeps its revision; a second time changes nothing, and publishing continues from there', async () => {
  const { at, projectId } = await world()
  const cycleId = await publishedIn(server, at, projectId)
  const reply = await at.owner.call(unpublishDeliverable, { cycleId })
  expect(reply).toMatchObject({ status: 200, body: { submittedRevision: 1, publishedAt: null } })
  expectError(await at.client.call(getDeliverable, { cycleId }), 404, 'not_found')
  expect((await at.owner.call(unpublishDeliverable, { cycleId })).body).toEqual(reply.body)
  expect((await at.owner.call(publishDeliverable, { cycleId })).body).toMatchObject({ submittedRevision: 2 })
  expect(await at.eventNames(reply.body.id as string)).toEqual(
    ['updated', 'published', 'unpublished', 'published'].map((name) => `deliverable.${name}`),
  )
})

test('no statement of the server can change a publication', async () => {
  const { at, projectId } = await world()
  await publishedIn(server, at, projectId)
  for (const text of [
    `update deliverable_snapshot set content = '{}'`,
    'update deliverable_approval set revision_hash = revision_hash',
  ])
    await expect(server.database.within(at.workspace, (tx) => tx.query({ text, values: [] }))).rejects.toThrow(
      /permission denied/,
    )
})

test('pages are oldest first and lead back, and a key that names projects lists only theirs', async () => {
  const { at, projectId } = await world()
  const ids = [await publishedIn(server, at, projectId), await publishedIn(server, at, projectId)]
  const other = await publishedIn(server, at, await emptyProject(at.owner))
  expect(idsOf(await at.owner.call(listDeliverables))).toEqual([...ids, other])
  const page = await at.owner.call(listDeliverables, { query: { limit: 2 } })
  expect(idsOf(page)).toEqual([ids[1], other])
  const link = /cursor=([^&>]+)[^>]*>; rel="prev"$/.exec(page.headers.get('link') ?? '')
  const before = await at.owner.call(listDeliverables, { query: { limit: 2, cursor: link![1]! } })
  expect([idsOf(before), before.headers.get('link')]).toEqual([[ids[0]], null])
  expect(idsOf(await at.client.call(listDeliverables))).toEqual(ids)
  const { caller } = await at.join('owner', { projectIds: [projectId] })
  expect(idsOf(await caller.call(listDeliverables))).toEqual(ids)
})

test('404 for a cycle without a deliverable, and for one whose cycle was deleted', async () => {
  const { at, cycleId } = await world()
  for (const operation of [getDeliverable, publishDeliverable, unpublishDeliverable, listDeliverableApprovals])
    expectError(await at.owner.call(operation, { cycleId }), 404, 'not_found')
  await at.owner.call(upsertDeliverable, { cycleId, body: { title: 'Hours' } })
  await at.owner.call(publishDeliverable, { cycleId })
  expect((await at.owner.call(deleteCycle, { id: cycleId })).status).toBe(200)
  expectError(await at.client.call(getDeliverable, { cycleId }), 404, 'not_found')
  expectError(await at.owner.call(upsertDeliverable, { cycleId, body: { title: 'Hours' } }), 404, 'not_found')
  expect((await at.owner.call(listDeliverables)).body).toEqual([])
})

test('400 for an unknown delivery policy, and 200 for the known ones', async () => {
  const { at, projectId } = await world()
  const announces = { runtime: { delivery: { onApproval: 'announce' } } }
  const refused = await unchanged(server, () => at.owner.call(updateProject, { id: projectId, body: announces }))
  expectError(refused, 400, 'invalid_request')
  for (const onApproval of ['deploy', 'nothing']) {
    const body = { runtime: { delivery: { onApproval } } }
    expect((await at.owner.call(updateProject, { id: projectId, body })).body).toMatchObject(body)
  }
})
