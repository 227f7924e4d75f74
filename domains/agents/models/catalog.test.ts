import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { scene } from '../../../testing/scene.ts'
import { modelSettings } from '../../../testing/runs/scripted-turns.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { listModelCatalog } from './contract.ts'

const listed = (id: string, parameters: readonly string[]) => ({
  id,
  name: id,
  context_length: 1_000,
  supported_parameters: parameters,
  architecture: { output_modalities: ['text'] },
  pricing: { prompt: '0.000002', completion: '0.000004' },
})
let answer: { readonly status: number; readonly body: string } = {
  status: 200,
  body: JSON.stringify({ data: [listed('fake-small', ['tools']), listed('other', ['tools']), listed('plain', [])] }),
}
const asked: (string | undefined)[][] = []
const router = createServer(({ url, headers }, response) => {
  asked.push([url, headers.authorization, headers.cookie])
  response.writeHead(answer.status, { 'content-type': 'application/json', location: 'http://127.0.0.1:9/' })
  response.end(answer.body)
}).listen(0, '127.0.0.1')
await once(router, 'listening')
afterAll(() => {
  router.closeAllConnections()
  router.close()
})
const address = `http://127.0.0.1:${(router.address() as AddressInfo).port}`

const server = await testServer({
  ...modelSettings('http://127.0.0.1:9/v1', 'key-of-the-operator'),
  ATELIER_MODEL_OTHERS: 'fake-small=2/4',
  ATELIER_MODEL_CATALOG_URL: `${address}/api/v1/`,
  ATELIER_ROLE: 'server',
})
const later = (interval: string) =>
  asOwner(
    server,
    `update model_catalog set fetched_at = fetched_at - interval '${interval}', tried_at = tried_at - interval '${interval}'`,
  )

test('the catalogue is asked for once without a key, kept for all workspaces, and served with its age while the router is down', async () => {
  const [one, other] = await Promise.all([scene(server), scene(server)])
  const read = async () => (await one.member.call(listModelCatalog)).body
  const [first] = await Promise.all([read(), other.owner.call(listModelCatalog)])
  expect(first).toMatchObject({
    source: `${address}/api/v1/models`,
    isStale: false,
    isWhole: true,
    failure: null,
    makers: expect.arrayContaining([
      expect.objectContaining({
        name: 'openai',
        models: expect.arrayContaining([
          expect.objectContaining({ model: 'gpt-5', inputUsdPerMillion: 1.25 }),
          expect.objectContaining({ model: 'gpt-5-mini', outputUsdPerMillion: 2, pricedOn: '2025-10-01' }),
        ]),
      }),
      expect.objectContaining({ name: 'openrouter', models: [] }),
    ]),
    models: [
      { id: 'fake-small', contextTokens: 1_000, inputUsdPerMillion: 2, outputUsdPerMillion: 4, canBeChosen: true },
      { id: 'other', canBeChosen: false },
    ],
  })
  expect((await read()).fetchedAt).toBe(first.fetchedAt)
  expect(asked).toEqual([['/api/v1/models', undefined, undefined]])

  for (const wrong of [
    { status: 500, body: 'no' },
    { status: 302, body: '' },
    { status: 200, body: '{"data":' },
  ]) {
    answer = wrong
    await later('7 hours')
    const before = asked.length
    const stale = await read()
    expect(stale).toMatchObject({ isStale: true, models: first.models, failure: expect.stringContaining('127.0.0.1') })
    expect(stale.ageSeconds).toBeGreaterThanOrEqual(7 * 3_600)
    // A router that is down is not asked again with each request.
    await read()
    expect(asked).toHaveLength(before + 1)
  }

  answer = { status: 200, body: JSON.stringify({ data: [listed('newer', ['tools'])] }) }
  await later('2 minutes')
  expect(await read()).toMatchObject({ isStale: false, failure: null, models: [{ id: 'newer' }] })
})
