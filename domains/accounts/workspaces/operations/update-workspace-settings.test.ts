import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { racing } from '../../../../testing/racing.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { getMe } from '../../people/contract.ts'
import { getWorkspaceSettings, updateWorkspaceSettings } from '../contract/settings.ts'

const server = await testServer()

test('200 changes the named settings, only in this workspace, and its people read them', async () => {
  const at = await scene(server)
  const neighbour = await scene(server)
  const { status, body } = await at.owner.call(updateWorkspaceSettings, {
    body: { name: 'Köln & Söhne', timeZone: 'Europe/Berlin', locale: 'de-DE', revision: 0 },
  })
  const settings = { workspaceId: at.workspace, name: 'Köln & Söhne', timeZone: 'Europe/Berlin', locale: 'de-DE' }
  expect([status, body]).toEqual([200, { ...settings, revision: 1 }])
  expect((await at.member.call(getWorkspaceSettings)).body).toEqual(body)
  const { name, timeZone, locale } = settings
  expect((await (await at.signIn(at.clientId)).call(getMe)).body.workspaces).toEqual([
    { id: at.workspace, role: 'client', name, timeZone, locale, isClosed: false },
  ])
  expect((await neighbour.owner.call(getWorkspaceSettings)).body).toMatchObject({ name: 'Test', revision: 0 })
})

test('200 leaves one audit row with both values and one event; a repeat a row that marks it, and no event', async () => {
  const at = await scene(server)
  for (const revision of [0, 1]) await at.owner.call(updateWorkspaceSettings, { body: { name: 'One', revision } })
  expect(await auditOf(server, at.workspace, at.workspace)).toMatchObject([
    { action: 'workspace.update', severity: 'notice', details: { name: { from: 'Test', to: 'One' } } },
    { action: 'workspace.update', details: { repeated: true } },
  ])
  expect(await at.eventNames(at.workspace)).toEqual(['workspace.updated'])
  expect((await at.owner.call(getWorkspaceSettings)).body).toMatchObject({ name: 'One', revision: 1 })
})

test.each([
  ['unknown_time_zone', { timeZone: 'Mars/Base' }],
  ['unknown_time_zone', { timeZone: 'europe/berlin' }],
  ['unknown_time_zone', { timeZone: '+02:00' }],
  ['unknown_locale', { locale: 'de_DE' }],
  ['unknown_locale', { locale: 'xx-XX' }],
  ['invalid_request', { name: 'turned \u202e round' }],
  ['invalid_request', { name: '' }],
])('400 %s for %j', async (code, body) => {
  const { owner } = await scene(server)
  expectError(await unchanged(server, () => owner.call(updateWorkspaceSettings, { body })), 400, code)
})

test('409 on a stale update; one of two concurrent updates wins', async () => {
  const { owner } = await scene(server)
  const named = (name: string, revision: number) => owner.call(updateWorkspaceSettings, { body: { name, revision } })
  expect((await racing(10, (at) => named(`Number ${at}`, 0))).statuses).toEqual({ 200: 1, 409: 9 })
  expectError(await unchanged(server, () => named('Late', 0)), 409, 'workspace_settings_stale')
  expect((await named('Read again', 1)).status).toBe(200)
})

test('403 for a member, and for a client even to read', async () => {
  const { member, client } = await scene(server)
  const input = { body: { name: 'Mine' } }
  expectError(await unchanged(server, () => member.call(updateWorkspaceSettings, input)), 403, 'forbidden')
  expectError(await unchanged(server, () => client.call(updateWorkspaceSettings, input)), 403, 'forbidden')
  expectError(await client.call(getWorkspaceSettings), 403, 'forbidden')
})
