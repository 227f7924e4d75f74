import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { canDrawPages, ocrLanguages } from '../../../packages/document-readers/index.ts'
import { uploadAsset } from '../../../testing/ai/assets.ts'
import { documentIn } from '../../../testing/ai/document-rows.ts'
import { linesAt, pdfOf } from '../../../testing/ai/documents.ts'
import { withoutRequestId, type Caller } from '../../../testing/caller.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { loopbackSite } from '../../../testing/network/loopback-site.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { assetIn } from '../../../testing/ai/assets.ts'
import {
  decideAiDocumentPage,
  deleteAiDocument,
  getAiDocument,
  getAiDocumentPagePicture,
  listAiDocumentPages,
  listAiDocuments,
  parseAiDocument,
} from './contract.ts'
import { listNames } from '../../record/names/contract.ts'
import { purgeDocuments, removeOldDocuments } from './store.ts'
import { isLong } from '../../../testing/soak.ts'

const pdf = pdfOf([
  [{ x: 60, y: 780, text: 'Offer', size: 24 }, ...linesAt(60, 740, ['A shop with a basket and a checkout for teams.'])],
  'picture',
  'empty',
])
const site = await loopbackSite((request, response) => {
  const answers: Readonly<Record<string, () => void>> = {
    '/offer.pdf': () => response.setHeader('content-type', 'application/pdf').end(pdf),
    '/fake.pdf': () => response.setHeader('content-type', 'application/pdf').end('<html>'),
    '/page.bin': () => response.setHeader('content-type', 'application/x-msdownload').end('MZ'),
    '/inside': () => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  }
  const answer = answers[request.url!]
  if (answer) answer()
  else response.writeHead(500).end('trouble that must not be forwarded')
})
const server = await testServer({ ATELIER_FETCH_PRIVATE_HOSTS: site.host })

const parse = async (caller: Caller, content: Buffer | string, body: object = {}, mediaType = 'application/pdf') => {
  const { key } = (await uploadAsset(caller, content, { mediaType, fileName: 'offer.pdf' })).body as { key: string }
  return caller.call(parseAiDocument, { body: { source: { key }, ...body } })
}

/** Reads a document until its parse has ended. */
const ended = async (caller: Caller, id: string) => {
  for (;;) {
    const { body } = await caller.call(getAiDocument, { id })
    if (!['queued', 'parsing'].includes(body.status as string)) return body as Record<string, unknown>
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('201 at once, then every page with its state, and the whole text under an address', async () => {
  const at = await scene(server)
  const parsed = await parse(at.owner, pdf)
  expect(parsed).toMatchObject({
    status: 201,
    body: { title: 'offer.pdf', status: 'queued', engine: 'text', reused: false, costUsd: 0, pagesTotal: null },
  })
  const id = parsed.body.id as string
  const { parse_id: parseId } = (await at.rows('ai_document'))[0]!
  const named = await at.member.call(listNames, { query: { ids: `${id},${String(parseId)}` } })
  expect(named.body.names).toMatchObject([
    { id, kind: 'ai_document', title: 'offer.pdf' },
    { id: parseId, kind: 'ai_parse', title: 'offer.pdf' },
  ])
  const document = await ended(at.owner, id)
  expect(document).toMatchObject({
    status: 'succeeded',
    pagesTotal: 3,
    pagesRead: 3,
    pageStates: { parsed: 1, empty: 1, needs_ocr: 1, refused: 0 },
  })
  const { body: pages } = await at.member.call(listAiDocumentPages, { id })
  expect(pages).toMatchObject([
    {
      number: 1,
      state: 'parsed',
      confidence: 1,
      markdown: '# Offer\n\nA shop with a basket and a checkout for teams.',
    },
    { number: 2, state: 'needs_ocr', reasons: ['scanned'] },
    { number: 3, state: 'empty', decision: null },
  ])
  expect((await at.owner.call(listAiDocumentPages, { id, query: { after: 1, limit: 1 } })).body).toHaveLength(1)
  const text = await fetch(document.extractedUrl as string, { headers: at.owner.credential })
  expect(text.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(await text.text()).toContain('<!-- page 1: parsed -->\n\n# Offer')
  expect(await at.auditActions(id)).toEqual(['ai_document.parse'])
  const { body: list } = await at.owner.call(listAiDocuments, { query: { limit: 'many' } })
  expect(list).toMatchObject([{ id, status: 'succeeded' }])
  expect(JSON.stringify(list)).not.toContain('basket')
})

test.runIf(isLong)('201 for twenty requests at once is one parse and twenty documents', async () => {
  const at = await scene(server)
  const content = pdfOf([linesAt(60, 700, [`The same bytes are parsed once, said ${uuidv7()}.`])])
  const { key } = (await uploadAsset(at.owner, content, { mediaType: 'application/pdf' })).body as { key: string }
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => at.owner.call(parseAiDocument, { body: { source: { key } } })),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
  expect(replies.filter(({ body }) => body.reused === false)).toHaveLength(1)
  await ended(at.owner, replies[0]!.body.id as string)
  expect([await at.rows('ai_parse'), await at.rows('ai_document')].map((rows) => rows.length)).toEqual([1, 20])
  const critical = await at.owner.call(parseAiDocument, { body: { source: { key }, critical: true } })
  expect(critical.body).toMatchObject({ reused: true, status: 'review_required', costUsd: 0 })
})

test('the same bytes are parsed again in another workspace and by another engine', async () => {
  const at = await scene(server)
  const neighbour = await scene(server)
  const parses = [
    [at, {}],
    [neighbour, {}],
    ...(ocrLanguages() === undefined ? [] : [[at, { engine: 'ocr' }] as const]),
  ] as const
  for (const [{ owner }, settings] of parses) {
    const { body } = await parse(owner, pdf, settings)
    expect(body.reused).toBe(false)
    await ended(owner, body.id as string)
  }
})

test.runIf(isLong)(
  '201 for bytes that were uploaded under another media type before, which are read by their own',
  async () => {
    const at = await scene(server)
    const content = '<p>Words of the brief.</p>'
    const unknown = await uploadAsset(at.owner, content, { mediaType: 'application/octet-stream', fileName: 'one.bin' })
    const source = { key: unknown.body.key as string }
    expectError(
      await unchanged(server, () => at.owner.call(parseAiDocument, { body: { source } })),
      422,
      'ai_input_refused',
    )
    const page = await parse(at.owner, content, {}, 'text/html')
    expect(page).toMatchObject({ status: 201, body: { title: 'offer.pdf', reused: false } })
    const plain = await parse(at.owner, content, {}, 'text/plain')
    expect(plain).toMatchObject({ status: 201, body: { reused: false } })
    expect(new Set([page.body.sourceKey, plain.body.sourceKey, source.key]).size).toBe(3)
    expect((await parse(at.member, content, {}, 'text/html')).body).toMatchObject({
      sourceKey: page.body.sourceKey,
      reused: true,
    })
  },
)

test.runIf(isLong)('200 a person decides about each page of a critical document, and then it counts', async () => {
  const at = await scene(server)
  const { id } = (await parse(at.owner, 'First page.\fSecond page.', { critical: true }, 'text/plain')).body as {
    id: string
  }
  expect(await ended(at.owner, id)).toMatchObject({ status: 'review_required', pagesTotal: 2 })
  const decide = (page: number, decision: string) =>
    at.member.call(decideAiDocumentPage, { id, body: { page, decision } })
  expect((await decide(1, 'accepted')).body.status).toBe('review_required')
  expect((await decide(2, 'rejected')).body.status).toBe('rejected')
  expect((await decide(2, 'accepted')).body.status).toBe('succeeded')
  expectError(await unchanged(server, () => decide(3, 'accepted')), 404, 'ai_page_not_found')
  expect((await at.owner.call(listAiDocumentPages, { id })).body).toMatchObject([
    { number: 1, decision: 'accepted' },
    { number: 2, decision: 'accepted' },
  ])
})

test.runIf(isLong)('409 for a decision about a document that is not critical', async () => {
  const at = await scene(server)
  const { id } = (await parse(at.owner, 'Only a note.', {}, 'text/plain')).body as { id: string }
  await ended(at.owner, id)
  const reply = await unchanged(server, () =>
    at.owner.call(decideAiDocumentPage, { id, body: { page: 1, decision: 'accepted' } }),
  )
  expectError(reply, 409, 'ai_document_not_reviewed')
})

test('422 is the same for an absent key, a foreign key and a key of another store', async () => {
  const at = await scene(server)
  const neighbour = await scene(server)
  const theirs = await assetIn(server, neighbour)
  const ask = (key: string) => unchanged(server, () => at.owner.call(parseAiDocument, { body: { source: { key } } }))
  const foreign = await ask(theirs)
  expectError(foreign, 422, 'ai_input_refused')
  expect(foreign.body.rule).toBe('unknown_artifact')
  for (const key of [uuidv7(), 'artifacts/x/y', '../../etc/passwd'])
    expect(withoutRequestId(await ask(key))).toEqual(withoutRequestId(foreign))
})

test('422 for an address that leads inside, and for a file that is no document; 502 for a site in trouble', async () => {
  const at = await scene(server)
  const ask = (url: string) => unchanged(server, () => at.owner.call(parseAiDocument, { body: { source: { url } } }))
  const attempts = [
    ['http://169.254.169.254/latest', 'blocked_address'],
    ['file:///etc/passwd', 'blocked_address'],
    ['http://user:secret@example.com/', 'blocked_address'],
    [`${site.url}/inside`, 'blocked_address'],
    [`${site.url}/page.bin`, 'not_readable'],
    [`${site.url}/fake.pdf`, 'not_readable'],
  ] as const
  for (const [url, rule] of attempts) {
    const reply = await ask(url)
    expectError(reply, 422, 'ai_input_refused')
    expect(reply.body).toMatchObject({ rule, reason: expect.stringMatching(/^The (address|file) .+\.$/) as string })
    if (rule === 'not_readable') expect(reply.body.reason).toMatch(/accepted are application\/pdf, .+; .+ was found\.$/)
  }
  const trouble = await ask(`${site.url}/trouble`)
  expectError(trouble, 502, 'ai_upstream_failed')
  expect(JSON.stringify(trouble.body)).not.toContain('forwarded')
  const video = (await uploadAsset(at.owner, 'RIFF0000WAVE', { mediaType: 'audio/wav' })).body as { key: string }
  const reply = await at.owner.call(parseAiDocument, { body: { source: { key: video.key } } })
  expect([reply.status, reply.body.rule]).toEqual([422, 'not_readable'])
  expect(reply.body.reason).toMatch(/accepted are application\/pdf, .+; audio\/wav was found\.$/)
})

test.runIf(isLong)(
  '201 for an address is one asset with its text, and the project that it is material of',
  async () => {
    const at = await scene(server)
    const projectId = await emptyProject(at.owner)
    const body = { source: { url: `${site.url}/offer.pdf` }, projectId }
    const parsed = await at.owner.call(parseAiDocument, { body })
    expect(parsed).toMatchObject({ status: 201, body: { title: 'offer.pdf', projectId, sourceUrl: body.source.url } })
    expect(await ended(at.owner, parsed.body.id as string)).toMatchObject({ status: 'succeeded' })
  },
)

test('404 for an unknown project and for one of a neighbour, before anything is fetched', async () => {
  const at = await scene(server)
  const neighbour = await scene(server)
  const asked = site.asked.length
  for (const projectId of [uuidv7(), 'x', await emptyProject(neighbour.owner)]) {
    const body = { source: { url: `${site.url}/offer.pdf` }, projectId }
    expectError(await unchanged(server, () => at.owner.call(parseAiDocument, { body })), 404, 'project_not_found')
  }
  expect(site.asked).toHaveLength(asked)
})

test('503 for the engine that needs a model, if nothing serves it', async () => {
  const at = await scene(server)
  const key = await assetIn(server, at)
  const reply = await unchanged(server, () =>
    at.owner.call(parseAiDocument, { body: { source: { key }, engine: 'native' } }),
  )
  expectError(reply, 503, 'ai_capability_disabled')
})

test('200 deletes a document, and its text with the last document of the same bytes', async () => {
  const at = await scene(server)
  const one = await parse(at.owner, 'A basket.', {}, 'text/plain')
  const other = await parse(at.owner, 'A basket.', {}, 'text/plain')
  const ids = [one, other].map(({ body }) => body.id as string)
  await ended(at.owner, ids[0]!)
  expect(await at.member.call(deleteAiDocument, { id: ids[0]! })).toMatchObject({ status: 200 })
  expect(await at.owner.call(getAiDocument, { id: ids[0]! })).toMatchObject({ status: 404 })
  expect((await at.owner.call(listAiDocumentPages, { id: ids[1]! })).body).toMatchObject([{ markdown: 'A basket.' }])
  expect(await at.member.call(deleteAiDocument, { id: ids[1]! })).toMatchObject({ status: 200 })
  expect([await at.rows('ai_document'), await at.rows('ai_parse'), await at.rows('ai_page')]).toEqual([[], [], []])
})

test('409 for deleting a document that is still being read', async () => {
  const at = await scene(server)
  const { body } = await parse(at.owner, 'A basket.', {}, 'text/plain')
  const id = body.id as string
  await ended(at.owner, id)
  await asOwner(server, `update ai_parse set status = 'parsing', markdown_asset_id = null where workspace_id = $1`, [
    at.workspace,
  ])
  const reply = await unchanged(server, () => at.owner.call(deleteAiDocument, { id }))
  expect(reply).toMatchObject({ status: 409, body: { code: 'ai_document_being_read' } })
})

test('403 for a client in each operation, and 404 for a document of a neighbour', async () => {
  const at = await scene(server)
  const neighbour = await scene(server)
  const theirs = await documentIn(server, neighbour)
  expectError(await at.client.call(listAiDocuments), 403, 'forbidden')
  expectError(await at.client.call(getAiDocument, { id: theirs }), 403, 'forbidden')
  expectError(await at.owner.call(getAiDocument, { id: theirs }), 404, 'not_found')
})

test.runIf(isLong)(
  'a document that cannot be read names the rule, is not tried again, and the next one is read',
  async () => {
    const at = await scene(server)
    const first = await parse(at.owner, '%PDF-1.7 and nothing else')
    expect(await ended(at.owner, first.body.id as string)).toMatchObject({
      status: 'failed',
      refusal: 'malformed',
      extractedUrl: null,
    })
    const second = await parse(at.owner, '%PDF-1.7 and nothing else')
    expect(second.body).toMatchObject({ status: 'failed', reused: true })
    const next = await parse(at.owner, 'Hello', {}, 'text/plain')
    expect(await ended(at.owner, next.body.id as string)).toMatchObject({ status: 'succeeded', refusal: null })
  },
)

test.runIf(isLong)('a document without one page that has text is failed, with the reason', async () => {
  const at = await scene(server)
  const long = await parse(at.owner, 'x'.repeat(500_000), {}, 'text/plain')
  expect(await ended(at.owner, long.body.id as string)).toMatchObject({
    status: 'failed',
    refusal: 'too_long',
    pageStates: { refused: 1 },
    extractedUrl: null,
  })
  const scan = await parse(at.owner, pdfOf(['picture', 'empty']))
  expect(await ended(at.owner, scan.body.id as string)).toMatchObject({ status: 'failed', refusal: 'needs_ocr' })
})

test.runIf(isLong && canDrawPages())('200 a picture of a page of a PDF, and 404 for a page without one', async () => {
  const at = await scene(server)
  const { id } = (await parse(at.owner, pdf)).body as { id: string }
  await ended(at.owner, id)
  const picture = await at.owner.open(getAiDocumentPagePicture, { id, query: { page: 1 } })
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(
    Buffer.from(await picture.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  expectError(await at.owner.call(getAiDocumentPagePicture, { id, query: { page: 4 } }), 404, 'ai_page_without_picture')
})

test('documents that are kept no longer are removed with the parses that nothing else has', async () => {
  const at = await scene(server)
  const old = await documentIn(server, at)
  const fresh = await documentIn(server, at)
  await asOwner(server, `update ai_document set created_at = now() - interval '400 days' where id = $1`, [old])
  await server.database.within(at.workspace, (tx) => removeOldDocuments(tx, 10))
  expect((await at.rows('ai_document')).map(({ id }) => id)).toEqual([fresh])
  expect(await at.rows('ai_parse')).toHaveLength(1)
})

test('the purge of a project removes its documents with the parses that nothing else has', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const gone = await documentIn(server, at, { projectId })
  const shared = await documentIn(server, at, { projectId })
  const other = await documentIn(server, at)
  await asOwner(
    server,
    `update ai_document set parse_id = (select parse_id from ai_document where id = $1) where id = $2`,
    [shared, other],
  )
  await asOwner(server, 'delete from ai_parse where not exists (select from ai_document where parse_id = ai_parse.id)')
  const rows = await at.rows('ai_document')
  const parseOf = (id: string) => rows.find((row) => row.id === id)!.parse_id
  expect(parseOf(gone)).not.toBe(parseOf(shared))
  await server.database.within(at.workspace, (tx) => purgeDocuments(tx, projectId))
  expect((await at.rows('ai_document')).map(({ id }) => id)).toEqual([other])
  expect((await at.rows('ai_parse')).map(({ id }) => id)).toEqual([parseOf(other)])
})
