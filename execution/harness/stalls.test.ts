import { expect, test } from 'vitest'
import { agentFolder } from '../../testing/acp/agent-folder.ts'
import { testDatabase } from '../../testing/index.ts'
import { harnessScene, nativeHarness } from '../../testing/model-provider/index.ts'
import { resolveHarness } from './index.ts'

const { database } = await testDatabase()
const scene = harnessScene(database)
const { mapped } = await agentFolder({ isSandboxed: false })

const harnessThat = (way: string) => {
  const resolved = resolveHarness('runtime-1', { 'runtime-1': mapped(way) })
  if (!resolved.installed) throw new Error(resolved.reason)
  return resolved.harness
}

test.each([
  ['the native harness', nativeHarness],
  ['an external agent', () => harnessThat('')],
])('%s: a model call of which nothing comes is broken off and asked again', async (_, harness) => {
  scene.harness = harness()
  scene.provider.push({ answer: 'silence' }, { text: 'Done.' })
  expect(await scene.run({ limits: { stallMs: 2_000 } })).toMatchObject({ outcome: 'completed', summary: 'Done.' })
  expect(scene.provider.requests).toHaveLength(2)
})

test.each([
  ['the native harness over a command that waits', nativeHarness, /Last seen was .*, at 20\d\d-/],
  ['an external agent that says nothing', () => harnessThat('mute'), /its turn was broken off, and it was asked to go/],
])('%s ends with the evidence', async (_, harness, evidence) => {
  scene.harness = harness()
  scene.provider.push({ toolCalls: [{ name: 'run', input: { command: 'sleep 60' } }] })
  expect(await scene.run({ limits: { stallMs: 700 } })).toMatchObject({
    outcome: 'stalled',
    summary: expect.stringMatching(evidence),
  })
})
