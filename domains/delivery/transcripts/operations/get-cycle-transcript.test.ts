import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { cycleIn, emptyProject, taskIn, type PlannedTask } from '../../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { deleteProject } from '../../../code/projects/contract.ts'
import { recordTranscript, type TranscriptEntry } from '../index.ts'
import { getCycleTranscript } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const recorded = (at: Scene, { id, runId }: PlannedTask, entries: readonly TranscriptEntry[], attempt = 1) =>
  server.database.within(at.workspace, (tx) =>
    recordTranscript(tx, { taskId: id, runId, stepSeq: 2, attempt }, entries, new Date()),
  )
const said = (position: number, text: string) => ({ position, kind: 'message', payload: { text } })

const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  const first = await taskIn(server, at, { projectId, cycleId }, 'building', 1)
  const second = await taskIn(server, at, { projectId, cycleId }, 'building', 2)
  return { scene: at, projectId, first, second, input: { id: cycleId } }
}

test('200 with each kind of step in its order', async () => {
  const { scene: at, first, input } = await world()
  const call = { id: 'call_1', name: 'run' }
  const limits = { steps: 300, tokens: 20_000_000, wallMs: 3_600_000 }
  await recorded(at, first, [
    { position: 1, kind: 'started', payload: { limits } },
    said(2, 'I run the tests.'),
    { position: 3, kind: 'tool-call', payload: { ...call, input: { command: 'npm test' } } },
    { position: 4, kind: 'tool-result', payload: { ...call, ok: false, text: '1 test failed' } },
    { position: 5, kind: 'usage', payload: { inputTokens: 1_200, outputTokens: 2 ** 40 } },
    { position: 6, kind: 'finished', payload: { outcome: 'completed', summary: 'Done.' } },
  ])
  const { status, body } = await at.member.call(getCycleTranscript, input)
  const empty = {
    taskId: first.id,
    runId: first.runId,
    seq: 2,
    attempt: 1,
    callId: null,
    tool: null,
    input: null,
    text: null,
    textTruncated: false,
    ok: null,
    inputTokens: null,
    outputTokens: null,
    outcome: null,
    messageIds: null,
    limits: null,
    at: expect.any(String),
  }
  const called = { callId: 'call_1', tool: 'run' }
  expect({ status, body }).toEqual({
    status: 200,
    body: [
      { ...empty, position: 1, kind: 'started', limits },
      { ...empty, position: 2, kind: 'message', text: 'I run the tests.' },
      { ...empty, position: 3, kind: 'tool_call', ...called, input: '{"command": "npm test"}' },
      { ...empty, position: 4, kind: 'tool_result', ...called, ok: false, text: '1 test failed' },
      { ...empty, position: 5, kind: 'usage', inputTokens: 1_200, outputTokens: 2 ** 40 },
      { ...empty, position: 6, kind: 'finished', outcome: 'completed', text: 'Done.' },
    ],
  })
})

test('200 with the end of a tool’s answer, and the beginning of everything else', async () => {
  const { scene: at, first, input } = await world()
  const long = `begin${'x'.repeat(1_000_000)}end`
  await recorded(at, first, [
    said(1, long),
    { position: 2, kind: 'tool-call', payload: { id: '1', name: 'write', input: { text: long } } },
    { position: 3, kind: 'tool-result', payload: { id: '1', name: 'write', ok: true, text: long } },
    said(4, 'x'.repeat(4_000)),
  ])
  const { body } = await at.owner.call(getCycleTranscript, input)
  expect(body).toMatchObject([
    { text: long.slice(0, 4_000), textTruncated: true },
    { input: expect.stringMatching(/^\{"text": "begin.{3985}$/), textTruncated: true },
    { text: long.slice(-4_000), textTruncated: true },
    { text: 'x'.repeat(4_000), textTruncated: false },
  ])
})

test('200 page by page, over tasks and attempts, and of a single task', async () => {
  const { scene: at, first, second, input } = await world()
  await recorded(at, second, [said(1, 'second 1'), said(2, 'second 2')])
  await recorded(at, first, [said(1, 'again 1')], 2)
  await recorded(at, first, [said(2, 'first 2'), said(1, 'first 1')])
  const texts: string[] = []
  for (let query: Record<string, unknown> | undefined = { limit: 2 }; query;) {
    const { body, headers } = await at.owner.call(getCycleTranscript, { ...input, query })
    texts.push(...(body as { text: string }[]).map(({ text }) => text))
    const next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    query = next ? Object.fromEntries(new URL(next, server.baseUrl).searchParams) : undefined
  }
  expect(texts).toEqual(['first 1', 'first 2', 'again 1', 'second 1', 'second 2'])
  const ofTask = await at.owner.call(getCycleTranscript, { ...input, query: { taskId: second.id } })
  expect(ofTask.body).toMatchObject([{ text: 'second 1' }, { text: 'second 2' }])
})

test('200 with nothing for a task of another cycle', async () => {
  const { scene: at, projectId, input } = await world()
  const other = await cycleIn(server, at, projectId)
  const task = await taskIn(server, at, { projectId, cycleId: other }, 'building')
  await recorded(at, task, [said(1, 'of the other cycle')])
  expect(await at.owner.call(getCycleTranscript, { ...input, query: { taskId: task.id } })).toMatchObject({
    status: 200,
    body: [],
  })
})

test('404 for an unknown or malformed id, a neighbour’s cycle and one of a deleted project', async () => {
  const [{ scene: at }, neighbour, deleted] = await Promise.all([world(), world(), world()])
  await deleted.scene.owner.call(deleteProject, { id: deleted.projectId })
  for (const id of [uuidv7(), 'nonsense', neighbour.input.id])
    expectError(await unchanged(server, () => at.owner.call(getCycleTranscript, { id })), 404, 'not_found')
  expectError(await deleted.scene.owner.call(getCycleTranscript, deleted.input), 404, 'not_found')
})

test('404 for a client without a grant, 403 for a client that may steer', async () => {
  const { scene: at, projectId, first, input } = await world()
  await recorded(at, first, [said(1, 'for the agency')])
  expectError(await at.client.call(getCycleTranscript, input), 404, 'not_found')
  await at.grant(projectId, at.clientId, 'steer')
  expectError(await unchanged(server, () => at.client.call(getCycleTranscript, input)), 403, 'forbidden')
})

test('400 for an invalid limit, cursor or task', async () => {
  const { scene: at, input } = await world()
  for (const query of [{ limit: 0 }, { limit: 1_001 }, { cursor: 'nonsense' }, { taskId: 'nonsense' }])
    expect(await at.owner.call(getCycleTranscript, { ...input, query })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: [{ path: Object.keys(query)[0] }] },
    })
})
