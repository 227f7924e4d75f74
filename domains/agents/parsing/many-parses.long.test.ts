import { expect, test } from 'vitest'
import { uploadAsset } from '../../../testing/ai/assets.ts'
import type { Caller, Reply } from '../../../testing/caller.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { pngOf } from '../../../testing/ai/media-files.ts'
import { addMediaEndpoint, mediaProvider } from '../../../testing/ai/media-provider.ts'
import { settledCalls } from '../../../testing/models/model-calls.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { isSoak } from '../../../testing/soak.ts'
import { findLoad } from '../../../platform/jobs/queue.ts'
import { listAiDocumentPages, parseAiDocument } from './contract.ts'

const sandboxesMost = 4
const provider = await mediaProvider()
const server = await testServer({
  ATELIER_FETCH_PRIVATE_HOSTS: provider.host,
  ATELIER_SANDBOX_LIMIT: String(sandboxesMost),
  ATELIER_RATE_CHANGES: '0',
  ATELIER_RATE_HEAVY: '0',
})
const requests = 500
const mebibyte = 2 ** 20

const keyOf = async (caller: Caller, content: Buffer | string, mediaType: string) =>
  ((await uploadAsset(caller, content, { mediaType })).body as { key: string }).key

/** The server receives so much at once, and answers when to ask again. */
const askUntilTaken = async (caller: Caller, body: object): Promise<Reply> => {
  for (;;) {
    const reply = await caller.call(parseAiDocument, { body })
    if (reply.status !== 429) return reply
    await new Promise((resolve) => setTimeout(resolve, Number(reply.headers.get('retry-after')) * 1_000))
  }
}

/** Asks for parses at once, waits until all ended, and returns the most sandboxes and memory that were in use. */
const parseAll = async (caller: Caller, workspace: string, keys: readonly string[], engine: string) => {
  let sandboxes = 0
  let peakBytes = 0
  const beforeBytes = process.memoryUsage().rss
  const look = async () => {
    const { sandboxesActive } = await server.database.instance(findLoad)
    sandboxes = Math.max(sandboxes, sandboxesActive)
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss)
  }
  const replies = await Promise.all(keys.map((key) => askUntilTaken(caller, { source: { key }, engine })))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
  for (;;) {
    await look()
    const [row] = await asOwner(
      server,
      `select count(*)::int as open from ai_parse where workspace_id = $1 and status not in ('parsed', 'failed')`,
      [workspace],
    )
    if (row!.open === 0) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { replies, sandboxes, grewMiB: Math.round((peakBytes - beforeBytes) / mebibyte) }
}

const counts = async (workspace: string) => {
  const [row] = await asOwner(
    server,
    `select (select count(*)::int from ai_document where workspace_id = $1) as documents,
       (select count(*)::int from ai_parse where workspace_id = $1 and status = 'parsed') as parses,
       (select count(*)::int from ai_page where workspace_id = $1 and state = 'parsed') as pages`,
    [workspace],
  )
  return row
}

test(`${requests} parses of 20 documents at once are 20 bills`, { timeout: 300_000 }, async () => {
  const at = await scene(server)
  await addMediaEndpoint(at, provider)
  const keys = await Promise.all(
    Array.from({ length: 20 }, (_none, seed) => keyOf(at.member, pngOf({ seed: seed + 1 }), 'image/png')),
  )
  const asked = Array.from({ length: requests }, (_none, nth) => keys[nth % keys.length]!)
  const { replies, sandboxes, grewMiB } = await parseAll(at.member, at.workspace, asked, 'native')
  expect(replies.filter(({ body }) => body.reused === true)).toHaveLength(requests - 20)
  expect(await counts(at.workspace)).toEqual({ documents: requests, parses: 20, pages: 20 })
  expect(provider.asked.filter(({ path }) => path === '/chat/completions')).toHaveLength(20)
  const calls = await settledCalls(at)
  expect([calls.length, new Set(calls.map(({ status }) => status))]).toEqual([20, new Set(['finished'])])
  expect(sandboxes).toBeLessThanOrEqual(sandboxesMost)
  expect(grewMiB).toBeLessThan(300)
})

test.skipIf(!isSoak)(
  `${requests} parses of as many documents at once queue for ${sandboxesMost} sandboxes`,
  { timeout: 900_000 },
  async () => {
    const at = await scene(server)
    const keys: string[] = []
    for (let nth = 0; nth < requests; nth += 1)
      keys.push(await keyOf(at.member, `Document ${nth}.\n${'It says something. '.repeat(500)}`, 'text/plain'))
    const { replies, sandboxes, grewMiB } = await parseAll(at.member, at.workspace, keys, 'text')
    expect(await counts(at.workspace)).toEqual({ documents: requests, parses: requests, pages: requests })
    const nth = 437
    const pages = await at.member.call(listAiDocumentPages, { id: replies[nth]!.body.id as string })
    expect(pages.body[0].markdown).toContain(`Document ${nth}.`)
    expect(sandboxes).toBeGreaterThan(0)
    expect(sandboxes).toBeLessThanOrEqual(sandboxesMost)
    expect(grewMiB).toBeLessThan(400)
  },
)
