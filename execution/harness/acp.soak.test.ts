import { describe, expect, test } from 'vitest'
import { agentScene } from '../../testing/acp/agent-scene.ts'
import { testDatabase } from '../../testing/index.ts'
import { lengthOf } from '../../testing/soak.ts'
import { applyCap } from '../../domains/agents/spending/index.ts'

const { database } = await testDatabase()
const { scene, harnessThat } = await agentScene(database)

describe('an external agent that does what none should', () => {
  test.each([
    ['huge', 'agent-failed', 'It sent a message of more than 8 MiB'],
    ...lengthOf({ daily: [], soak: [['flood', 'agent-failed', 'more than 50000 steps']] }),
    ['newer', 'agent-failed', 'It speaks version 99 of the Agent Client Protocol'],
  ])('%s: %s', async (way, outcome, sentence) => {
    scene.harness = harnessThat(way)
    const ended = await scene.run()
    expect(ended).toMatchObject({ outcome, summary: expect.stringContaining(sentence) })
    expect(scene.ofType('finished')).toHaveLength(1)
  })

  test('one that never answers ends with the time of its round, and when the run is stopped', async () => {
    scene.harness = harnessThat('deaf')
    expect(await scene.run({ limits: { wallMs: 1_500 } })).toMatchObject({ outcome: 'wall-time' })
  })

  test('a cap or a limit of calls ends its work, whatever it would do about it', async () => {
    scene.provider.push({ text: 'Hello' })
    await database.within(scene.identity.workspaceId, (tx) =>
      applyCap(tx, { kind: 'cycle', id: scene.identity.cycleId }, 1),
    )
    expect(await scene.run()).toMatchObject({ outcome: 'model-failed', code: 'cycle_cap_reached' })
  })

  test('a model call of which nothing comes is broken off and asked again', async () => {
    scene.provider.push({ answer: 'silence' }, { text: 'Done.' })
    expect(await scene.run({ limits: { stallMs: 2_000 } })).toMatchObject({ outcome: 'completed', summary: 'Done.' })
    expect(scene.provider.requests).toHaveLength(2)
  })

  test('one that says nothing ends with the evidence', async () => {
    scene.harness = harnessThat('mute')
    expect(await scene.run({ limits: { stallMs: 700 } })).toMatchObject({
      outcome: 'stalled',
      summary: expect.stringMatching(/its turn was broken off, and it was asked to go/),
    })
  })
})
