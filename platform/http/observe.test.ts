import { describe, expect, test } from 'vitest'
import { startCollector, type SeenSpan } from '../../testing/network/collector.ts'
import { scene } from '../../testing/scene.ts'
import { tinyServer } from '../../testing/tiny/server.ts'
import { breakThing, changeThing, knownThing, makeThing, readThings, thingHandlers } from '../../testing/tiny/things.ts'
import { noLimits } from './requests/limits.ts'
import { openTelemetry } from '../telemetry/index.ts'
import { isLong } from '../../testing/soak.ts'

const token = 'a-token-of-some-length'
const observing = async (settings: { otlpUrl?: string; otlpPercent?: number; metricsToken?: string }) =>
  openTelemetry(
    {
      otlpUrl: undefined,
      otlpPercent: 100,
      metricsToken: undefined,
      ...settings,
      otlpHeaders: { authorization: 'Bearer of-the-collector' },
    },
    { warn: () => undefined },
  )
const traceparent = (traceId: string, flags: '00' | '01') => ({
  headers: { traceparent: `00-${traceId}-${'cd'.repeat(8)}-${flags}` },
})

describe('traces', () => {
  test('a request is a child span of its caller’s, without secrets', async () => {
    const collector = await startCollector()
    const telemetry = await observing({ otlpUrl: collector.url })
    const server = await tinyServer(thingHandlers, telemetry)
    const { owner, workspace } = await scene(server)
    const traceId = 'ab'.repeat(16)
    const { headers } = await owner.call(makeThing, { body: { name: 'mine' }, ...traceparent(traceId, '01') })
    await owner.call(readThings, traceparent('ef'.repeat(16), '00'))
    await owner.call(breakThing, { how: 'badly' })
    await server.ended()
    await telemetry.close()
    const [made, broken, ...rest] = collector.spans.filter(({ name }) => name.includes('/v1/'))
    expect(rest).toEqual([])
    expect(made).toMatchObject({
      traceId,
      parentSpanId: 'cd'.repeat(8),
      name: 'POST /v1/api/things',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/api/things',
        'http.response.status_code': 201,
        'atelier.operation': 'makeThing',
        'atelier.request_id': headers.get('x-request-id')!,
        'atelier.workspace_id': workspace,
      },
    } satisfies Partial<SeenSpan>)
    expect(broken).toMatchObject({ name: 'GET /v1/api/broken/:how', status: { code: 2 } })
    expect(broken!.parentSpanId).toBeUndefined()
    expect(collector.said[0]).toContain('"authorization":"Bearer of-the-collector"')
    for (const secret of [owner.key!, 'mine', 'a secret of ours']) expect(collector.said.join()).not.toContain(secret)
  })

  test.runIf(isLong)('an unreachable collector costs one log line and no response', async () => {
    const lines: object[] = []
    const settings = { otlpUrl: 'http://127.0.0.1:1', otlpPercent: 100, otlpHeaders: {}, metricsToken: undefined }
    const telemetry = await openTelemetry(settings, { warn: (fields) => lines.push(fields) })
    const server = await tinyServer(thingHandlers, telemetry)
    const { owner } = await scene(server)
    expect((await owner.call(readThings)).status).toBe(200)
    await server.ended()
    await telemetry.close()
    expect(lines).toMatchObject([{ collector: 'http://127.0.0.1:1' }])
  })
})

describe('/metrics', () => {
  test('404 if no token is configured, 401 without it, 200 with it', async () => {
    const off = await tinyServer()
    const on = await tinyServer(thingHandlers, await observing({ metricsToken: token }))
    const ask = async (baseUrl: string, authorization?: string) =>
      (await fetch(`${baseUrl}/metrics`, { headers: { ...(authorization && { authorization }) } })).status
    expect([
      await ask(off.baseUrl, `Bearer ${token}`),
      await ask(on.baseUrl),
      await ask(on.baseUrl, 'Bearer another-token-here'),
      await ask(on.baseUrl, token),
      await ask(on.baseUrl, `Bearer ${token}`),
    ]).toEqual([404, 401, 401, 401, 200])
  })

  test('count requests by operation and status, and unknown paths in one line', async () => {
    const server = await tinyServer(thingHandlers, await observing({ metricsToken: token }))
    const { owner } = await scene(server)
    for (const state of ['free', 'free', 'taken']) await owner.call(changeThing, { id: knownThing, body: { state } })
    for (const path of ['/nowhere', '/elsewhere']) await fetch(server.baseUrl + path)
    await server.ended()
    const answer = await fetch(`${server.baseUrl}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    const text = await answer.text()
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(text).toContain('atelier_requests_total{operation="changeThing",status="200"} 2')
    expect(text).toContain('atelier_requests_total{operation="changeThing",status="409"} 1')
    expect(text).toContain('atelier_requests_total{operation="other",status="404"} 2')
    expect(text).toContain('atelier_request_seconds_count{operation="changeThing"} 3')
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(text).not.toContain(owner.key)
  })
})

describe('the log', () => {
  test('has a line for a request that is slow or fails with a 5xx, and for no other', async () => {
    const server = await tinyServer(thingHandlers, { slowMs: 60_000, rates: noLimits })
    const { owner } = await scene(server)
    const { headers } = await owner.call(changeThing, {
      id: knownThing,
      body: { state: 'full' },
      ...traceparent('ab'.repeat(16), '00'),
    })
    await owner.call(readThings)
    await owner.call(changeThing, { id: knownThing, body: { state: 'taken' } })
    await owner.call(breakThing, { how: 'badly' })
    await server.ended()
    expect(server.log.map(({ status, msg }) => [status, msg])).toEqual([
      [503, 'A request was refused for a reason of ours'],
      [undefined, 'Unexpected error in a request'],
    ])
    expect(server.log[0]).toMatchObject({
      operation: 'changeThing',
      tookMs: expect.any(Number) as number,
      requestId: headers.get('x-request-id'),
      traceId: 'ab'.repeat(16),
    })
  })

  test('reports a request as slow from the configured duration', async () => {
    const server = await tinyServer(thingHandlers, { slowMs: 1 })
    const { owner } = await scene(server)
    await owner.call(readThings)
    await server.ended()
    expect(server.log).toMatchObject([{ operation: 'readThings', status: 200, msg: 'A request was slow' }])
  })
})
