import { afterAll, expect, test } from 'vitest'
import { library, propose, runCycle } from '../../../../testing/delivery.ts'
import { startModelProvider, type SeenRequest, type Turn } from '../../../../testing/model-provider/index.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { modelSettings, turns } from '../../../../testing/scripted.ts'
import { testServer } from '../../../../testing/server.ts'
import { getTaskReviewEvidence } from '../../tasks/contract.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer(modelSettings(provider.baseUrl, 'key-of-the-operator-7f3a91'))

const world = async () => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf(library))
  return { at, projectId }
}

/** Runs a cycle over a script, all of which it uses. */
const run = async ({ at, projectId }: Awaited<ReturnType<typeof world>>, script: readonly Turn[]) => {
  const before = provider.requests.length
  provider.push(...script)
  const ended = await runCycle(at.owner, await propose(at.owner, projectId, 'Add a file of notes.'))
  expect(provider.requests.length - before).toBe(script.length)
  return { ...ended, task: ended.tasks[0], requests: provider.requests.slice(before) }
}

const good = [turns.write('NOTES.md', 'Adds numbers.\n'), turns.end('Wrote the notes.')]
const times = (count: number, turn: Turn) => Array.from({ length: count }, () => turn)

test('a run goes on through an endpoint that is busy, fails and hangs up, and its agent is told what will judge it', async () => {
  const made = await world()
  const trouble: Turn[] = [...times(4, { status: 429, retryAfter: '0' }), { answer: 'hang-up' }]
  const [write, end] = good
  const script = [...times(4, { status: 429, retryAfter: '0' }), write!, ...trouble, end!]
  const { cycle, task, requests } = await run(made, script)
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  const { body } = await made.at.owner.call(getTaskReviewEvidence, { id: task.id })
  expect((body.files as { path: string }[]).map(({ path }) => path)).toEqual(['NOTES.md'])
  const [system, request] = requests[0]!.body.messages
  expect(system!.content).toMatch(/- test: .* \(before your change: it passes\)/)
  expect(system!.content).toMatch(/Your budget: \d+ calls of the model, \d+ tokens, 60 minutes/)
  expect(request!.content).toMatch(
    /^A change\n\nAdd a file of notes\.[\s\S]*The repository at a glance:[\s\S]* {4}sum\.js/,
  )
})

test('an agent that goes round in circles is asked to go on in the same conversation, and its work is merged', async () => {
  const made = await world()
  const circles = times(5, turns.read('sum.js'))
  const { cycle, task, requests } = await run(made, [turns.write('a.txt', 'one\n'), ...circles, ...good])
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  const asked: SeenRequest['body']['messages'] = requests[6]!.body.messages
  expect(asked.at(-1)!.content).toContain('What was done so far is kept')
  expect(asked.filter(({ role }) => role === 'tool').length).toBe(6)
  const { body } = await made.at.owner.call(getTaskReviewEvidence, { id: task.id })
  expect((body.files as { path: string }[]).map(({ path }) => path)).toEqual(['NOTES.md', 'a.txt'])
})

test('an agent that had done all before it was asked to go on says so, and its work is merged', async () => {
  const made = await world()
  const circles = times(5, turns.read('sum.js'))
  const { cycle, task } = await run(made, [good[0]!, ...circles, turns.end('Nothing is left to do.')])
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  const { body } = await made.at.owner.call(getTaskReviewEvidence, { id: task.id })
  expect((body.files as { path: string }[]).map(({ path }) => path)).toEqual(['NOTES.md'])
})
