import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getAiDocument, parseAiDocument } from '../../domains/agents/parsing/contract.ts'
import { canDrawPages } from '../../packages/document-readers/index.ts'
import { uploadAsset } from '../ai/assets.ts'
import { linesAt, pdfOf } from '../ai/documents.ts'
import type { Caller } from '../caller.ts'
import { asOwner } from '../database-state.ts'
import { addMediaEndpoint, mediaProvider, type MediaProviderSite } from '../ai/media-provider.ts'
import { lengthOf } from '../soak.ts'
import { embeddedUrl, inRoot } from './crash-scene.ts'
import { startProcess } from './server-process.ts'

const timeout = 600_000
const settingsFor = (provider?: MediaProviderSite) => ({
  ATELIER_LOG_LEVEL: 'warn',
  ...(provider && { ATELIER_FETCH_PRIVATE_HOSTS: provider.host }),
})

/** A document of pages that are alike but for their number and the name of the document. */
const documentOf = (name: string, pages: number) =>
  pdfOf(
    Array.from({ length: pages }, (_none, at) =>
      linesAt(60, 780, [
        `${name} page ${at + 1} of the terms.`,
        ...Array.from({ length: 40 }, () => 'It has many lines.'),
      ]),
    ),
  )

const begin = async (owner: Caller, content: Buffer, engine: string): Promise<string> => {
  const { key } = (await uploadAsset(owner, content, { mediaType: 'application/pdf' })).body as { key: string }
  const { status, body } = await owner.call(parseAiDocument, { body: { source: { key }, engine } })
  expect(status).toBe(201)
  return body.id as string
}

const whenSucceeded = (owner: Caller, id: string) =>
  expect
    .poll(async () => (await owner.call(getAiDocument, { id })).body.status as string, {
      timeout: 240_000,
      interval: 250,
    })
    .toBe('succeeded')

const rows = async (root: string, text: string, values: unknown[] = []) =>
  asOwner({ databaseUrl: await embeddedUrl(root) }, text, values)

const pagesRead = async (root: string) => {
  const [row] = await rows(root, 'select count(*)::int as pages from ai_page')
  return (row as { pages: number }).pages
}

/** Resolves once so many pages of all documents are stored. */
const whenRead = async (root: string, pages: number) => {
  while ((await pagesRead(root)) < pages) await new Promise((resolve) => setTimeout(resolve, 5))
}

test('kill -9 within a parse of 200 pages: pages that were read stay, each once', { timeout }, () =>
  inRoot(async (root) => {
    const pages = 200
    const first = await startProcess(root, settingsFor())
    const id = await begin(first.owner, documentOf('Long', pages), 'text')
    await whenRead(root, 20)
    await first.kill()
    const second = await startProcess(root, settingsFor())
    const kept = await rows(root, 'select number, xmin::text as written from ai_page order by number')
    expect(kept.length).toBeGreaterThanOrEqual(20)
    expect(kept.length, 'The server was killed too late').toBeLessThan(pages)
    await whenRead(root, kept.length + 20)
    await second.kill()
    const third = await startProcess(root, settingsFor())
    await whenSucceeded(third.owner, id)
    const found = await rows(root, 'select number, xmin::text as written, state, markdown from ai_page order by number')
    expect(found.map(({ number }) => number)).toEqual(Array.from({ length: pages }, (_none, at) => at + 1))
    for (const { number, state, markdown } of found)
      expect([state, markdown]).toEqual([
        'parsed',
        expect.stringContaining(`Long page ${String(number)} of the terms.`),
      ])
    expect(found.slice(0, kept.length).map(({ written }) => written)).toEqual(kept.map(({ written }) => written))
    await third.stop()
  }),
)

test.runIf(canDrawPages())(
  'kill -9 while a model reads a page: pages before it are not paid again, and that page twice at most',
  { timeout },
  () =>
    inRoot(async (root) => {
      const pages = 6
      const provider = await mediaProvider()
      const questions = () => provider.asked.filter(({ path }) => path === '/chat/completions')
      let answers = 0
      const hanging = Promise.withResolvers<undefined>()
      const hangAt = (at: number) => (path: string) => {
        if (path !== '/chat/completions' || answers++ < at) return false
        hanging.resolve(undefined)
        return true
      }
      const first = await startProcess(root, settingsFor(provider))
      await addMediaEndpoint(first, provider)
      provider.instead = hangAt(3)
      const id = await begin(first.owner, documentOf('Seen', pages), 'native')
      await hanging.promise
      await first.kill()
      expect(questions()).toHaveLength(4)
      const second = await startProcess(root, settingsFor(provider))
      await whenSucceeded(second.owner, id)
      expect(questions()).toHaveLength(pages + 1)
      // The call that the dead process left open is settled at its highest cost once it is older than any can be.
      const [money] = await rows(
        root,
        `select count(*) filter (where status = 'finished')::int as finished,
           count(*) filter (where status = 'open')::int as open, count(distinct request_hash)::int as asked,
           (select spent_micros::int from budget where scope_kind = 'workspace') as spent,
           (select reserved_micros::int from budget where scope_kind = 'workspace') as reserved,
           sum(cost_micros) filter (where status = 'finished')::int as cost,
           sum(reserved_micros) filter (where status = 'open')::int as held,
           (select sum(cost_micros)::int from ai_parse) as parsed
         from model_call`,
      )
      const { spent, reserved, cost, held, parsed, ...counted } = money as Record<string, number>
      expect(counted).toEqual({ finished: pages, open: 1, asked: pages })
      expect([spent, reserved, parsed]).toEqual([cost, held, cost])
      await second.stop()
    }),
)

/** Waits for a document. Where processes died in it too often, it says so, and the next request goes on with it. */
const carriedOut = async (owner: Caller, id: string, content: Buffer) => {
  const read = async () => (await owner.call(getAiDocument, { id })).body as Record<string, unknown>
  await expect
    .poll(async () => (await read()).status as string, { timeout: 240_000, interval: 250 })
    .toMatch(/succeeded|failed/)
  const { status, refusal } = await read()
  if (status === 'succeeded') return
  expect(refusal).toBe('internal')
  await whenSucceeded(owner, await begin(owner, content, 'text'))
}

const [deaths, documents] = lengthOf({ daily: [5, 3], soak: [25, 12] })
const pagesEach = 30

test(
  `${deaths} deaths at any point of ${documents} parses: every document is parsed once, and nothing is left behind`,
  { timeout },
  () =>
    inRoot(async (root) => {
      const contents = Array.from({ length: documents }, (_none, at) => documentOf(`Document ${at}`, pagesEach))
      const ids: string[] = []
      for (let death = 0; death < deaths; death += 1) {
        const { owner, kill } = await startProcess(root, settingsFor())
        const content = contents[death]
        if (content) ids.push(await begin(owner, content, 'text'))
        // From before the first page to the storing of the whole text.
        await new Promise((resolve) => setTimeout(resolve, (death * 211) % 1_700))
        await kill()
      }
      const last = await startProcess(root, settingsFor())
      for (const [at, id] of ids.entries()) await carriedOut(last.owner, id, contents[at]!)
      const parses = await rows(
        root,
        `select p.status, p.pages_total as total, count(*)::int as pages, max(number) as last
         from ai_parse p join ai_page on parse_id = p.id group by p.id, p.status, p.pages_total`,
      )
      const whole = { status: 'parsed', total: pagesEach, pages: pagesEach, last: pagesEach }
      expect(parses).toEqual(contents.map(() => whole))
      const [left] = await rows(
        root,
        `select (select count(*)::int from queue.job where lease_id is not null) as jobs,
           (select count(*)::int from sandbox_slot) as slots,
           (select count(*)::int from ai_asset where origin = 'document' and media_type like 'text/markdown%') as texts`,
      )
      expect(left).toEqual({ jobs: 0, slots: 0, texts: documents })
      await last.stop()
      expect((await readdir(join(root, 'tmp'))).filter((name) => name.startsWith('atelier-sandbox-'))).toEqual([])
    }),
)
