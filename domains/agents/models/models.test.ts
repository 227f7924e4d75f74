import { expect, test } from 'vitest'
import { emptyProject } from '../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { modelSettings } from '../../../testing/runs/scripted-turns.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import {
  clearModelPreference,
  clearOrganizationHarness,
  clearProjectHarness,
  getModelPreference,
  listHarnessPreferences,
  listModelPreferences,
  setModelPreference,
  setOrganizationHarness,
  setProjectHarness,
} from './contract.ts'

const server = await testServer({
  ...modelSettings('http://127.0.0.1:9/v1', 'key'),
  ATELIER_MODEL_OTHERS: 'fake-small=2/4',
  ATELIER_ROLE: 'server',
})

test('a preference is set, replaced, listed and cleared, and reports whether it is in effect', async () => {
  const [{ member, owner, auditActions, eventNames, workspace }, neighbour] = await Promise.all([
    scene(server),
    scene(server),
  ])
  expect((await member.call(listModelPreferences)).body).toEqual([])
  expectError(await member.call(getModelPreference, { role: 'coder' }), 404, 'no_preference')
  const body = { modelIdentifier: 'fake-small', temperature: 0.25, maxTokens: 600 }
  const set = await member.call(setModelPreference, { role: 'coder', body })
  expect(set).toMatchObject({ status: 200, body: { role: 'coder', ...body, inEffect: true, reason: null } })
  const other = { modelIdentifier: 'fake-large' }
  await owner.call(setModelPreference, { role: 'coder', body: other })
  await owner.call(setModelPreference, { role: 'writer', body: other })
  expect((await member.call(listModelPreferences)).body).toMatchObject([
    { role: 'coder', ...other, temperature: null, maxTokens: null, inEffect: true },
    { role: 'writer', ...other, inEffect: true, reason: null },
  ])
  expect((await neighbour.owner.call(listModelPreferences)).body).toEqual([])
  expect((await member.call(clearModelPreference, { role: 'coder' })).body).toEqual({ deleted: true })
  expect((await member.call(clearModelPreference, { role: 'coder' })).body).toEqual({ deleted: false })
  expect((await member.call(listModelPreferences)).body).toHaveLength(1)
  const actions = await auditActions(workspace)
  expect(actions.filter((action) => action.startsWith('model'))).toEqual([
    ...['set', 'set', 'set', 'clear', 'clear'].map((verb) => `model_preference.${verb}`),
  ])
  const told = ['set', 'set', 'set', 'cleared'].map((what) => `model_preference.${what}`)
  expect(await eventNames(workspace)).toEqual(told)
})

test('200 keeps any identifier, and reports why a model that is not available has no effect', async () => {
  const { owner } = await scene(server)
  for (const modelIdentifier of ['vendor/model-x', 'x'.repeat(200)]) {
    const { status, body } = await owner.call(setModelPreference, { role: 'coder', body: { modelIdentifier } })
    const kept = { role: 'coder', modelIdentifier, inEffect: false }
    expect([status, body]).toMatchObject([
      200,
      { ...kept, reason: expect.stringMatching(/^The model cannot be used: /) },
    ])
    expect((await owner.call(getModelPreference, { role: 'coder' })).body).toEqual(body)
    expect((await owner.call(listModelPreferences)).body).toEqual([body])
  }
})

test('400 for an unknown role, and for more than the instance allows', async () => {
  const { owner } = await scene(server)
  const body = { modelIdentifier: 'fake-small' }
  const attempts = [
    () => owner.call(setModelPreference, { role: 'chef', body }),
    () => owner.call(getModelPreference, { role: 'constructor' }),
    () => owner.call(clearModelPreference, { role: 'CODER' }),
    () => owner.call(setModelPreference, { role: 'coder', body: { ...body, temperature: 2.1 } }),
    () => owner.call(setModelPreference, { role: 'coder', body: { ...body, maxTokens: 1_001 } }),
    () => owner.call(setModelPreference, { role: 'coder', body: { modelIdentifier: 'x'.repeat(201) } }),
  ]
  for (const attempt of attempts) expectError(await unchanged(server, attempt), 400, 'invalid_request')
})

test('administrators set the harness of the workspace, and managers that of a project', async () => {
  const { owner, member, client, clientId, grant } = await scene(server)
  const projectId = await emptyProject(owner)
  const other = await emptyProject(owner)
  await grant(projectId, clientId, 'steer')
  const body = { harness: 'native' } as const
  expectError(await member.call(setOrganizationHarness, { body }), 403, 'forbidden')
  expectError(await member.call(clearOrganizationHarness), 403, 'forbidden')
  expectError(await client.call(setProjectHarness, { projectId, body }), 403, 'forbidden')
  expectError(await owner.call(clearOrganizationHarness), 404, 'no_preference')
  expectError(await owner.call(clearProjectHarness, { projectId }), 404, 'no_preference')
  await member.call(setProjectHarness, { projectId, body: { harness: 'runtime-7' } })
  await member.call(setProjectHarness, { projectId: other, body })
  await owner.call(setOrganizationHarness, { body: { harness: 'runtime-1' } })
  await owner.call(setOrganizationHarness, { body })
  const rows = [
    { projectId: null, harness: 'native' },
    { projectId: other, harness: 'native' },
    { projectId, harness: 'runtime-7' },
  ]
  expect((await member.call(listHarnessPreferences)).body).toMatchObject(rows)
  const seen: unknown[] = []
  let cursor: string | undefined
  do {
    const page = await member.call(listHarnessPreferences, { query: { limit: 1, ...(cursor && { cursor }) } })
    seen.push(...page.body)
    cursor = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1]
  } while (cursor)
  expect(seen).toMatchObject(rows)
  await asOwner(server, 'update project set archived_at = now(), archived_by = created_by where id = $1', [projectId])
  expectError(await owner.call(setProjectHarness, { projectId, body }), 409, 'project_archived')
  expectError(await owner.call(clearProjectHarness, { projectId }), 409, 'project_archived')
  expect(await owner.call(clearProjectHarness, { projectId: other })).toMatchObject({ body: { deleted: true } })
  expect(await owner.call(clearOrganizationHarness)).toMatchObject({ body: { deleted: true } })
  expect((await member.call(listHarnessPreferences)).body).toMatchObject([rows[2]])
})
