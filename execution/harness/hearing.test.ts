import { execFileSync } from 'node:child_process'
import { beforeEach, expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { testDatabase } from '../../testing/index.ts'
import { harnessScene } from '../../testing/model-provider/index.ts'
import type { SavedWork } from './job.ts'

const { database } = await testDatabase()
const scene = harnessScene(database)

beforeEach(() => {
  const git = (...argv: string[]) => execFileSync('git', argv, { cwd: scene.worktree })
  git('init', '--quiet')
  git('add', '--all')
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--message', 'Begin')
})

const saved = (): SavedWork => {
  const messages: string[] = []
  for (const { from, messages: more } of scene.ofType('saved-messages')) messages.splice(from, messages.length, ...more)
  return { ...scene.ofType('saved').at(-1)!, messages, isFollowUp: false }
}
const said = (id: string) => ({ id, text: `Message ${id}` })
const writing = (path: string) => ({ toolCalls: [{ name: 'write', input: { path, content: 'x\n' } }] })
const words = () =>
  scene.provider.requests.at(-1)!.body.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))

test.runIf(isLong)(
  'an agent gets messages from before its first step, between two steps and at the last moment, each once',
  async () => {
    scene.said = [[said('a')], [said('b')], [said('c'), said('d')], []]
    scene.provider.push(writing('one'), { text: 'Done.' }, { text: 'Done with all.' })
    expect(await scene.run({ hears: true })).toMatchObject({
      outcome: 'completed',
      summary: 'Done with all.',
      steps: 3,
    })
    expect(words().slice(1)).toEqual(['Message a', 'Message b', 'Message c', 'Message d'])
    expect(scene.heard).toEqual([[], ['a'], ['a', 'b'], ['a', 'b', 'c', 'd']])
    expect(scene.ofType('heard').map(({ ids }) => ids)).toEqual([['a'], ['b'], ['c', 'd']])
  },
)

test('a heard message goes with its conversation: after a crash it is in it once, whether it came before or after the save', async () => {
  scene.said = [[said('a')], [said('b')]]
  scene.provider.push(writing('one'), { answer: 'silence' })
  const controller = new AbortController()
  const first = scene.run({ hears: true }, undefined, controller.signal)
  for (let asked = 0; asked < 2; asked += 1) await scene.provider.nextRequest()
  controller.abort()
  expect(await first).toMatchObject({ outcome: 'cancelled' })
  expect(saved().heard).toEqual(['a'])
  scene.said = [[said('b')]]
  scene.provider.push({ text: 'Done.' })
  const goesOn = { ...saved(), patch: undefined }
  expect(await scene.run({ hears: true, saved: goesOn })).toMatchObject({ outcome: 'completed' })
  expect(words().slice(1)).toEqual(['Message a', 'Message b'])
  expect(scene.heard.slice(2)).toEqual([['a'], ['a', 'b']])
})

test.runIf(isLong)('an agent that had ended continues if a message came since, and not otherwise', async () => {
  scene.provider.push({ text: 'DONE: Done.' })
  await scene.run({ hears: true })
  const ended = { ...saved(), patch: undefined }
  expect(await scene.run({ hears: true, saved: ended })).toMatchObject({ summary: 'Done.', steps: 0 })
  scene.said = [[said('late')]]
  scene.provider.push({ text: 'DONE: Done again.' })
  expect(await scene.run({ hears: true, saved: ended })).toMatchObject({ summary: 'Done again.', steps: 1 })
})
