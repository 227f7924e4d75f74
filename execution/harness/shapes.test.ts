import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import {
  encryptedOf,
  fakeEndpoint,
  harnessScene,
  type SeenBody,
  signatureOf,
  type Turn,
} from '../../testing/model-provider/index.ts'
import type { EndpointSettings, ShapeName } from '../models/index.ts'

const { database } = await testDatabase()
const scene = harnessScene(database)

const read = (thought: string): Turn => ({
  thought,
  text: 'I look.',
  toolCalls: [
    { name: 'read', input: { path: 'greet.js' } },
    { name: 'list', input: {} },
  ],
})
const endpoint = (shape: ShapeName, more: Partial<EndpointSettings> = {}) =>
  fakeEndpoint(scene.provider.baseUrl, { shape, ...more })

/** What a request says of the conversation so far, without the marks of a cache, which move on. */
const conversationOf = ({ messages, ...rest }: SeenBody) => {
  const bare = (value: unknown) =>
    JSON.stringify(value, (name, inner: unknown) => (name === 'cache_control' ? undefined : inner))
  const fixed = Object.entries(rest).filter(([name]) => name !== 'input')
  return { fixed: bare(fixed), said: bare('input' in rest ? rest.input : messages).slice(0, -1) }
}

/** The thoughts in a request, as they stand in it. */
const thoughtsIn = (body: SeenBody) =>
  [...JSON.stringify(body).matchAll(/"(signature|data|encrypted_content|reasoning_content)":"([^"]+)"/g)].map(
    ([, , thought]) => thought,
  )

const formsOf: Readonly<Record<ShapeName, (thought: string) => string[]>> = {
  chat: (thought) => [thought],
  responses: (thought) => [encryptedOf(thought)],
  messages: (thought) => [signatureOf(thought), signatureOf(`hidden ${thought}`)],
}

describe.each(['chat', 'responses', 'messages'] as const)('an agent whose model speaks %s', (shape) => {
  test('sends thoughts back unchanged and in place, and never changes what it has sent', async () => {
    const edit = { name: 'edit', input: { path: 'greet.js', find: 'hello', replace: 'hi' } }
    const stop = { chat: 'length', responses: 'max_output_tokens', messages: 'max_tokens' }[shape]
    scene.provider.push({ text: 'I was about', stop }, { status: 429, headers: { 'retry-after-ms': '2' } })
    scene.provider.push(read('First'), { thought: 'Then', toolCalls: [edit] }, { text: 'greet says hi\n' })
    const outcome = await scene.run({}, endpoint(shape))
    expect(outcome).toMatchObject({ outcome: 'completed' })
    expect(await scene.file('greet.js')).toContain('"hi"')
    const bodies = scene.provider.requests.slice(2).map(({ body }) => body)
    expect(JSON.stringify(bodies[0])).toContain('cut off at its longest length')
    expect(thoughtsIn(bodies[2]!)).toEqual([...formsOf[shape]('First'), ...formsOf[shape]('Then')])
    const [first, second, third] = bodies.map(conversationOf)
    expect([second!.fixed, third!.fixed]).toEqual([first!.fixed, first!.fixed])
    expect(second!.said.startsWith(first!.said)).toBe(true)
    expect(third!.said.startsWith(second!.said)).toBe(true)
    const key = scene.provider.requests[0]!.headers
    expect([key.authorization, key['x-api-key']]).toContain(
      shape === 'messages' ? 'key-of-the-operator' : 'Bearer key-of-the-operator',
    )
  })
})

test('a prompt of the messages shape is marked for the cache at the end of its system and of the last two messages', async () => {
  scene.provider.push(read('First'), read('Second'), { text: 'Done.' })
  await scene.run({}, endpoint('messages'))
  const marked = scene.provider.requests.map(({ body }) => {
    const isMarked = (part: unknown) => JSON.stringify(part).includes('"cache_control":{"type":"ephemeral"}')
    const at = body.messages.flatMap((message, place) => (isMarked(message) ? [place] : []))
    return { system: isMarked(body.system), tools: isMarked(body.tools), at }
  })
  expect(marked.map(({ at }) => at)).toEqual([[0], [0, 2], [2, 4]])
  expect(marked.every(({ system, tools }) => system && !tools)).toBe(true)
})

test('a window that is full, as Anthropic says it, makes the conversation shorter', async () => {
  const stop = 'model_context_window_exceeded'
  const long = { name: 'run', input: { command: 'seq 1 4000' } }
  scene.provider.push({ toolCalls: [long] }, { text: 'I', stop }, { text: 'Done.' })
  expect(await scene.run({}, endpoint('messages'))).toMatchObject({ outcome: 'completed', summary: 'Done.' })
  const sizes = scene.provider.requests.map(({ body }) => JSON.stringify(body.messages).length)
  expect(sizes[2]).toBeLessThan(sizes[1]! / 2)
})

const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']

test('a conversation goes on with another model, which gets no thoughts of the first', async () => {
  const shape = 'messages'
  for (const words of [
    ['init', '-q'],
    ['add', '.'],
    [...author, 'commit', '-qm', 'Begin'],
  ])
    await promisify(execFile)('git', words, { cwd: scene.worktree })
  scene.provider.push(read('Secret'), { text: 'Done.' })
  await scene.run({}, endpoint(shape))
  const saved = scene.ofType('saved-messages').flatMap(({ messages }) => messages)
  expect(saved.join()).toContain(formsOf[shape]('Secret')[0])
  const work = { messages: saved, steps: 1, tokens: 1, isFollowUp: true }
  for (const [next, thoughts] of [
    [endpoint(shape, { model: 'fake-small' }), 0],
    [endpoint('chat'), 0],
    [endpoint(shape), formsOf[shape]('Secret').length],
  ] as const) {
    scene.provider.push({ text: 'More is done.' })
    expect(await scene.run({ description: 'Go on', saved: work }, next)).toMatchObject({ outcome: 'completed' })
    const { body } = scene.provider.requests.at(-1)!
    expect(thoughtsIn(body)).toHaveLength(thoughts)
    expect(JSON.stringify(body)).toContain('I look.')
  }
})
