import { afterAll, expect, test } from 'vitest'
import { library, propose, runCycle, mergeProse } from '../../../testing/delivery.ts'
import { columnsWith } from '../../../testing/texts/full-text.ts'
import { startModelProvider, type Turn } from '../../../testing/model-provider/index.ts'
import { expectError } from '../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { modelSettings, turns } from '../../../testing/runs/scripted-turns.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { updateProject } from '../../code/projects/contract.ts'
import {
  clearModelPreference,
  createModelEndpoint,
  deleteModelEndpoint,
  setModelPreference,
  updateModelEndpoint,
} from '../../agents/models/contract.ts'
import { getTaskReviewEvidence } from '../review/contract.ts'
import { getCycleUsage } from '../budgets/contract.ts'

const instances = await startModelProvider()
const own = await startModelProvider()
afterAll(() => Promise.all([instances.close(), own.close()]))
// The instance's cap covers none of these calls.
const server = await testServer({
  ...modelSettings(instances.baseUrl, 'key-of-the-operator'),
  ATELIER_FETCH_PRIVATE_HOSTS: new URL(own.baseUrl).host,
  ATELIER_MODEL_REVIEW: 'on',
  ATELIER_COST_CAP_INSTANCE: '0.000001',
})

const key = (number: number) => `key-of-the-workspace-${number}`
const prices = { inputUsdPerMillion: 2, outputUsdPerMillion: 4, pricedOn: '2026-11-21' }
const models = [
  { ...prices, model: 'large', contextTokens: 50_000, maxOutputTokens: 700 },
  { ...prices, model: 'reader', inputUsdPerMillion: 0, outputUsdPerMillion: 0 },
]

const world = async () => {
  const at = await scene(server)
  await mergeProse(at.owner)
  const { projectId } = await importProject(at.owner, await bundleOf(library))
  const body = { name: 'acme', baseUrl: own.baseUrl, shape: 'messages', apiKey: key(1), models } as const
  const { status, body: endpoint } = await at.owner.call(createModelEndpoint, { body })
  expect(status).toBe(201)
  const set = (role: string, modelIdentifier: string) =>
    at.owner.call(setModelPreference, { role, body: { modelIdentifier } })
  return { at, projectId, set, id: endpoint.id as string }
}

const verdict: Turn = { text: '{ "verdict": "no_objection", "summary": "", "findings": [] }' }
const write = turns.write('NOTES.md', 'Adds numbers.\n')

test('a whole run works at the workspace’s endpoint, with its key and its prices, and asks and costs the instance nothing', async () => {
  const { at, projectId, set } = await world()
  await set('coder', 'acme/large')
  await set('reviewer', 'acme/reader')
  own.push(write, turns.end('Wrote the notes.'), verdict)
  const { cycle, tasks } = await runCycle(at.owner, await propose(at.owner, projectId, 'Add a file of notes.'))
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  expect(instances.requests).toEqual([])
  expect(own.requests.map(({ path, headers, body: { model } }) => [path, headers['x-api-key'], model])).toEqual([
    ...['large', 'large', 'reader'].map((model) => ['/v1/messages', key(1), model]),
  ])
  expect(own.requests[0]!.body).toMatchObject({ max_tokens: 700 })
  const { body: evidence } = await at.owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  expect(evidence).toMatchObject({ carriedOutBy: { model: 'acme/large', modelChosenBy: 'preference' } })
  expect(JSON.stringify(evidence)).toContain('acme/reader')
  const calls = (await at.rows('model_call')).map((row) => [row.model, Number(row.cost_micros), row.provider])
  const name = `acme (${new URL(own.baseUrl).host})`
  // 100 tokens read and 20 written, at 2 and 4 dollars for a million, and for nothing.
  expect(calls.sort()).toEqual([
    ['large', 280, name],
    ['large', 280, name],
    ['reader', 0, name],
  ])
  expect((await at.owner.call(getCycleUsage, { id: cycle.id as string })).body).toMatchObject({
    costUsd: 0.00056,
    unpricedCalls: 0,
  })
  const budgets = await asOwner(
    server,
    'select scope_kind as kind, spent_micros::int4 as spent from budget where spent_micros > 0',
  )
  expect(budgets.map(({ kind, spent }) => `${String(kind)} ${String(spent)}`).sort()).toEqual([
    'cycle 560',
    'project 560',
    'workspace 560',
  ])
  expect(await columnsWith(server, ['acme/large'])).toContain('task.agent')
  expect(await columnsWith(server, [key(1), Buffer.from(key(1)).toString('base64').slice(0, -2)])).toEqual([])
})

test('a new key counts from the next call on; after a deletion the call under way ends, and the next is refused', async () => {
  const { at, projectId, set, id } = await world()
  await set('coder', 'acme/large')
  await at.owner.call(updateProject, { id: projectId, body: { runtime: { review: { model: 'off' } } } })
  const before = own.requests.length
  let answer = () => {}
  const held = { ...turns.run('true'), when: new Promise<void>((resolve) => (answer = resolve)) }
  own.push(turns.run('true'), held)
  const running = runCycle(at.owner, await propose(at.owner, projectId, 'Add a file of notes.'))
  await expect.poll(() => own.requests.length).toBe(before + 1)
  await at.owner.call(updateModelEndpoint, { id, body: { apiKey: key(2) } })
  await expect.poll(() => own.requests.length).toBe(before + 2)
  expectError(await at.owner.call(deleteModelEndpoint, { id }), 409, 'model_endpoint_in_use')
  await at.owner.call(clearModelPreference, { role: 'coder' })
  expect(await at.owner.call(deleteModelEndpoint, { id })).toMatchObject({ status: 200 })
  answer()
  const { cycle } = await running
  expect(cycle).toMatchObject({
    status: 'failed',
    failure: {
      code: 'provider_removed',
      message: expect.stringContaining('The model endpoint acme was deleted') as string,
    },
  })
  expect(own.requests.slice(before).map(({ headers }) => headers['x-api-key'])).toContain(key(1))
  expect(own.requests).toHaveLength(before + 2)
  const calls = (await at.rows('model_call')).map((row) => [row.status, Number(row.cost_micros), row.endpoint_id])
  expect(calls.sort()).toEqual([
    ['failed', 0, id],
    ['finished', 280, id],
    ['finished', 280, id],
  ])
  expect(instances.requests).toEqual([])
})
