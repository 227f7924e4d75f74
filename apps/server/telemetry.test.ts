import { afterAll, expect, test } from 'vitest'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import { getCycle, streamCycle } from '../../domains/delivery/cycles/contract.ts'
import { createProject, getProject } from '../../domains/code/projects/contract.ts'
import { listEvents } from '../../domains/record/events/contract.ts'
import { startCollector } from '../../testing/network/collector.ts'
import { library, propose, mergeProse } from '../../testing/delivery.ts'
import { startModelProvider } from '../../testing/model-provider/index.ts'
import { bundleOf, importProject } from '../../testing/repository.ts'
import { scene } from '../../testing/scene.ts'
import { modelSettings, turns } from '../../testing/runs/scripted-turns.ts'
import { testServer } from '../../testing/server.ts'

const apiKey = 'key-of-the-operator-7f3a91'
const token = 'a-token-of-some-length'
const [collector, provider] = await Promise.all([startCollector(), startModelProvider()])
afterAll(() => provider.close())
const server = await testServer({
  ...modelSettings(provider.baseUrl, apiKey),
  ATELIER_OTLP_URL: collector.url,
  ATELIER_METRICS_TOKEN: token,
})
const traceId = 'ab'.repeat(16)
const headers = { traceparent: `00-${traceId}-${'cd'.repeat(8)}-01`, tracestate: 'vendor=abc' }

test('a trace covers the request, the steps of its run and the model, with their attributes', async () => {
  const { owner } = await scene(server)
  await mergeProse(owner)
  const { projectId } = await importProject(owner, await bundleOf(library))
  const id = await propose(owner, projectId, 'Add a file of notes.')
  provider.push(turns.write('NOTES.md', 'Adds numbers.\n'), turns.end())
  expect((await owner.call(executeCycle, { id, headers })).status).toBe(200)
  await (await owner.open(streamCycle, { id })).text()
  expect((await owner.call(getCycle, { id })).body).toMatchObject({ cycle: { status: 'completed' } })

  expect(provider.requests.length).toBe(2)
  for (const { headers: sent } of provider.requests) {
    expect(sent.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
    expect(sent.tracestate).toBe('vendor=abc')
  }
  const { body: events } = await owner.call(listEvents, { query: { traceId } })
  expect((events as { eventType: string }[]).map(({ eventType }) => eventType)).toContain('task.merged')

  const answer = await fetch(`${server.baseUrl}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const text = await answer.text()
  expect(text).toMatch(/atelier_step_seconds_count\{step="build-task",outcome="done"\} 1/)
  expect(text).toMatch(/atelier_model_call_seconds_count\{outcome="finished"\} 2/)
  for (const gauge of ['sandbox_limit', 'sandboxes_active', 'steps_queued', 'steps_running', 'streams_open'])
    expect(text).toMatch(new RegExp(`^atelier_${gauge} \\d+$`, 'm'))
  expect(text).toMatch(/^atelier_database_connections\{role="tenant",state="waiting"\} \d+$/m)

  await server.parts.telemetry.close()
  const spans = collector.spans.filter((span) => span.traceId === traceId)
  const named = (name: string) => spans.filter((span) => span.name === name)
  const [request] = named('POST /v1/api/cycles/:id/execute')
  const [build] = named('step build-task')
  expect(build).toMatchObject({ parentSpanId: expect.any(String) as string, status: {} })
  expect(named('chat fake-large').map(({ parentSpanId }) => parentSpanId)).toEqual([build!.spanId, build!.spanId])
  expect(named('transaction within').map(({ parentSpanId }) => parentSpanId)).toContain(request!.spanId)
  expect(named('chat fake-large')[0]!.attributes).toMatchObject({ 'gen_ai.usage.input_tokens': 100 })
  for (const secret of [apiKey, owner.key!, 'Adds numbers']) expect(collector.said.join()).not.toContain(secret)
})

test('background work of a process is in no trace', () => {
  const roots = collector.spans.filter(({ parentSpanId }) => parentSpanId === undefined)
  expect(roots.length).toBeGreaterThan(0)
  expect(roots.filter(({ name }) => name.startsWith('transaction'))).toEqual([])
})

test('a project is returned the same with and without a trace', async () => {
  const { owner } = await scene(server)
  const { body } = await owner.call(createProject, { body: {}, headers: { traceparent: 'nonsense' } })
  expect((await owner.call(getProject, { id: body.id as string, headers })).status).toBe(200)
})
