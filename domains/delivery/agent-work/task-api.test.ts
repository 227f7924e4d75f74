import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { afterTest } from '../../../testing/after-test.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { scene } from '../../../testing/scene.ts'
import { restarted, testServer } from '../../../testing/server.ts'
import { taskAgent } from '../../../testing/runs/task-agent.ts'
import { endTaskCredentials } from '../../../platform/access/index.ts'
import type { Parts } from '../../../apps/server/parts.ts'
import { apiRoute } from './task-api.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const listening = async (parts: Parts, secret: string) => {
  const listener = createServer(apiRoute(parts.taskApi.serve, secret)).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  afterTest(() => void listener.close())
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
}

/** A task at work, and what its agent reaches. */
const world = async (parts: Parts = server.parts) => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const agent = await taskAgent(server, at, { projectId })
  const base = await listening(parts, agent.secret)
  const status = async (path: string, init: RequestInit = {}) => (await fetch(base + path, init)).status
  return { at, projectId, ...agent, base, status }
}

test('an agent reaches its own task, the models of its workspace, and nothing else', async () => {
  const { at, projectId, taskId, base, status } = await world()
  const own = await fetch(`${base}/v1/api/tasks/${taskId}`)
  expect([own.status, await own.json()]).toMatchObject([200, { id: taskId }])
  const models = `/v1/api/ai/w/${at.workspace}/models`
  expect(await status(models)).toBe(200)
  const other = await taskAgent(server, at, { projectId })
  const signIn = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
  const elsewhere = await Promise.all([
    status(`/v1/api/tasks/${other.taskId}`),
    status(`/v1/api/tasks?projectId=${projectId}`),
    status(`/v1/api/projects/${projectId}`),
    status('/v1/api/projects'),
    status('/v1/api/auth/get-session'),
    status('/v1/api/auth/sign-in/email', signIn),
    status('/v1/api/ai/w/019c0000-0000-7000-8000-000000000000/models'),
    status('/'),
    status('/readyz'),
    status('/docs'),
    status('/v1/openapi.json'),
    status('//v1/api/projects'),
  ])
  expect(new Set(elsewhere)).toEqual(new Set([404]))
})

test('a key, a cookie and addresses of the agent’s own change nothing', async () => {
  const { at, projectId, taskId, status } = await world()
  const headers = {
    authorization: `Bearer ${at.owner.key}`,
    'x-api-key': at.owner.key!,
    cookie: 'session=1',
    'x-forwarded-for': '203.0.113.1',
    'x-organization-id': '019c0000-0000-7000-8000-000000000000',
  }
  expect(await status(`/v1/api/tasks/${taskId}`, { headers })).toBe(200)
  expect(await status(`/v1/api/projects/${projectId}`, { headers })).toBe(404)
})

test('401 once the agent has ended, while the run continues', async () => {
  const { at, taskId, runId, status } = await world()
  expect(await status(`/v1/api/tasks/${taskId}`)).toBe(200)
  await server.database.within(at.workspace, (tx) => endTaskCredentials(tx, runId))
  expect(await status(`/v1/api/tasks/${taskId}`)).toBe(401)
})

test.runIf(isLong)('a worker, which serves no interface, answers its own agents', async () => {
  const worker = await restarted(server, { ATELIER_ROLE: 'worker' })
  const { projectId, taskId, status } = await world(worker.parts)
  expect((await fetch(`${worker.baseUrl}/v1/api/tasks/${taskId}`)).status).toBe(404)
  expect(await status(`/v1/api/tasks/${taskId}`)).toBe(200)
  expect(await status(`/v1/api/projects/${projectId}`)).toBe(404)
})
