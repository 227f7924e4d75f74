import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import { errorOf, gatewayScene } from '../../testing/model-provider/index.ts'
import { refusedParameter } from './refused-parameter.ts'

const { database } = await testDatabase()
const scene = gatewayScene(database)
const hello = { messages: [{ role: 'user', content: 'Hello' }] }
const refusal = (param: string, code = 'unsupported_parameter') =>
  ({
    status: 400,
    param,
    code,
    message: `Unsupported parameter: '${param}' is not supported with this model.`,
  }) as const
const sent = () => scene.provider.requests.map(({ body: { messages: _, model: __, ...rest } }) => rest)

describe('an endpoint that refuses a parameter', () => {
  test('is sent max_completion_tokens instead of max_tokens, and all later calls so at once', async () => {
    scene.provider.push(refusal('max_tokens'), { text: 'a' }, { text: 'b' })
    expect((await scene.route.post(hello)).status).toBe(200)
    expect((await scene.route.post({ ...hello, max_tokens: 7 })).status).toBe(200)
    expect(sent()).toEqual([{ max_tokens: 1_000 }, { max_completion_tokens: 1_000 }, { max_completion_tokens: 7 }])
    expect(await scene.budget()).toMatchObject({ spentMicros: 240, reservedMicros: 0 })
    expect(await scene.calls()).toMatchObject([{ costMicros: 120 }, { costMicros: 120 }])
  })

  test.each([
    ['temperature', 0.2],
    ['top_p', 0.5],
    ['parallel_tool_calls', true],
    ['reasoning_effort', 'low'],
  ])('is sent no %s any more', async (name, value) => {
    scene.provider.push(refusal(name), { text: 'a' }, { text: 'b' })
    await (await scene.route.post({ ...hello, [name]: value })).text()
    await (await scene.route.post({ ...hello, [name]: value })).text()
    const without = { max_tokens: 1_000 }
    expect(sent()).toEqual([{ ...without, [name]: value }, without, without])
  })

  test('is asked for no usage any more when it is stream_options, and the call costs its worst case', async () => {
    scene.provider.push(refusal('stream_options'), { text: 'a', usage: null })
    await (await scene.route.post({ ...hello, stream: true })).text()
    expect(sent()[1]).toEqual({ max_tokens: 1_000, stream: true })
    const [call] = await scene.calls()
    expect(call!.costMicros).toBe(call!.reservedMicros)
  })

  test('is sent the effort of the settings, instead of the effort in a request, until it refuses it', async () => {
    const effortful = await scene.attempt({ effort: 'xhigh' })
    scene.provider.push({ text: 'a' }, refusal('reasoning_effort', 'unsupported_value'), { text: 'b' }, { text: 'c' })
    for (const seed of [1, 2, 3]) await (await effortful.post({ ...hello, reasoning_effort: 'low', seed })).text()
    expect(sent().map(({ reasoning_effort }) => reasoning_effort)).toEqual(['xhigh', 'xhigh', undefined, undefined])
  })

  test('may refuse several, one after the other', async () => {
    scene.provider.push(refusal('max_tokens'), refusal('top_p'), refusal('temperature'), { text: 'a' })
    expect((await scene.route.post({ ...hello, temperature: 1, top_p: 1 })).status).toBe(200)
    expect(sent()[3]).toEqual({ max_completion_tokens: 1_000 })
  })

  test('is sent other values of a parameter whose one value it refused', async () => {
    scene.provider.push(refusal('reasoning_effort', 'unsupported_value'), { text: 'a' }, { text: 'b' }, { text: 'c' })
    for (const reasoning_effort of ['minimal', 'high', 'minimal'])
      await (await scene.route.post({ ...hello, reasoning_effort })).text()
    expect(sent().map(({ reasoning_effort }) => reasoning_effort)).toEqual(['minimal', undefined, 'high', undefined])
  })
})

describe('a refusal that leaving out does not mend', () => {
  test('is the error of the call, which costs nothing, and is not remembered', async () => {
    scene.provider.push(refusal('max_tokens'), refusal('max_completion_tokens'), { text: 'later' })
    const response = await scene.route.post(hello)
    expect([response.status, (await errorOf(response)).code]).toEqual([400, 'provider_refused_request'])
    expect(await scene.budget()).toMatchObject({ spentMicros: 0, reservedMicros: 0 })
    expect(await scene.calls()).toMatchObject([{ status: 'failed', costMicros: 0 }])
    expect((await scene.route.post({ ...hello, seed: 1 })).status).toBe(200)
    expect(sent()).toEqual([{ max_tokens: 1_000 }, { max_completion_tokens: 1_000 }, { max_tokens: 1_000, seed: 1 }])
  })

  test('of a parameter that was not sent is not sent again', async () => {
    scene.provider.push(refusal('temperature'))
    expect((await scene.route.post(hello)).status).toBe(400)
    expect(scene.provider.requests).toHaveLength(1)
  })
})

describe('the refused parameter', () => {
  const error = (message: string, param?: string, code?: string) => JSON.stringify({ error: { message, param, code } })
  test.each([
    ['a code and a parameter', error('No.', 'top_p', 'unsupported_parameter'), 'top_p'],
    ['a path to a part of it', error('No.', 'stream_options.include_usage', 'unsupported_parameter'), 'stream_options'],
    ['its first name', error("'max_tokens' is not supported. Use 'max_completion_tokens'."), 'output bound'],
    ['an argument', error('Unrecognized request argument supplied: parallel_tool_calls'), 'parallel_tool_calls'],
    [
      'a list of a validator',
      '{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}',
      'stream_options',
    ],
  ])('is read from %s', (_, body, name) => {
    expect(refusedParameter(body)).toEqual({ name, valueAlone: false })
  })

  test.each([
    ['a bound that is too large', error('max_tokens is too large: 9000000', 'max_tokens', 'invalid_value')],
    ['a bound whose value is unsupported', error('Unsupported value', 'max_tokens', 'unsupported_value')],
    ['another parameter', error('Unsupported parameter: temperature of tools', 'tools', 'unsupported_parameter')],
    ['a name within a longer word', error('unknown field my_temperature_field')],
    ['a page', '<html>unsupported</html>'],
    ['JSON of another kind', 'null'],
  ])('is none in %s', (_, body) => {
    expect(refusedParameter(body)).toBeUndefined()
  })
})
