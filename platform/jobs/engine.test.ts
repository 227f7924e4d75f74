import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { createEngine, finish, goTo, step, workflow } from './index.ts'
import { ended, mark, openWorld, quiet } from './testing/world.ts'

const kit = await testDatabase()
const world = await openWorld(kit)
const { database } = kit

const line = workflow('line', {
  steps: [
    step('first', {
      effect: async ({ key, write }) => {
        await write((tx) => mark(tx, `effect ${key}`))
        return { made: 'it' }
      },
      commit: async ({ tx, key }, { made }) => {
        await mark(tx, `commit ${key} ${made}`)
        return goTo('second', { from: 'first' })
      },
    }),
    step('second', {
      commit: async ({ step }) => finish({ payload: step.payload }),
    }),
  ],
})
const engine = createEngine({
  database,
  workflows: [line],
  sandboxes: { limit: 2 },
  log: { ...quiet, error: (f, m) => console.log(m, f), warn: (f, m) => console.log(m, f) },
})
await engine.work()
afterAll(() => engine.stop())

test('a run goes through its steps and ends', async () => {
  const run = await world.start(engine)
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished', result: { payload: { from: 'first' } } })
  expect(await world.marks()).toEqual([`effect ${run.id}:1`, `commit ${run.id}:1 it`])
})
