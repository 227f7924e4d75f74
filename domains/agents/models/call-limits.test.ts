import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { instanceScope, type Scope } from '../spending/index.ts'
import type { Caller } from '../../../testing/caller.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import {
  agencyWithModels,
  askModel as ask,
  callSettings,
  callShapes,
  capModels,
  modelBudget,
  settledCalls,
} from '../../../testing/models/model-calls.ts'
import { readStream, startModelProvider } from '../../../testing/model-provider/index.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { taskAgent } from '../../../testing/runs/task-agent.ts'
import { createAiChatCompletion, createAiMessage, listAiModels } from './contract.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer(callSettings(provider))
const agency = () => agencyWithModels(server, provider)
const budgetOf = (scope: Scope) => modelBudget(server, scope)
const cap = (scope: Scope, micros: number | null, workspace?: string) => capModels(server, scope, micros, workspace)
afterEach(() => cap(instanceScope, null))

describe('a cap', () => {
  const body = { model: 'fake-large', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 100 }

  test('that does not cover a call refuses it in the form of its shape, and holds for many at once', async () => {
    const at = await agency()
    const scope = { kind: 'workspace', id: at.workspace } as const
    await cap(scope, 100)
    for (const [shape, operation, model, asked] of callShapes) {
      const { status, error } = await ask(at, at.member, operation, { model, ...asked })
      const type = shape === 'messages' ? 'billing_error' : 'insufficient_quota'
      expect([status, error]).toMatchObject([402, { type, code: 'workspace_cap_reached' }])
    }
    await cap(instanceScope, 0)
    await cap(scope, null)
    expect((await ask(at, at.member, createAiChatCompletion, body)).error?.code).toBe('instance_cap_reached')
    // The workspace's own endpoints are not the operator's to pay for.
    provider.push({ text: 'Hi' })
    expect((await ask(at, at.member, createAiMessage, { ...body, model: 'ant/large' })).status).toBe(200)
    await cap(instanceScope, null)
    const { spentMicros } = await budgetOf(scope)
    provider.push({ text: 'one', usage: null })
    await ask(at, at.member, createAiChatCompletion, body)
    const worstMicros = (await budgetOf(scope)).spentMicros - spentMicros
    const capMicros = spentMicros + 4 * worstMicros + 1
    await cap(scope, capMicros)
    provider.push(...Array.from({ length: 3 }, () => ({ text: 'more', usage: null })))
    const many = await Promise.all(Array.from({ length: 12 }, () => ask(at, at.member, createAiChatCompletion, body)))
    expect(many.map(({ status }) => status).toSorted()).toEqual([
      200,
      200,
      200,
      ...Array.from({ length: 9 }, () => 402),
    ])
    expect(await budgetOf(scope)).toMatchObject({ capMicros, spentMicros: capMicros - 1, reservedMicros: 0 })
    const refused = (await settledCalls(at)).filter(({ status }) => status === 'failed')
    expect(refused).toHaveLength(13)
  })
})

describe('callers that may call', () => {
  const body = { model: 'fake-large', messages: [{ role: 'user', content: 'Hello' }] }
  const statusOf = async (at: Pick<Scene, 'workspace'>, caller: Caller) =>
    (await ask(at, caller, createAiChatCompletion, body)).status

  test('is the agency with a writing key in its own workspace, and no client', async () => {
    const [at, neighbour] = await Promise.all([scene(server), scene(server)])
    const reading = await at.join('owner', { scopes: ['read'] })
    const narrow = await at.join('owner', { projectIds: [await emptyProject(at.owner)] })
    const elsewhere = { workspace: uuidv7() }
    const refused = [
      [at, at.client],
      [at, reading.caller],
      [at, narrow.caller],
      [at, neighbour.owner],
      [neighbour, at.owner],
      [elsewhere, at.owner],
    ] as const
    for (const [where, who] of refused) expect(await statusOf(where, who)).toBe(403)
    expect((await at.client.call(listAiModels, { workspaceId: at.workspace })).status).toBe(403)
    expect((await reading.caller.call(listAiModels, { workspaceId: at.workspace })).status).toBe(200)
    expect([await settledCalls(at), await settledCalls(neighbour)]).toEqual([[], []])
  })

  test('is the run of a task, on the budgets of its cycle and project, until it ends', async () => {
    const [at, neighbour] = await Promise.all([scene(server), scene(server)])
    const projectId = await emptyProject(at.owner)
    const agent = await taskAgent(server, at, { projectId })
    provider.push({ text: 'Hi' })
    expect(await statusOf(at, agent.caller)).toBe(200)
    const [call] = await settledCalls(at)
    const work = { run_id: agent.runId, task_id: agent.taskId, project_id: projectId }
    expect(call).toMatchObject(work)
    const cycle = { kind: 'cycle', id: call!.cycle_id as string } as const
    expect(await budgetOf(cycle)).toMatchObject({ spentMicros: 120, reservedMicros: 0 })
    for (const [kind, scope] of [
      ['cycle', cycle],
      ['project', { kind: 'project', id: projectId }],
    ] as const) {
      await cap(scope, 120, at.workspace)
      expect((await ask(at, agent.caller, createAiChatCompletion, body)).error?.code).toBe(`${kind}_cap_reached`)
      await cap(scope, null)
    }
    for (const workspace of [neighbour.workspace, uuidv7(), 'nonsense'])
      expect(await statusOf({ workspace }, agent.caller)).toBe(404)
    expect((await agent.caller.call(listAiModels, { workspaceId: neighbour.workspace })).status).toBe(404)
    expect((await agent.caller.call(listAiModels, { workspaceId: at.workspace })).status).toBe(200)
    await asOwner(server, `update run set status = 'finished', ended_at = now() where id = $1`, [agent.runId])
    expect(await statusOf(at, agent.caller)).toBe(401)
  })
})

describe('requests as the makers’ own clients send them', () => {
  test('a stream with a bearer key and OpenAI’s headers ends in usage and [DONE]', async () => {
    const at = await scene(server)
    provider.push({ text: 'Hi there' })
    const response = await fetch(`${server.baseUrl}/v1/api/ai/w/${at.workspace}/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${at.member.key}`,
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'OpenAI/JS 7.55.0',
        'x-stainless-lang': 'js',
        'x-stainless-retry-count': '0',
        'openai-organization': 'ignored',
      },
      body: JSON.stringify({
        model: 'fake-large',
        messages: [{ role: 'user', content: 'Hello' }],
        temperature: 0.5,
        user: 'u',
        stream: true,
        stream_options: { include_usage: true },
        store: false,
        metadata: { a: 'b' },
      }),
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const { text, usage, done } = readStream(await response.text())
    const counts = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
    expect([text, usage, done]).toEqual(['Hi there', counts, true])
    const { body } = provider.requests.at(-1)!
    expect(Object.keys(body).sort()).toEqual(
      ['max_tokens', 'messages', 'model', 'stream', 'stream_options', 'temperature'].sort(),
    )
  })

  test('a field that only its own endpoint knows is left out before another, and the answer names it', async () => {
    const at = await scene(server)
    provider.push({ text: 'Hi there' })
    const response = await fetch(`${server.baseUrl}/v1/api/ai/w/${at.workspace}/v1/messages?beta=true`, {
      method: 'POST',
      headers: { 'x-api-key': at.member.key!, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'fake-large',
        max_tokens: 9,
        messages: [{ role: 'user', content: 'Hello' }],
        context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
      }),
    })
    expect([response.status, response.headers.get('x-atelier-settings-left-out')]).toEqual([200, 'context_management'])
    expect(provider.requests.at(-1)!.body).not.toHaveProperty('context_management')
  })

  test('a body over 8 MiB gets 413 in the form of Anthropic, with Anthropic’s headers', async () => {
    const at = await agency()
    const response = await fetch(`${server.baseUrl}/v1/api/ai/w/${at.workspace}/v1/messages?beta=true`, {
      method: 'POST',
      headers: {
        'x-api-key': at.member.key!,
        'anthropic-version': '2023-06-01',
        'anthropic-beta': 'x-2025-01-01',
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        model: 'ant/large',
        max_tokens: 1,
        messages: [{ role: 'user', content: 'x'.repeat(2 ** 23) }],
      }),
    })
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { type: 'error', error: { type: 'request_too_large' }, request_id: expect.any(String) as string },
    ])
    expect(await settledCalls(at)).toEqual([])
  })
})
