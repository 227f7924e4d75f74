import { expect } from 'vitest'
import type { EndpointSettings, ShapeName } from '../../execution/models/index.ts'
import {
  encryptedOf,
  fakeEndpoint,
  type harnessScene,
  type SeenBody,
  signatureOf,
  type Turn,
} from '../model-provider/index.ts'

type Scene = ReturnType<typeof harnessScene>

export const read = (thought: string): Turn => ({
  thought,
  text: 'I look.',
  toolCalls: [
    { name: 'read', input: { path: 'greet.js' } },
    { name: 'list', input: {} },
  ],
})
export const endpointOf = (scene: Scene, shape: ShapeName, more: Partial<EndpointSettings> = {}) =>
  fakeEndpoint(scene.provider.baseUrl, { shape, ...more })

/** The conversation so far in a request, without the marks of a cache, which move on. */
const conversationOf = ({ messages, ...rest }: SeenBody) => {
  const bare = (value: unknown) =>
    JSON.stringify(value, (name, inner: unknown) => (name === 'cache_control' ? undefined : inner))
  const fixed = Object.entries(rest).filter(([name]) => name !== 'input')
  return { fixed: bare(fixed), said: bare('input' in rest ? rest.input : messages).slice(0, -1) }
}

/** The thoughts in a request, unchanged. */
export const thoughtsIn = (body: SeenBody) =>
  [...JSON.stringify(body).matchAll(/"(signature|data|encrypted_content|reasoning_content)":"([^"]+)"/g)].map(
    ([, , thought]) => thought,
  )

export const formsOf: Readonly<Record<ShapeName, (thought: string) => string[]>> = {
  chat: (thought) => [thought],
  responses: (thought) => [encryptedOf(thought)],
  messages: (thought) => [signatureOf(thought), signatureOf(`hidden ${thought}`)],
}

/** An agent sends thoughts back unchanged and in place, and never changes what it has sent. */
export const expectThoughtsBack = async (scene: Scene, shape: ShapeName) => {
  const edit = { name: 'edit', input: { path: 'greet.js', find: 'hello', replace: 'hi' } }
  const stop = { chat: 'length', responses: 'max_output_tokens', messages: 'max_tokens' }[shape]
  scene.provider.push({ text: 'I was about', stop }, { status: 429, headers: { 'retry-after-ms': '2' } })
  scene.provider.push(read('First'), { thought: 'Then', toolCalls: [edit] }, { text: 'greet says hi\n' })
  const outcome = await scene.run({}, endpointOf(scene, shape))
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
}
