import { afterAll, expect, test } from 'vitest'
import { library, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { startModelProvider } from '../../../testing/model-provider/index.ts'
import {
  plannedTask as task,
  planning,
  saidPlan as said,
  titlesOf,
  writing as write,
} from '../../../testing/planned-tasks.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { modelSettings, turns } from '../../../testing/scripted-turns.ts'
import { testServer } from '../../../testing/server.ts'
import { updateTask } from '../tasks/contract.ts'
import { updateCycle } from '../cycles/contract.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer({ ...modelSettings(provider.baseUrl, 'a-key'), ATELIER_MODEL_PLANNING: 'on' })
const { run } = planning(server, provider)

test('a request that needs no cutting stays one task, in its own words', async () => {
  const { tasks, planned } = await run({}, said(), ...write('NOTES.md'))
  expect(titlesOf(tasks)).toEqual(['A change: done'])
  expect(tasks[0].description).toBe('Keep notes and hours.')
  expect(planned).toBeUndefined()
})

test('a model that gives no answer leaves one task, and a project may leave it out', async () => {
  const busy = { status: 429, retryAfter: '0' } as const
  const { tasks, planned } = await run({}, busy, busy, busy, ...write('NOTES.md'))
  expect(titlesOf(tasks)).toEqual(['A change: done'])
  expect(planned).toMatchObject({ payload: { note: expect.stringContaining('gave no answer') } })
  const off = await run({ planning: { model: 'off' } }, ...write('NOTES.md'))
  expect([titlesOf(off.tasks), off.planned]).toEqual([['A change: done'], undefined])
})

test('a request that people change is planned anew, whatever they changed of its plan', async () => {
  const at = await scene(server)
  const { owner } = at
  const { projectId } = await importProject(owner, await bundleOf(library))
  await mergeUnverified(owner, projectId)
  const id = await propose(owner, projectId, 'Keep notes.')
  provider.push(said(task('notes'), task('hours', 'notes')), turns.end('DONE: I give up.'))
  const first = await runCycle(owner, id)
  expect(first.cycle.status).toBe('failed')
  const change = { id: first.tasks[1].id, body: { title: 'Add opening hours' } }
  expect((await owner.call(updateTask, change)).status).toBe(200)
  expect((await owner.call(updateCycle, { id, body: { description: 'Keep signs.' } })).status).toBe(200)
  provider.push(said(task('signs'), task('lamps', 'signs')), ...write('SIGNS.md'), ...write('LAMPS.md'))
  const second = await runCycle(owner, id)
  expect(titlesOf(second.tasks)).toEqual(['Add signs: done', 'Add lamps: done'])
})
