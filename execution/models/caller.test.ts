import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import { errorOf, gatewayScene } from '../../testing/model-provider/index.ts'
import {
  applyCap,
  findBudget,
  instanceScope,
  releaseReservations,
  type Scope,
} from '../../domains/agents/spending/index.ts'

const { database } = await testDatabase()
const scene = gatewayScene(database)
const hello = { messages: [{ role: 'user', content: 'Hello' }] }
const streamed = { ...hello, stream: true, stream_options: { include_usage: true } }

describe('a caller', () => {
  test('that disconnects stops the call and pays its worst case', async () => {
    const controller = new AbortController()
    scene.provider.push({ text: 'Hello there', after: { events: 2, then: 'stall' } })
    const response = await scene.route.post(streamed, controller.signal)
    const request = await scene.provider.nextRequest()
    const reading = response.text()
    controller.abort()
    await expect(reading).rejects.toThrow()
    await request.hungUp
    await expect.poll(scene.calls).toMatchObject([{ status: 'failed', failure: { code: 'call_cancelled' } }])
  })

  test.each([
    ['nothing', '', 'The body is not JSON'],
    ['no messages', {}, "The body must have required property 'messages'"],
    [
      'a picture',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
      'image_url',
    ],
    ['a role of its own', { messages: [{ role: 'root', content: 'x' }] }, 'messages.0.role'],
    ['two answers at once', { ...hello, n: 2 }, 'n must be'],
    ['a tool without a name', { ...hello, tools: [{ type: 'function', function: {} }] }, 'tools.0.function'],
  ])('that sends %s gets the fault, and nothing is sent on', async (_, body, words) => {
    const response = await scene.route.post(body)
    expect(response.status).toBe(400)
    expect(await errorOf(response)).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(words) })
    expect([await scene.calls(), scene.provider.requests]).toEqual([[], []])
  })

  test('that sends too much gets 413', async () => {
    const response = await scene.route.post({ messages: [{ role: 'user', content: 'x'.repeat(9 * 1024 * 1024) }] })
    expect([response.status, (await errorOf(response)).code]).toEqual([413, 'request_too_large'])
  })

  test("gets 404 on every route but the model's", async () => {
    const models = await fetch(`${scene.route.url}/v1/models`)
    expect(await models.json()).toMatchObject({ data: [{ id: 'fake-large' }] })
    const other = await fetch(`${scene.route.url}/v1/files`)
    expect([other.status, (await errorOf(other)).code]).toEqual([404, 'unknown_route'])
  })
})

describe('a cap', () => {
  const kinds = ['cycle', 'project', 'workspace', 'instance'] as const
  test.each(kinds)(
    'of the %s that does not cover the worst case refuses the call, and nothing changes',
    async (kind) => {
      const scope = kind === 'instance' ? instanceScope : { kind, id: scene.identity[`${kind}Id`] }
      const set = (capMicros: number | null) => database.instance((tx) => applyCap(tx, scope, capMicros))
      await set(1_000)
      const before = await scene.budget()
      const response = await scene.route.post(hello)
      expect(response.status).toBe(402)
      const error = await errorOf(response)
      expect(error).toMatchObject({ code: `${kind}_cap_reached`, type: 'insufficient_quota' })
      expect(error.message).toContain(`The ${kind}'s model budget of $0.001 does not cover this call`)
      expect([await scene.budget(), scene.provider.requests]).toEqual([
        kind === 'cycle' ? { ...before, capMicros: 1_000, warnedPercent: 100 } : before,
        [],
      ])
      expect(await scene.calls()).toMatchObject([{ status: 'failed', reservedMicros: 0, costMicros: 0 }])
      await set(null)
      scene.provider.push({ text: 'Hi' })
      expect((await scene.route.post(hello)).status).toBe(200)
    },
  )

  test('of the instance is not for endpoints of a workspace, whose calls draw on the three other ones', async () => {
    const set = (scope: Scope, capMicros: number | null) =>
      scope.kind === 'instance'
        ? database.instance((tx) => applyCap(tx, scope, capMicros))
        : database.within(scene.identity.workspaceId, (tx) => applyCap(tx, scope, capMicros))
    const spent = async (scope: Scope) => (await database.instance((tx) => findBudget(tx, scope))).spentMicros
    scene.identity = { ...scene.identity, endpointId: uuidv7() }
    const own = await scene.attempt()
    const before = await spent(instanceScope)
    await set(instanceScope, 0)
    scene.provider.push({ text: 'Hi' })
    expect((await own.post(hello)).status).toBe(200)
    await set(instanceScope, null)
    const { cycleId, projectId, workspaceId, endpointId } = scene.identity
    const scopes = [
      { kind: 'cycle', id: cycleId },
      { kind: 'project', id: projectId },
      { kind: 'workspace', id: workspaceId },
    ] as const
    const costMicros = (await scene.calls())[0]!.costMicros!
    expect(await Promise.all(scopes.map(spent))).toEqual([costMicros, costMicros, costMicros])
    expect([costMicros > 0, await spent(instanceScope)]).toEqual([true, before])
    // Those that a dead process left open are released to them alone as well.
    scene.provider.push({ answer: 'silence' })
    const gone = new AbortController()
    const calling = own.post({ ...hello, temperature: 0.5 }, gone.signal).catch(() => undefined)
    await expect.poll(async () => (await scene.calls()).at(-1)?.status).toBe('open')
    await database.within(workspaceId, (tx) => releaseReservations(tx, scene.identity.runId))
    gone.abort()
    await calling
    expect(await database.instance((tx) => findBudget(tx, instanceScope))).toMatchObject({ spentMicros: before })
    expect(await scene.budget()).toMatchObject({ reservedMicros: 0 })
    for (const scope of scopes) {
      await set(scope, 1)
      expect((await errorOf(await own.post({ ...hello, top_p: 0.5 }))).code).toBe(`${scope.kind}_cap_reached`)
      await set(scope, null)
    }
    expect(await scene.calls()).toMatchObject(Array(5).fill({ endpointId }))
  })

  test.each(kinds)(
    'of the %s refuses a call without a known price, however small, and not a free call',
    async (kind) => {
      const scope = kind === 'instance' ? instanceScope : { kind, id: scene.identity[`${kind}Id`] }
      const set = (capMicros: number | null) => database.instance((tx) => applyCap(tx, scope, capMicros))
      const unpriced = await scene.attempt({ price: undefined })
      const free = await scene.attempt({ price: { inputMicrosPerMillion: 0, outputMicrosPerMillion: 0 } })
      await set(1_000_000_000)
      const response = await unpriced.post(hello)
      expect(response.status).toBe(402)
      const error = await errorOf(response)
      expect(error).toMatchObject({ code: 'provider_price_unknown', type: 'insufficient_quota' })
      expect(error.message).toContain(`The ${kind} has a cost cap, and what the model fake-large costs is not known`)
      expect(scene.provider.requests).toEqual([])
      expect(await scene.calls()).toMatchObject([{ status: 'failed', costMicros: 0 }])
      scene.provider.push({ text: 'Hi' }, { text: 'Hi again' })
      expect((await free.post(hello)).status).toBe(200)
      await set(null)
      expect((await unpriced.post({ messages: [{ role: 'user', content: 'Another' }] })).status).toBe(200)
      expect((await scene.calls()).map(({ costMicros, isPriced }) => [costMicros, isPriced])).toEqual([
        [0, false],
        [0, true],
        [0, false],
      ])
    },
  )
})
