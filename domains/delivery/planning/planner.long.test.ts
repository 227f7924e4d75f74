import { afterAll, expect, test } from 'vitest'
import { isSoak } from '../../../testing/soak.ts'
import { attachProjectRepo } from '../../code/repositories/contract.ts'
import { endOf, library, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { commandHeld, heldCommand } from '../../../testing/runs/held-commands.ts'
import { bundleType, scanSource } from '../../../testing/repositories/imports.ts'
import { startModelProvider } from '../../../testing/model-provider/index.ts'
import {
  plannedTask as task,
  planning,
  saidPlan as said,
  titlesOf,
  writing as write,
} from '../../../testing/runs/planned-tasks.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { modelSettings, turns } from '../../../testing/runs/scripted-turns.ts'
import { testServer } from '../../../testing/server.ts'
import { executeCycle } from '../runs/contract.ts'
import { getCycle, updateCycle } from '../cycles/contract.ts'
import { removeCycleTask, updateCycleTask } from './contract.ts'
import { updateTask } from '../tasks/contract.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer({ ...modelSettings(provider.baseUrl, 'a-key'), ATELIER_MODEL_PLANNING: 'on' })
const { run, runIn, world } = planning(server, provider)

const attach = async ({ owner }: Scene, id: string, label: string): Promise<string> => {
  const scan = await scanSource(owner, (await bundleOf({ 'api.md': 'An API\n' })).bytes, bundleType)
  return (await owner.call(attachProjectRepo, { id, body: { scanId: scan.body.id as string, label } })).body.id
}

test('a model cuts the request, gets the faults of its plan once, and each task has the request behind it', async () => {
  const circle = said(task('notes', 'hours'), task('hours', 'notes'))
  const hours = { ...task('hours', 'notes'), repository: 'api' }
  const script = [circle, said(task('notes'), hours), ...write('NOTES.md'), ...write('HOURS.md')]
  const made = await world()
  const { at } = made
  const api = await attach(at, made.projectId, 'API')
  const { cycle, tasks, planned, seen } = await runIn(made, ...script)
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  expect(titlesOf(tasks)).toEqual(['Add notes: done', 'Add hours: done'])
  expect(tasks.map(({ repositoryId }: { repositoryId: string }) => repositoryId === api)).toEqual([false, true])
  expect(tasks[1].dependsOn).toEqual([tasks[0].id])
  expect(planned).toMatchObject({ payload: { by: 'planner', tasks: 2 } })
  const [system, material] = seen[0]!.body.messages.map(({ content }) => content!)
  const [, mark] = /"([0-9a-f]{24}) begins"/.exec(system!)!
  const inside = material!.slice(material!.indexOf(`${mark} begins\n`), material!.indexOf(`\n${mark} ends\n`))
  for (const part of ['Keep notes and hours.', 'sum.test.js', 'Use two spaces.', 'The repository “API” at', 'api.md'])
    expect(inside).toContain(part)
  expect(seen[1]!.body.messages.at(-1)!.content).toContain('The tasks need one another in a circle')
  expect(seen[2]!.body.messages.at(-1)!.content).toContain('> Keep notes and hours.')
  const calls = (await at.rows('model_call')).map(({ step, status }) => `${String(step)} ${String(status)}`)
  expect(calls.filter((call) => call.startsWith('plan-'))).toEqual(['plan-1 finished', 'plan-1 finished'])
})

test('a second answer without a plan leaves a single task, and the event reports it without the words of the model', async () => {
  const { tasks, planned } = await run({}, { text: 'Sure!' }, { text: 'Of course!' }, ...write('NOTES.md'))
  expect(titlesOf(tasks)).toEqual(['A change: done'])
  const note = 'No plan was made. The model gave no plan that can be carried out, asked twice.'
  expect(planned).toMatchObject({ payload: { by: 'request', tasks: 1, note } })
})

test.runIf(isSoak)('the next run has the plan that people changed, without asking for another', async () => {
  const at = await scene(server)
  const { owner } = at
  const { projectId } = await importProject(owner, await bundleOf(library))
  await mergeUnverified(owner, projectId, { planning: { tasksAtOnce: 1 } })
  const id = await propose(owner, projectId, 'Keep notes and hours.')
  const planned = said(task('notes'), task('hours', 'notes'), task('signs'))
  const held = [turns.run(heldCommand(server)), turns.end('DONE: I give up.')]
  provider.push(planned, ...held)
  await owner.call(executeCycle, { id })
  const command = await commandHeld(server)
  const before = (await owner.call(getCycle, { id })).body.tasks as { id: string; title: string }[]
  const [, hours, signs] = before
  const body = { description: 'Write HOURS.md, in German.' }
  expect((await owner.call(updateCycleTask, { id, taskId: hours!.id, body })).status).toBe(200)
  expect((await owner.call(removeCycleTask, { id, taskId: signs!.id })).status).toBe(200)
  await command.release()
  expect((await endOf(owner, id)).cycle.status).toBe('failed')

  provider.push(...write('NOTES.md'), ...write('HOURS.md'))
  const second = await runCycle(owner, id)
  expect(titlesOf(second.tasks)).toEqual(['Add notes: done', 'Add hours: done'])
  expect(second.tasks[1]).toMatchObject({ ...body, dependsOn: [second.tasks[0].id] })
})

test.runIf(isSoak)('a request that needs no cutting stays one task, in its own words', async () => {
  const { tasks, planned } = await run({}, said(), ...write('NOTES.md'))
  expect(titlesOf(tasks)).toEqual(['A change: done'])
  expect(tasks[0].description).toBe('Keep notes and hours.')
  expect(planned).toBeUndefined()
})

test.runIf(isSoak)('a model that does not answer leaves a single task, and a project may leave it out', async () => {
  const busy = { status: 429, retryAfter: '0' } as const
  const { tasks, planned } = await run({}, busy, busy, busy, ...write('NOTES.md'))
  expect(titlesOf(tasks)).toEqual(['A change: done'])
  expect(planned).toMatchObject({ payload: { note: expect.stringContaining('gave no answer') } })
  const off = await run({ planning: { model: 'off' } }, ...write('NOTES.md'))
  expect([titlesOf(off.tasks), off.planned]).toEqual([['A change: done'], undefined])
})

test.runIf(isSoak)('a request that people change is planned again, after any change of its plan', async () => {
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
