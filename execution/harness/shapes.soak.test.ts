import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import { harnessScene } from '../../testing/model-provider/index.ts'
import { endpointOf, expectThoughtsBack, formsOf, read, thoughtsIn } from '../../testing/model-shapes.ts'

const { database } = await testDatabase()
const scene = harnessScene(database)

test.each(['chat', 'responses'] as const)(
  'an agent whose model speaks %s sends thoughts back unchanged and in place, and never changes what it has sent',
  (shape) => expectThoughtsBack(scene, shape),
)

const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']

test('a conversation goes on with another model, which gets no thoughts of the first', async () => {
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
