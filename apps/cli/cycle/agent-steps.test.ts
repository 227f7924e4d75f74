import { expect, onTestFinished, test } from 'vitest'
import { sendJson, startTinyServer } from '../../../testing/cli/tiny-server.ts'
import { openClient } from '../client/client.ts'
import type { AgentStep } from '../terminal/step-line.ts'
import { agentClock, followAgent } from './agent-steps.ts'

const step = (of: Partial<AgentStep>): AgentStep => ({
  taskId: 't',
  runId: 'r',
  seq: 2,
  attempt: 1,
  position: 1,
  kind: 'message',
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
  at: '2026-01-01T00:00:00.000Z',
  ...of,
})

test('the time left of an attempt counts from its own beginning, by the times of the server', () => {
  const clock = agentClock()
  const limits = { steps: 300, tokens: 1_000, wallMs: 3_600_000 }
  clock.see(step({ kind: 'started', limits }))
  clock.see(step({ kind: 'started', limits, attempt: 2, at: '2026-01-01T00:50:00.000Z' }))
  const later = { kind: 'usage', at: '2026-01-01T00:55:00.000Z' } as const
  expect(clock.leftMs(step(later))).toBe(5 * 60_000)
  expect(clock.leftMs(step({ ...later, attempt: 2 }))).toBe(55 * 60_000)
  expect(clock.leftMs(step({ ...later, taskId: 'another' }))).toBeUndefined()
})

/** A server with the steps of tasks that grow while they are followed. */
const transcriptServer = async (tasks: readonly { readonly id: string; readonly status: string }[]) => {
  const steps: AgentStep[] = []
  const add = (taskId: string, count: number) => {
    for (let left = count; left > 0; left -= 1) {
      const at = new Date(Date.UTC(2026, 0, 1) + steps.length).toISOString()
      const position = steps.filter((one) => one.taskId === taskId).length + 1
      steps.push(step({ taskId, position, at }))
    }
  }
  const server = await startTinyServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://tiny')
    if (!pathname.endsWith('/transcript')) return sendJson(response, 200, { cycle: {}, tasks })
    const own = steps.filter(({ taskId }) => taskId === searchParams.get('taskId'))
    const from = Number(searchParams.get('cursor'))
    const limit = Number(searchParams.get('limit'))
    const end = from + limit
    const link = `<${pathname}?cursor=${end}>; rel="next"`
    return sendJson(response, 200, own.slice(from, end), own.length > end ? { link } : {})
  })
  const client = openClient({ url: server.url, apiKey: 'k' })
  onTestFinished(async () => {
    await client.close()
    await server.close()
  })
  return { client, steps, add }
}

test('steps of tasks that run at once are shown once each and in their order, beyond a page of them', async () => {
  const { client, steps, add } = await transcriptServer([
    { id: 'past', status: 'done' },
    { id: 'one', status: 'building' },
    { id: 'two', status: 'testing' },
  ])
  add('past', 1)
  for (const taskId of ['one', 'two', 'one', 'two']) add(taskId, 80)
  const told: AgentStep[] = []
  const following = followAgent(client, 'c', {
    isPast: (taskId) => taskId === 'past',
    signal: new AbortController().signal,
    step: (one) => told.push(one),
    spent: () => undefined,
  })
  await expect.poll(() => told.length).toBe(320)
  add('two', 120)
  add('one', 120)
  await following.end()
  expect(told).toEqual(steps.slice(1))
})

test('steps recorded before a question are shown before it, and each of them once', async () => {
  const { client, steps, add } = await transcriptServer([{ id: 'one', status: 'building' }])
  const told: AgentStep[] = []
  const following = followAgent(client, 'c', {
    isPast: () => false,
    signal: new AbortController().signal,
    step: (one) => told.push(one),
    spent: () => undefined,
  })
  add('one', 3)
  await following.hold()
  expect(told).toEqual(steps)
  add('one', 2)
  await following.hold()
  expect(told).toHaveLength(5)
  following.release()
  add('one', 1)
  await following.end()
  expect(told).toEqual(steps)
})
