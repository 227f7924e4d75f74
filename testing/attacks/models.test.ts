import { describe, expect, test } from 'vitest'
import { testDatabase } from '../index.ts'
import { errorOf, gatewayScene, readStream } from '../model-provider/index.ts'

const { database } = await testDatabase()
const scene = gatewayScene(database)
const hello = { messages: [{ role: 'user', content: 'Hello' }] }
const streamed = { ...hello, stream: true }
const key = 'key-of-the-operator'
const completion = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: 'stop' }] })}\n\n`

describe('an endpoint that repeats the key that it was sent', () => {
  test.each([
    ['as its answer', { bytes: completion(`My key is ${key}, and so on`) }, streamed],
    ['at the end of its answer', { bytes: completion(key).trimEnd() }, streamed],
    ['as an error in the stream', { bytes: `data: {"error":{"message":"bad ${key}"}}\n\n` }, streamed],
    ['as invalid JSON', { bytes: `data: authorization: Bearer ${key}\n\n` }, streamed],
    ['as a page', { bytes: `{"headers":{"authorization":"Bearer ${key}"}}`, contentType: 'application/json' }, hello],
    ['as a refusal', { status: 400, message: `${'x'.repeat(490)} ${key}` }, hello],
  ] as const)('%s does not reveal it to a sandbox or store it in a row', async (_how, turn, request) => {
    scene.provider.push(turn)
    const text = await (await scene.route.post(request)).text()
    expect(text).not.toContain(key)
    expect(text).not.toContain(key.slice(0, 9))
    const rows = await database.within(scene.identity.workspaceId, async (tx) => {
      const values: unknown[] = []
      return (await tx.query({ text: `select m::text, convert_from(response, 'UTF8') r from model_call m`, values }))
        .rows
    })
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(key)
  })
})

describe('a request from a sandbox that would keep the server busy', () => {
  const flood = (part: string) => part.repeat((7 * 2 ** 20) / part.length)
  const inTool = (value: string) =>
    `{"messages":[{"role":"user","content":"x"}],"tools":[{"type":"function","function":{"name":"a","parameters":{"a":${value}}}}]}`
  test.each([
    ['invalid messages', `{"messages":[${flood('0,')}0]}`],
    ['empty lists', inTool(`[${flood('[],')}[]]`)],
    ['lists in lists', inTool('['.repeat(10_000) + ']'.repeat(10_000))],
    ['a few lists in lists', inTool('['.repeat(200) + ']'.repeat(200))],
  ])('by %s is refused at once', async (_what, body) => {
    const response = await scene.route.post(body)
    expect(response.status).toBe(400)
    expect((await errorOf(response)).message).toMatch(/holds more than|is nested deeper/)
    expect(scene.provider.requests).toEqual([])
  })

  test('by many concurrent calls gets 429 beyond the few that an agent makes', async () => {
    const route = await scene.attempt({}, undefined, 4)
    const controller = new AbortController()
    for (let call = 0; call < 4; call += 1) scene.provider.push({ answer: 'silence' })
    const held = Array.from({ length: 4 }, () => route.post(streamed, controller.signal).catch(() => undefined))
    for (let call = 0; call < 4; call += 1) await scene.provider.nextRequest()
    const refused = await route.post(streamed)
    expect([refused.status, (await errorOf(refused)).code]).toEqual([429, 'too_many_calls'])
    controller.abort()
    await Promise.all(held)
    scene.provider.push({ text: 'at last' })
    await expect.poll(async () => readStream(await (await route.post(streamed)).text()).text).toBe('at last')
  })
})
