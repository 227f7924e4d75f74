import { expect, test } from 'vitest'
import { emptyProject } from '../../../testing/cycles.ts'
import { unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getProjectDesktop, getProjectTerminal, startProjectDesktop } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_DESKTOP: 'off' })
const unavailable = { status: 200, body: { available: false, reason: expect.stringContaining('switched them off') } }

test('200 with the reason why the project has no desktop, for clients who may view', async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  await at.grant(id, at.clientId, 'view')
  for (const caller of [at.owner, at.client])
    expect(await caller.call(getProjectDesktop, { id })).toMatchObject(unavailable)
})

test('200 with the same reason for a start by clients who may steer, 403 for those who may only view', async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  await at.grant(id, at.clientId, 'view')
  expect(await at.client.call(startProjectDesktop, { id })).toMatchObject({ status: 403 })
  await at.grant(id, at.clientId, 'steer')
  expect(await at.client.call(startProjectDesktop, { id })).toMatchObject(unavailable)
})

test('503 for a terminal if the operator has switched SSH off', async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  const reply = await unchanged(server, () => at.owner.call(getProjectTerminal, { id }))
  expect(reply).toMatchObject({ status: 503, body: { code: 'terminal_off' } })
})
