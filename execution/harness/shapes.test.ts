import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import { harnessScene } from '../../testing/model-provider/index.ts'
import { endpointOf, expectThoughtsBack, read, formsOf, thoughtsIn } from '../../testing/models/model-shapes.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isLong, isSoak } from '../../testing/soak.ts'

const { database } = await testDatabase()
const scene = harnessScene(database)

test('an agent whose model speaks messages sends thoughts back unchanged and in place, and never changes sent messages', () =>
  expectThoughtsBack(scene, 'messages'))

test.runIf(isLong)(
  'a prompt of the messages shape is marked for the cache at the end of its system text and the last two messages',
  async () => {
    scene.provider.push(read('First'), read('Second'), { text: 'Done.' })
    await scene.run({}, endpointOf(scene, 'messages'))
    const marked = scene.provider.requests.map(({ body }) => {
      const isMarked = (part: unknown) => JSON.stringify(part).includes('"cache_control":{"type":"ephemeral"}')
      const at = body.messages.flatMap((message, place) => (isMarked(message) ? [place] : []))
      return { system: isMarked(body.system), tools: isMarked(body.tools), at }
    })
    expect(marked.map(({ at }) => at)).toEqual([[0], [0, 2], [2, 4]])
    expect(marked.every(({ system, tools }) => system && !tools)).toBe(true)
  },
)

test.runIf(isLong)('a window that is full, as Anthropic reports it, makes the conversation shorter', async () => {
  const stop = 'model_context_window_exceeded'
  const long = { name: 'run', input: { command: 'seq 1 4000' } }
  scene.provider.push({ toolCalls: [long] }, { text: 'I', stop }, { text: 'Done.' })
  expect(await scene.run({}, endpointOf(scene, 'messages'))).toMatchObject({ outcome: 'completed', summary: 'Done.' })
  const sizes = scene.provider.requests.map(({ body }) => JSON.stringify(body.messages).length)
  expect(sizes[2]).toBeLessThan(sizes[1]! / 2)
})

test.runIf(isSoak).each(['chat', 'responses'] as const)(
  'an agent whose model speaks %s sends thoughts back unchanged and in place, and never changes sent messages',
  (shape) => expectThoughtsBack(scene, shape),
)

const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']

test.runIf(isSoak)('a conversation continues with another model, which gets no thoughts of the first', async () => {
  const shape = 'messages'
  for (const words of [
    ['init', '-q'],
    ['add', '.'],
    [...author, 'commit', '-qm', 'Begin'],
  ])
    await promisify(execFile)('git', words, { cwd: scene.worktree })
  scene.provider.push(read('Secret'), { text: 'DONE: Only a look was asked for.' })
  await scene.run({}, endpointOf(scene, shape))
  const saved = scene.ofType('saved-messages').flatMap(({ messages }) => messages)
  expect(saved.join()).toContain(formsOf[shape]('Secret')[0])
  const work = { messages: saved, steps: 1, tokens: 1, isFollowUp: true }
  for (const [next, thoughts] of [
    [endpointOf(scene, shape, { model: 'fake-small' }), 0],
    [endpointOf(scene, 'chat'), 0],
    [endpointOf(scene, shape), formsOf[shape]('Secret').length],
  ] as const) {
    scene.provider.push({ text: 'DONE: This is a look too.' })
    expect(await scene.run({ description: 'Go on', saved: work }, next)).toMatchObject({ outcome: 'completed' })
    const { body } = scene.provider.requests.at(-1)!
    expect(thoughtsIn(body)).toHaveLength(thoughts)
    expect(JSON.stringify(body)).toContain('I look.')
  }
})
