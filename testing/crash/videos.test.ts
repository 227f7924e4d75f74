import type { ServerResponse } from 'node:http'
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

const addEndpoint = async (owner: Caller, { baseUrl }: MediaProviderSite) => {
  const endpoint = {
    name: 'oai',
    shape: 'chat',
    baseUrl,
    apiKey: 'sk-canary-1f2e3d4c5b6a',
    models: [{ model: 'sora-2', ...price }],
  }
  expect((await owner.call(createModelEndpoint, { body: endpoint })).status).toBe(201)
}
const submit = async (owner: Caller, prompt: string) => {
  const reply = await owner.call(submitAiVideo, { body: { prompt } })
  expect(reply.status).toBe(202)
  return reply.body.id as string
}
const whenIn = (owner: Caller, id: string, status: string) =>
  expect.poll(async () => (await owner.call(getAiVideo, { id })).body.status as string, { interval: 250 }).toBe(status)

/** The money of the jobs at the end. */
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
const eachOnce = { calls: 2, cost: 800_000, spent: 800_000, reserved: 0, files: 2 }

/** The provider's next answer to such a request begins as it says, and does not arrive. */
const heldUp = (
  provider: MediaProviderSite,
  fits: (path: string) => boolean,
  begin: (response: ServerResponse) => void,
) =>
  new Promise<void>((resolve) => {
    provider.instead = (path, response) => {
      if (!fits(path)) return false
      begin(response)
      resolve()
      return true
    }
  })

test(
  'kill -9 while one video is submitted and another is fetched: the restarted server submits no second video, fetches again, and bills each once',
  { timeout },
  () =>
    inRoot(async (root) => {
      const provider = await mediaProvider()
      start.copyTo(root)
      const first = await startProcess(root, settingsFor(provider))
      await addEndpoint(first.owner, provider)
      const isFetching = heldUp(
        provider,
        (path) => path.endsWith('/content'),
        (response) => void response.write('\0\0\0\u0018ftypmp42'),
      )
      const fetched = await submit(first.owner, 'A till rings')
      await whenIn(first.owner, fetched, 'generating')
      provider.videos[0]!.status = 'completed'
      await isFetching
      const prompt = 'A shop door opens'
      const isAsked = heldUp(
        provider,
        (path) => path === '/videos',
        // The provider has taken it.
        () => {
          const job = { model: 'sora-2', prompt, seconds: '4', size: '1280x720', status: 'completed' as const }
          provider.videos.push({ id: 'video_taken', ...job, created_at: Math.floor(Date.now() / 1_000) })
        },
      )
      const submitted = await submit(first.owner, prompt)
      await isAsked
      await first.kill()
      const second = await startProcess(root, settingsFor(provider))
      for (const id of [submitted, fetched]) await whenIn(second.owner, id, 'review_required')
      expect(provider.videos).toHaveLength(2)
      expect(provider.asked.filter(({ method, path }) => method === 'POST' && path === '/videos')).toHaveLength(2)
      expect(await moneyOf(root)).toEqual(eachOnce)
      await second.stop()
    }),
)
