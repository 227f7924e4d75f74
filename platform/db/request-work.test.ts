import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { openDatabase } from './database.ts'
import { newRequestWork, turnOf, withinRequest } from './request-work.ts'

const { url } = await testDatabase()
const database = openDatabase({ url, connections: 4 })
afterAll(() => database.close())

/** Requests that hold what they get until `open` is called. */
const holdBack = () => {
  const gate = Promise.withResolvers<void>()
  const workspace = uuidv7()
  const requests = Array.from({ length: 20 }, () =>
    withinRequest(newRequestWork('192.0.2.1'), () => database.within(workspace, () => gate.promise)),
  )
  return { workspace, requests, open: () => gate.resolve() }
}

test('while one workspace uses its share, requests of others and work of the server get connections', async () => {
  const { workspace, requests, open } = holdBack()
  const other = withinRequest(newRequestWork('192.0.2.1'), () => database.within(uuidv7(), (tx) => tx.now()))
  expect(await other).toBeInstanceOf(Date)
  expect(await database.within(workspace, (tx) => tx.now())).toBeInstanceOf(Date)
  expect(database.connections().tenant).toMatchObject({ busy: 2, waiting: 18 })
  open()
  await Promise.all(requests)
  expect(database.connections().tenant).toMatchObject({ busy: 0, waiting: 0 })
})

test('transactions inside of others do not wait for the share of their workspace, which the outer ones use', async () => {
  const workspace = uuidv7()
  const bothOpen = Promise.withResolvers<void>()
  let open = 0
  const nested = Array.from({ length: 2 }, () =>
    withinRequest(newRequestWork('192.0.2.1'), () =>
      database.within(workspace, async () => {
        open += 1
        if (open === 2) bothOpen.resolve()
        await bothOpen.promise
        return database.reading(workspace, (tx) => tx.now())
      }),
    ),
  )
  for (const now of await Promise.all(nested)) expect(now).toBeInstanceOf(Date)
})

test('one network uses its half of the connections for people and sessions', async () => {
  const gate = Promise.withResolvers<void>()
  const strangers = Array.from({ length: 10 }, () =>
    withinRequest(newRequestWork('192.0.2.7'), () => database.identity(() => gate.promise)),
  )
  const other = withinRequest(newRequestWork('192.0.2.8'), () => database.identity((tx) => tx.now()))
  expect(await other).toBeInstanceOf(Date)
  expect(database.connections().identity).toMatchObject({ busy: 2, waiting: 8 })
  gate.resolve()
  await Promise.all(strangers)
})

test('a request that has changed a workspace waits longer for its next turn than a new one', () => {
  const request = newRequestWork('192.0.2.1')
  const first = turnOf(request, 'identity', undefined, 8)
  expect(first).toMatchObject({ key: 'network 192.0.2.1', runningMax: 4 })
  request.begun.add('tenant')
  for (const role of ['identity', 'tenant'] as const)
    expect(turnOf(request, role, undefined, 8).waitMs).toBeGreaterThan(first.waitMs)
})
