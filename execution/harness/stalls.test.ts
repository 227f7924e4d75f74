import { expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { testDatabase } from '../../testing/index.ts'
import { harnessScene } from '../../testing/model-provider/index.ts'

const { database } = await testDatabase()
const scene = harnessScene(database)

test('a silent model call is broken off and asked again', async () => {
  scene.provider.push({ answer: 'silence' }, { text: 'Done.' })
  expect(await scene.run({ limits: { stallMs: 5_000 } })).toMatchObject({ outcome: 'completed', summary: 'Done.' })
  expect(scene.provider.requests).toHaveLength(2)
})

test.runIf(isLong)('an agent over a command that waits ends with the evidence', async () => {
  scene.provider.push({ toolCalls: [{ name: 'run', input: { command: 'sleep 60' } }] })
  expect(await scene.run({ limits: { stallMs: 700 } })).toMatchObject({
    outcome: 'stalled',
    summary: expect.stringMatching(/Last seen was .*, at 20\d\d-/),
  })
})

test.runIf(isLong)('a harness that a command of its agent stopped ends, seen by the server', async () => {
  scene.graceMs = 100
  scene.provider.push({ toolCalls: [{ name: 'run', input: { command: 'kill -STOP $PPID' } }] })
  expect(await scene.run({ limits: { stallMs: 1_500 } })).toMatchObject({
    outcome: 'stalled',
    summary: expect.stringContaining('the server waited for it once more'),
  })
  expect(scene.records.map(({ type }) => type)).toEqual(['started', 'tool-call'])
})
