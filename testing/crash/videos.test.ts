import { expect, test } from 'vitest'
import { createModelEndpoint } from '../../domains/agents/models/contract.ts'
import { getAiVideo, submitAiVideo } from '../../domains/agents/media/contract.ts'
import type { Caller } from '../caller.ts'
import { asOwner } from '../database-state.ts'
import { mediaProvider, type MediaProviderSite } from '../ai/media-provider.ts'
import { embeddedUrl, inRoot } from './crash-scene.ts'
import { startProcess } from './server-process.ts'
import { startFolder } from './start-folder.ts'

const timeout = 120_000
const settings = { ATELIER_LOG_LEVEL: 'warn' }
const start = startFolder(settings)
const settingsFor = ({ host }: MediaProviderSite) => ({ ...settings, ATELIER_FETCH_PRIVATE_HOSTS: host })
const price = { inputUsdPerMillion: 2, outputUsdPerMillion: 4, pricedOn: '2026-11-21' }

const submit = async (owner: Caller, { baseUrl }: MediaProviderSite) => {
  const endpoint = {
    name: 'oai',
    shape: 'chat',
    baseUrl,
    apiKey: 'sk-canary-1f2e3d4c5b6a',
    models: [{ model: 'sora-2', ...price }],
  }
  expect((await owner.call(createModelEndpoint, { body: endpoint })).status).toBe(201)
  const reply = await owner.call(submitAiVideo, { body: { prompt: 'A shop door opens' } })
  expect(reply.status).toBe(202)
  return reply.body.id as string
}
const whenIn = (owner: Caller, id: string, status: string) =>
  expect.poll(async () => (await owner.call(getAiVideo, { id })).body.status as string, { interval: 250 }).toBe(status)

/** The money of the one job at the end. */
const moneyOf = async (root: string) => {
  const url = await embeddedUrl(root)
  const [row] = await asOwner(
    { databaseUrl: url },
    `select (select count(*)::int from model_call) as calls, (select sum(cost_micros)::int from model_call) as cost,
       (select spent_micros::int from budget where scope_kind = 'workspace') as spent,
       (select reserved_micros::int from budget where scope_kind = 'workspace') as reserved,
       (select count(*)::int from ai_asset) as files`,
    [],
  )
  return row
}
const once = { calls: 1, cost: 400_000, spent: 400_000, reserved: 0, files: 1 }

test('kill -9 while a video is submitted: the restarted server finds it, and submits no second one', { timeout }, () =>
  inRoot(async (root) => {
    const provider = await mediaProvider()
    start.copyTo(root)
    const first = await startProcess(root, settingsFor(provider))
    const asked = Promise.withResolvers<undefined>()
    provider.instead = (path) => {
      if (path !== '/videos') return false
      // The provider has taken it, and its answer does not arrive.
      const job = { model: 'sora-2', prompt: 'A shop door opens', seconds: '4', size: '1280x720' }
      provider.videos.push({
        id: 'video_first',
        ...job,
        created_at: Math.floor(Date.now() / 1_000),
        status: 'completed',
      })
      asked.resolve(undefined)
      return true
    }
    const id = await submit(first.owner, provider)
    await asked.promise
    await first.kill()
    const second = await startProcess(root, settingsFor(provider))
    await whenIn(second.owner, id, 'review_required')
    expect(provider.videos).toHaveLength(1)
    expect(provider.asked.filter(({ method, path }) => method === 'POST' && path === '/videos')).toHaveLength(1)
    expect(await moneyOf(root)).toEqual(once)
    await second.stop()
  }),
)

test('kill -9 while a video is fetched: the restarted server fetches it again, and bills it once', { timeout }, () =>
  inRoot(async (root) => {
    const provider = await mediaProvider()
    start.copyTo(root)
    const first = await startProcess(root, settingsFor(provider))
    const fetching = Promise.withResolvers<undefined>()
    provider.instead = (path, response) => {
      if (!path.endsWith('/content')) return false
      response.write('\0\0\0\u0018ftypmp42')
      fetching.resolve(undefined)
      return true
    }
    const id = await submit(first.owner, provider)
    await whenIn(first.owner, id, 'generating')
    provider.videos[0]!.status = 'completed'
    await fetching.promise
    await first.kill()
    const second = await startProcess(root, settingsFor(provider))
    await whenIn(second.owner, id, 'review_required')
    expect(provider.videos).toHaveLength(1)
    expect(await moneyOf(root)).toEqual(once)
    await second.stop()
  }),
)
