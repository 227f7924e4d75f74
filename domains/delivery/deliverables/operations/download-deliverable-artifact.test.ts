import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deliverWith } from '../../../../testing/runs/artifacts.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import {
  downloadDeliverableArtifact,
  getDeliverable,
  publishDeliverable,
  requestDeliverableApproval,
  unpublishDeliverable,
  upsertDeliverable,
} from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const html = { contentType: 'text/plain; charset=utf-8', content: '<script>alert(1)</script>' }
const first = { 'reports/page one.html': html, 'numbers.json': { contentType: 'application/json', content: '{"a":1}' } }
const second = { 'reports/page one.html': { ...html, content: '<p>other</p>' } }

/** A project that is shared with a client, and a cycle in it that has delivered files and published them. */
const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  await at.grant(projectId, at.clientId, 'view')
  const cycleId = await cycleIn(server, at, projectId)
  const publish = async () => expect((await at.owner.call(publishDeliverable, { cycleId })).status).toBe(200)
  const runId = await deliverWith(server, at, { projectId, cycleId }, first)
  await at.owner.call(upsertDeliverable, { cycleId, body: { title: 'Opening hours' } })
  await publish()
  const input = { cycleId, filename: 'reports/page one.html' }
  return { at, projectId, cycleId, runId, publish, input }
}
const get = (caller: Caller, input: Record<string, unknown>) => caller.call(downloadDeliverableArtifact, input)
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

test('200 returns to a client exactly the bytes that the snapshot names, to be saved and not shown, and leaves an audit row', async () => {
  const { at, cycleId, input } = await world()
  const reply = await get(at.client, input)
  expect(reply).toMatchObject({ status: 200, body: html.content })
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': "attachment; filename*=UTF-8''page%20one.html",
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cache-control': 'private, no-store',
  })
  const { id, artifacts } = (await at.client.call(getDeliverable, { cycleId })).body
  expect(await at.auditActions(id as string)).toContain('deliverable.download')
  const row = (await at.rows('audit_row')).find(({ action }) => action === 'deliverable.download')
  expect(JSON.stringify(row)).toContain(hashOf(html.content))
  for (const { name, sha256 } of artifacts as { name: string; sha256: string }[]) {
    const response = await at.client.open(downloadDeliverableArtifact, { cycleId, filename: name })
    expect([name, hashOf(await response.text())]).toEqual([name, sha256])
  }
  expect((artifacts as { name: string }[]).map(({ name }) => name)).toContain('manifest.json')
})

test('200 returns a past snapshot’s file to the agency, and to a client who was asked to decide on it', async () => {
  const { at, projectId, cycleId, publish, input } = await world()
  await deliverWith(server, at, { projectId, cycleId }, second)
  await publish()
  expect((await get(at.client, input)).body).toBe('<p>other</p>')
  const past = { ...input, query: { revision: 1 } }
  expect((await get(at.owner, past)).body).toBe(html.content)
  expectError(await get(at.client, past), 404, 'not_found')
  await at.owner.call(requestDeliverableApproval, { cycleId, body: { reviewerId: at.clientId } })
  await publish()
  expect((await get(at.client, { ...input, query: { revision: 2 } })).body).toBe('<p>other</p>')
  expect((await get(at.client, { ...input, query: { revision: 4 } })).status).toBe(404)
})

test('404 for files that no published snapshot names: a draft’s file, a later run’s file, a path, an unknown name', async () => {
  const { at, projectId, cycleId, input } = await world()
  const draft = await cycleIn(server, at, projectId)
  await deliverWith(server, at, { projectId, cycleId: draft }, first)
  await at.owner.call(upsertDeliverable, { cycleId: draft, body: { title: 'Not yet' } })
  for (const caller of [at.owner, at.client])
    expectError(await get(caller, { ...input, cycleId: draft }), 404, 'not_found')
  await deliverWith(server, at, { projectId, cycleId }, { 'later.txt': html })
  for (const filename of ['later.txt', 'page one.html', '../numbers.json', 'reports/page one.html/', 'NUMBERS.JSON'])
    expect([filename, (await get(at.client, { cycleId, filename })).status]).toEqual([filename, 404])
})

test('404 for a client of another project, a neighbour, and everybody of the client once it is withdrawn', async () => {
  const { at, cycleId, input } = await world()
  const other = await at.join('client')
  await at.grant(await emptyProject(at.owner), other.userId, 'steer')
  const neighbour = await scene(server)
  await unchanged(server, async () => {
    for (const caller of [other.caller, neighbour.owner, neighbour.client])
      expectError(await get(caller, input), 404, 'not_found')
  })
  await at.owner.call(unpublishDeliverable, { cycleId })
  expectError(await get(at.client, input), 404, 'not_found')
  expect((await get(at.owner, input)).status).toBe(200)
})

test('404 with the reason if the content is kept no more, with its row or without', async () => {
  const { at, projectId, cycleId, runId, input } = await world()
  await server.parts.removals.now([`artifacts/${projectId}/${runId}/`])
  expectError(await get(at.client, input), 404, 'deliverable_artifact_not_kept')
  await asOwner(server, 'delete from artifact where cycle_id = $1', [cycleId])
  expectError(await get(at.client, input), 404, 'deliverable_artifact_not_kept')
})

test('500 if other bytes are stored than the snapshot names, and not a byte is returned', async () => {
  const { at, projectId, runId, input } = await world()
  const path = join(server.dataFolder, 'objects', 'artifacts', projectId, runId, hashOf(html.content))
  const stored = await readFile(path)
  await rm(path)
  await writeFile(path, stored.toString().replace('alert', 'ALERT'))
  const reply = await get(at.client, input)
  expectError(reply, 500, 'deliverable_artifact_differs')
  expect(JSON.stringify(reply.body)).not.toContain('ALERT')
})

test('400 for a revision that is no number', async () => {
  const { at, input } = await world()
  for (const revision of ['0', 'x', '1.5', '99999999999'])
    expectError(await get(at.client, { ...input, query: { revision } }), 400, 'invalid_request')
})
