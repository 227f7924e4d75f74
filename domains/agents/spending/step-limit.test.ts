import { expect, test } from 'vitest'
import { testDatabase } from '../../../testing/index.ts'
import { errorOf, fakeEndpoint, gatewayScene, serveRoute } from '../../../testing/model-provider/index.ts'
import { openGateway } from '../../../execution/models/index.ts'

const { database } = await testDatabase()
const scene = gatewayScene(database)
const asking = (content: string) => ({ messages: [{ role: 'user', content }] })

test.each([
  ['steps', { steps: 2, tokens: 1_000_000 }, 'after 2 calls of the model, which is its limit (ATELIER_AGENT_STEPS)'],
  ['tokens', { steps: 100, tokens: 240 }, 'after 240 tokens, which is its limit (ATELIER_AGENT_TOKENS)'],
])(
  'calls beyond the %s of a step are refused with 429 over all of its attempts, and cost nothing',
  async (_, limits, words) => {
    const gateway = openGateway({ provider: fakeEndpoint(scene.provider.baseUrl) })
    scene.provider.push({ text: 'One' }, { text: 'Two' })
    const first = await serveRoute(database, gateway, scene.identity, limits)
    expect((await first.post(asking('a'))).status).toBe(200)
    await first.close()
    const second = await serveRoute(database, gateway, scene.identity, limits)
    expect((await second.post(asking('b'))).status).toBe(200)
    const refused = await second.post(asking('c'))
    expect(refused.status).toBe(429)
    expect(await errorOf(refused)).toMatchObject({ code: 'step_limit', message: expect.stringContaining(words) })
    await second.close()
    const third = await serveRoute(database, gateway, scene.identity, limits)
    expect((await third.post(asking('a'))).status).toBe(200)
    await third.close()
    await gateway.close()
    expect(scene.provider.requests.length).toBe(2)
    expect(await scene.budget()).toMatchObject({ spentMicros: 240, reservedMicros: 0 })
  },
)
