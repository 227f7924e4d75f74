import { expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { testDatabase } from '../../../testing/index.ts'
import { errorOf, fakeEndpoint, gatewayScene, readStream, serveRoute } from '../../../testing/model-provider/index.ts'
import { openGateway } from '../../../execution/models/index.ts'

const { database } = await testDatabase()
const scene = gatewayScene(database)
const streamed = { messages: [{ role: 'user', content: 'Hello' }], stream: true }

/** A database that disappears after so many writes, and the gateway's log. */
const goneAfter = async (writes: number, fault = new Error('connection refused')) => {
  let left = writes
  const failing: Database = {
    ...database,
    within: (workspace, work) => (left-- > 0 ? database.within(workspace, work) : Promise.reject(fault)),
  }
  const logged: object[] = []
  const log = { warn: () => undefined, error: (details: object) => void logged.push(details) }
  const provider = fakeEndpoint(scene.provider.baseUrl)
  const gateway = openGateway({ provider, log })
  const route = await serveRoute(failing, gateway, scene.identity)
  const close = () => Promise.all([route.close(), gateway.close()])
  return { route, logged, close }
}

test('a call that cannot be reserved is not sent', async () => {
  const { route, logged, close } = await goneAfter(0)
  const response = await route.post(streamed)
  expect([response.status, (await errorOf(response)).message]).toEqual([
    500,
    'Something went wrong on our side while calling the model. Run the task again.',
  ])
  expect([scene.provider.requests, await scene.calls()]).toEqual([[], []])
  expect(logged).toMatchObject([{ err: { message: 'connection refused' } }])
  await close()
})

test('a call that the database has no time for is to be sent again', async () => {
  const busy = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
  for (const fault of [busy, new Error('timeout exceeded when trying to connect')]) {
    const { route, logged, close } = await goneAfter(0, fault)
    const response = await route.post(streamed)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await errorOf(response)).toMatchObject({ code: 'database_unavailable' })
    expect([scene.provider.requests, await scene.calls()]).toEqual([[], []])
    expect(logged).toMatchObject([{ err: fault }])
    await close()
  }
})

test('a call that cannot be settled fails, and stays reserved until it is swept', async () => {
  const { route, logged, close } = await goneAfter(1)
  scene.provider.push({ text: 'Hi' })
  const { text, done, error } = readStream(await (await route.post(streamed)).text())
  expect({ text, done, code: error?.code }).toEqual({ text: 'Hi', done: false, code: 'internal' })
  expect(await scene.calls()).toMatchObject([{ status: 'open' }])
  expect((await scene.budget()).reservedMicros).toBeGreaterThan(0)
  expect(logged).toHaveLength(1)
  await close()
})
