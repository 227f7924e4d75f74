import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import { gatewayScene, readStream, type ServedRoute } from '../../testing/model-provider/index.ts'

const { database } = await testDatabase()
const scene = gatewayScene(database)
const hello = { messages: [{ role: 'user', content: 'Hello' }] }
const streamed = { ...hello, stream: true, stream_options: { include_usage: true } }

describe('a call that succeeds', () => {
  test('calls the configured model with the key, and the cost is the provider’s report', async () => {
    scene.provider.push({ text: 'Hi', usage: { prompt_tokens: 7, completion_tokens: 3 } })
    const response = await scene.route.post({
      ...hello,
      model: 'chosen-inside',
      max_tokens: 9_999,
      service_tier: 'priority',
      user: 'x',
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'Hi' } }] })
    const seen = await scene.provider.nextRequest()
    expect(seen.headers.authorization).toBe('Bearer key-of-the-operator')
    expect(seen.body).toEqual({ ...hello, model: 'fake-large', max_tokens: 1_000 })
    expect(await scene.budget()).toMatchObject({ capMicros: null, spentMicros: 10, reservedMicros: 0 })
    expect(await scene.budget('workspace')).toMatchObject({ spentMicros: 10, reservedMicros: 0 })
    expect(await scene.calls()).toMatchObject([
      { status: 'finished', costMicros: 10, inputTokens: 7, outputTokens: 3, model: 'fake-large' },
    ])
  })

  test('streams text and tool calls that arrive in awkward pieces', async () => {
    const input = { path: 'ünï/cödé.txt', content: 'a\n'.repeat(50) }
    scene.provider.push({ text: 'Ich ändere “das” 🙂', toolCalls: [{ name: 'write', input }] })
    const response = await scene.route.post(streamed)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const { text, toolArguments, done, usage } = readStream(await response.text())
    expect({ text, input: JSON.parse(toolArguments), done }).toEqual({ text: 'Ich ändere “das” 🙂', input, done: true })
    expect(usage).toMatchObject({ prompt_tokens: 100, completion_tokens: 20 })
  })

  test('leaves the connection reusable, streamed or not', async () => {
    scene.provider.push({ text: 'a' }, { text: 'b' }, { text: 'c' }, { status: 400 }, { text: 'd' })
    for (const body of [streamed, streamed, hello, hello, streamed]) await (await scene.route.post(body)).text()
    expect(scene.provider.connections).toBeLessThan(3)
  })

  test('hides the usage chunk from a caller that did not ask for it, and counts it', async () => {
    scene.provider.push({ text: 'Hi' })
    expect(readStream(await (await scene.route.post({ ...hello, stream: true })).text()).usage).toBeUndefined()
    expect(await scene.budget()).toMatchObject({ spentMicros: 120 })
  })
})

describe('the cost of a call', () => {
  test('is its worst case when no usage is reported, and never more than that', async () => {
    scene.provider.push(
      { text: 'Hi', usage: null },
      { text: 'Hi', usage: { prompt_tokens: 2 ** 50, completion_tokens: 1 } },
    )
    await (await scene.route.post(hello)).text()
    await (await scene.route.post(hello)).text()
    const [first, second] = await scene.calls()
    expect(first!.costMicros).toBe(first!.reservedMicros)
    expect(second).toMatchObject({ costMicros: second!.reservedMicros, inputTokens: 2 ** 50 })
    expect(await scene.budget()).toMatchObject({ spentMicros: 2 * first!.reservedMicros, reservedMicros: 0 })
  })

  test('is reserved in the budget while it is in flight', async () => {
    let answerNow = (_: unknown) => {}
    scene.provider.push({ text: 'Hi', when: new Promise((resolve) => (answerNow = resolve)) })
    const answered = scene.route.post(hello)
    await scene.provider.nextRequest()
    const [call] = await scene.calls()
    expect(call).toMatchObject({ status: 'open', costMicros: null })
    expect(await scene.budget()).toMatchObject({ spentMicros: 0, reservedMicros: call!.reservedMicros })
    answerNow(undefined)
    expect((await answered).status).toBe(200)
  })
})

describe('a repeated step', () => {
  test('gets the paid answers again, in order, without a call', async () => {
    scene.provider.push({ text: 'first' }, { text: 'second' }, { text: 'third' })
    const said = async (from: ServedRoute, body: object) => readStream(await (await from.post(body)).text()).text
    expect([await said(scene.route, streamed), await said(scene.route, streamed)]).toEqual(['first', 'second'])
    const spent = await scene.budget()
    const again = await scene.attempt()
    expect([await said(again, streamed), await said(again, streamed)]).toEqual(['first', 'second'])
    expect(await scene.budget()).toEqual(spent)
    expect(await said(again, streamed)).toBe('third')
    expect(scene.provider.requests).toHaveLength(3)
  })

  test('repeats failed calls and calls of other steps', async () => {
    scene.provider.push({ status: 400 }, { text: 'now' }, { text: 'elsewhere' })
    expect((await scene.route.post(hello)).status).toBe(400)
    const again = await scene.attempt()
    expect(await (await again.post(hello)).json()).toMatchObject({ choices: [{ message: { content: 'now' } }] })
    scene.identity = { ...scene.identity, step: 'review-task' }
    const other = await scene.attempt()
    expect(await (await other.post(hello)).json()).toMatchObject({ choices: [{ message: { content: 'elsewhere' } }] })
  })
})
