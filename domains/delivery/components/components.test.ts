import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { makeAccount, seatOf } from '../../../testing/clients/portals.ts'
import { cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { deploymentIn } from '../../../testing/deployments/deployments.ts'
import { fileBlock, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { addClientAccountProject } from '../../accounts/clients/contract/accounts.ts'
import { deleteCycle } from '../cycles/contract.ts'
import {
  downloadDeliverableArtifact,
  getDeliverable,
  publishDeliverable,
  upsertDeliverable,
} from '../deliverables/contract.ts'
import { findAffectedDeliveries, getCycleBillOfMaterials, recordVulnerabilityNotice } from './contract.ts'
import { isLong } from '../../../testing/soak.ts'

const server = await testServer()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const lockOf = (version: string) =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: {
      'node_modules/lodash': { version },
      'node_modules/left-pad': { version: '1.3.0', dev: true },
      'node_modules/branch': { version: 'main' },
    },
  })

/** A project of a client with a person, in which a cycle delivered this version of a package. */
const delivered = async (at: Scene, version: string, client?: string) => {
  const projectId = await mergeUnverified(at.owner, await emptyProject(at.owner))
  const cycleId = await deliver(at, projectId, version)
  const clientAccountId = await makeAccount(at, client)
  await at.owner.call(addClientAccountProject, { id: clientAccountId, projectId })
  return { projectId, cycleId, clientAccountId }
}
const deliver = async (at: Scene, projectId: string, version: string) => {
  const cycleId = await propose(at.owner, projectId, fileBlock('package-lock.json', `${lockOf(version)}\n`))
  expect((await runCycle(at.owner, cycleId)).cycle).toMatchObject({ status: 'completed' })
  // The schedule would make it within half a minute.
  expect((await at.owner.call(getCycleBillOfMaterials, { id: cycleId })).status).toBe(200)
  return cycleId
}

const lodash = { purlType: 'npm', name: 'lodash', events: [{ introduced: '0' }, { fixed: '4.17.21' }] } as const

test.runIf(isLong)(
  'a delivered commit has a bill of materials, which a client approves with the snapshot',
  async () => {
    const at = await scene(server)
    const { projectId, cycleId } = await delivered(at, '4.17.20')
    await at.grant(projectId, at.clientId, 'view')
    const reply = await at.member.call(getCycleBillOfMaterials, { id: cycleId })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/vnd.cyclonedx+json'])
    const text = reply.body as unknown as string
    const bill = JSON.parse(text) as { components: readonly { purl: string }[] }
    expect(bill.components.map(({ purl }) => purl)).toEqual([
      'pkg:npm/branch@main',
      'pkg:npm/left-pad@1.3.0',
      'pkg:npm/lodash@4.17.20',
    ])
    expect((await auditOf(server, at.workspace, cycleId)).at(-1)).toMatchObject({
      action: 'cycle.download_bill',
      details: { sha256: sha256(text) },
    })

    await at.owner.call(upsertDeliverable, { cycleId, body: { title: 'Shop' } })
    await at.owner.call(publishDeliverable, { cycleId })
    const shown = (await at.client.call(getDeliverable, { cycleId })).body
    const named = { name: 'bill-of-materials.cdx.json', sha256: sha256(text) }
    expect(shown.artifacts).toContainEqual(named)
    const file = await at.client.call(downloadDeliverableArtifact, { cycleId, filename: named.name })
    expect(file.body).toBe(text)
  },
)

test('404 for the bill of a cycle that delivered nothing, and of a commit that cannot be read', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  expectError(await at.owner.call(getCycleBillOfMaterials, { id: cycleId }), 404, 'bill_not_delivered')
  await asOwner(
    server,
    `update cycle set status = 'completed', merged_sha = $2, repository_id = (select id from repository where project_id = $3)
     where id = $1`,
    [cycleId, 'c'.repeat(40), projectId],
  )
  expectError(await at.owner.call(getCycleBillOfMaterials, { id: cycleId }), 404, 'bill_not_made')
})

test('an affected version is found at each client with its notices, beside versions that cannot be compared', async () => {
  const at = await scene(server)
  const { projectId, cycleId, clientAccountId } = await delivered(at, '4.17.20')
  await delivered(at, '4.17.21', 'Initech')
  await seatOf(server, at, clientAccountId, at.clientId)
  await deliver(at, projectId, '4.17.22')
  await at.owner.call(deleteCycle, { id: cycleId })
  const osv = {
    id: 'GHSA-35jh-r3h4-6jhm',
    withdrawn: '2026-05-01T00:00:00Z',
    affected: [
      { package: { ecosystem: 'npm', name: 'lodash' }, ranges: [{ type: 'SEMVER', events: lodash.events }] },
      {
        package: { ecosystem: 'npm', name: 'branch' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '1.0.0' }] }],
      },
      { package: { ecosystem: 'Debian:12', name: 'libfoo' }, versions: ['1'] },
    ],
  }
  const told = await at.member.call(recordVulnerabilityNotice, {
    id: clientAccountId,
    body: { vulnerability: osv.id, note: 'By phone.', toldAt: '2026-03-04T10:15:30.000Z' },
  })
  expect(told).toMatchObject({ status: 201, body: { clientAccountId, toldAt: '2026-03-04T10:15:30.000Z' } })
  expect(await auditOf(server, at.workspace, told.body.id as string)).toMatchObject([
    { action: 'vulnerability_notice.create', details: { vulnerability: osv.id } },
  ])
  expect(await at.eventNames(told.body.id as string)).toEqual(['vulnerability_notice.created'])

  const reply = await at.member.call(findAffectedDeliveries, { body: { osv } })
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({ vulnerability: osv.id, left: ['Debian:12: libfoo'], truncated: false })
  expect(reply.body.withdrawnAt).toBe('2026-05-01T00:00:00.000Z')
  expect(reply.body.clients).toMatchObject([
    {
      clientAccountId,
      contacts: [{ email: expect.stringContaining('@') as string }],
      notices: [{ note: 'By phone.' }],
      deliveries: [
        {
          cycleId,
          path: 'package-lock.json',
          name: 'lodash',
          version: '4.17.20',
          isDevelopment: false,
          isNewest: false,
          isLive: false,
        },
      ],
    },
  ])
  const unknown = reply.body.unknown as readonly { projectId: string; version: string | null; reason: string }[]
  expect(unknown.filter(({ reason }) => reason === 'version').map(({ version }) => version)).toEqual(
    Array(3).fill('main'),
  )
})

test('a package is requested by name, and unread files are not called unaffected', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  await asOwner(
    server,
    `insert into component_bill (id, workspace_id, project_id, repository_id, commit_sha, state, due_at, delivered_at)
     select gen_random_uuid(), workspace_id, project_id, id, $1, 'failed', now(), now() from repository where project_id = $2`,
    ['d'.repeat(40), projectId],
  )
  await asOwner(
    server,
    `with bill as (
       insert into component_bill
         (id, workspace_id, project_id, repository_id, commit_sha, state, due_at, delivered_at, sha256, document)
       select gen_random_uuid(), workspace_id, project_id, id, $1, 'ready', now(), now() - interval '1 day', repeat('0', 64), '{}'
       from repository where project_id = $2 returning *)
     insert into component_file select workspace_id, project_id, id, path, type, 'unlocked', ''
       from bill, (values ('package.json', 'npm'), ('pom.xml', 'maven')) as file (path, type)`,
    ['e'.repeat(40), projectId],
  )
  const reply = await at.member.call(findAffectedDeliveries, { body: { purlType: 'npm', name: 'lodash' } })
  expect(reply.body).toMatchObject({
    vulnerability: null,
    clients: [],
    unknown: [
      { projectId, path: null, commitSha: 'd'.repeat(40), reason: 'failed' },
      // A manifest of another ecosystem is no fact about this package.
      { projectId, path: 'package.json', commitSha: 'e'.repeat(40), reason: 'unlocked' },
    ],
  })
})

test('a live commit that no cycle delivered is read from the question on, and listed once until then', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  await deploymentIn(server, at, { projectId, kind: 'production' })
  const ask = () => at.member.call(findAffectedDeliveries, { body: { purlType: 'npm', name: 'lodash' } })
  for (const reply of [await ask(), await ask()])
    expect(reply.body.unknown).toMatchObject([{ projectId, path: null, reason: 'pending' }])
})

test('422 for no question, two questions, no record, and a notice of tomorrow; nothing is written', async () => {
  const at = await scene(server)
  const clientAccountId = await makeAccount(at)
  for (const [body, code] of [
    [{}, 'affected_not_asked'],
    [{ purlType: 'npm' }, 'affected_not_asked'],
    [{ ...lodash, osv: { affected: [] } }, 'affected_not_asked'],
    [{ osv: { id: 'x' } }, 'affected_no_record'],
  ] as const)
    expectError(await unchanged(server, () => at.owner.call(findAffectedDeliveries, { body })), 422, code)
  const toldAt = new Date(Date.now() + 86_400_000).toISOString()
  const notice = { vulnerability: 'CVE-1', note: 'x', toldAt }
  const reply = await unchanged(server, () =>
    at.owner.call(recordVulnerabilityNotice, { id: clientAccountId, body: notice }),
  )
  expectError(reply, 422, 'notice_in_future')
})

test('no statement of the server can change or remove a notice', async () => {
  const at = await scene(server)
  for (const text of ['update vulnerability_notice set note = note', 'delete from vulnerability_notice'])
    await expect(server.database.within(at.workspace, (tx) => tx.query({ text, values: [] }))).rejects.toThrow(
      /permission denied/,
    )
})
