import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { canTakeFrames } from '../../../execution/media/index.ts'
import { uploadAsset } from '../../../testing/ai/assets.ts'
import type { Caller } from '../../../testing/caller.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { loopbackSite } from '../../../testing/network/loopback-site.ts'
import { mp4Of, pngOf } from '../../../testing/ai/media-files.ts'
import { addMediaEndpoint, mediaProvider } from '../../../testing/ai/media-provider.ts'
import { capModels } from '../../../testing/models/model-calls.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { listAiModels } from '../models/contract.ts'
import { analyzeAiMedia, generateAiImages, listAiMedia } from './contract.ts'
import { clearMediaTitles, mediaExpiry } from './store.ts'

const provider = await mediaProvider()
const endless = Buffer.concat([pngOf(), Buffer.alloc(11 * 2 ** 20)])
const site = await loopbackSite((request, response) => {
  const answers: Readonly<Record<string, () => void>> = {
    '/shop.png': () => response.setHeader('content-type', 'image/png').end(pngOf({ seed: 77 })),
    '/fake.png': () => response.setHeader('content-type', 'image/png').end('<html>'),
    '/page': () => response.setHeader('content-type', 'text/html').end('<html>'),
    '/inside': () => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    '/endless': () => response.setHeader('content-type', 'image/png').write(endless),
  }
  const answer = answers[request.url!]
  if (answer) answer()
  else response.writeHead(500).end('secret words')
})
const server = await testServer({ ATELIER_FETCH_PRIVATE_HOSTS: `${provider.host},${site.host}` })
const at = await scene(server)
const member = await at.join('member')
await addMediaEndpoint(at, provider)

const draw = (body: object = {}, caller: Caller = at.member) =>
  caller.call(generateAiImages, { body: { prompt: 'A shop with a red awning', ...body } })
const analyze = (source: object, body: object = {}, caller: Caller = at.member) =>
  caller.call(analyzeAiMedia, { body: { kind: 'image', question: 'What is on the counter?', source, ...body } })
const stored = async (content: Buffer, mediaType = 'image/png') =>
  ((await uploadAsset(at.member, content, { mediaType })).body as { key: string }).key

const counts = async () =>
  (
    await asOwner(
      server,
      `select (select count(*)::int from ai_media) as media, (select count(*)::int from ai_asset) as assets,
         (select count(*)::int from ai_asset_arrival) as arrivals,
         (select coalesce(sum(reserved_micros), 0)::int from budget) as held`,
      [],
    )
  )[0]
const storesNothing = async <T>(work: () => Promise<T>): Promise<T> => {
  const before = await counts()
  const result = await work()
  expect(await counts()).toEqual(before)
  return result
}
const lastCall = async () =>
  (
    await asOwner(
      server,
      `select status, cost_micros::int as cost, called_by as "calledBy", project_id as "projectId", model, failure
       from model_call order by id desc limit 1`,
      [],
    )
  )[0]!

test('200 images as addresses, with their price, caller and purpose', async () => {
  const projectId = await emptyProject(at.owner)
  const reply = await draw({ n: 2, aspectRatio: '16:9', projectId }, member.caller)
  expect(reply).toMatchObject({ status: 200, body: { projectId, model: 'oai/imagen-4.0-generate-001', costUsd: 0.08 } })
  expect(JSON.parse(provider.asked.at(-1)!.text)).toEqual({
    model: 'imagen-4.0-generate-001',
    prompt: 'A shop with a red awning',
    n: 2,
    size: '1536x1024',
    response_format: 'b64_json',
  })
  expect(JSON.stringify(reply.body)).not.toContain(pngOf({ seed: 1 }).toString('base64').slice(0, 40))
  const images = reply.body.images as { url: string; mediaType: string }[]
  expect(images).toMatchObject([{ mediaType: 'image/png' }, { mediaType: 'image/png' }])
  const served = await fetch(images[0]!.url, { headers: at.member.credential })
  expect(served.headers.get('content-disposition')).toContain('attachment')
  expect(Buffer.from(await served.arrayBuffer())).toEqual(pngOf({ seed: 1 }))
  expect(await lastCall()).toMatchObject({
    status: 'finished',
    cost: 80_000,
    calledBy: member.userId,
    projectId,
    model: 'imagen-4.0-generate-001',
  })
  expect(await at.auditActions(reply.body.id as string)).toEqual(['ai_media.generate_images'])
  const [newest] = (await at.owner.call(listAiMedia, {})).body
  expect(newest).toMatchObject({
    id: reply.body.id,
    kind: 'images',
    title: 'A shop with a red awning',
    costUsd: 0.08,
    createdBy: member.userId,
    files: [{ role: 'image' }, { role: 'image' }],
  })
})

test('the list of models names the models that make images, and the price of an image', async () => {
  const { body } = await at.member.call(listAiModels, { workspaceId: at.workspace })
  const row = (name: string) => body.data.find(({ id }: { id: string }) => id === `oai/${name}`)
  expect(row('imagen-4.0-generate-001')).toMatchObject({
    capabilities: ['images'],
    unitPrice: { usd: 0.04, per: 'image' },
  })
  expect(row('gpt-image-1')).toMatchObject({ capabilities: ['images'], unitPrice: null })
})

test('200 by tokens if the table has no price by the piece, without asking for base64', async () => {
  const reply = await draw({ model: 'gpt-image-1' })
  expect(reply).toMatchObject({ status: 200, body: { model: 'oai/gpt-image-1', costUsd: 0.0041 } })
  expect(JSON.parse(provider.asked.at(-1)!.text)).not.toHaveProperty('response_format')
})

test('200 after the provider hung up without a byte, and the images are paid once', async () => {
  provider.instead = (_path, response) => {
    response.destroy()
    return true
  }
  const before = provider.asked.length
  expect(await draw()).toMatchObject({ status: 200, body: { costUsd: 0.04 } })
  expect(provider.asked).toHaveLength(before + 2)
})

test('200 for pictures that the provider answers as addresses', async () => {
  provider.instead = (_path, response) => {
    response.end(JSON.stringify({ data: [{ url: `${site.url}/shop.png` }] }))
    return true
  }
  expect(await draw()).toMatchObject({ status: 200, body: { costUsd: 0.04, images: [{ mediaType: 'image/png' }] } })
})

const png = pngOf({ seed: 9 })
test.each([
  ['HTML', '<html>secret words</html>'],
  ['half a JSON', '{"data":[{"b64_json":"'],
  ['no list', '{"data":"secret words"}'],
  ['an empty list', '{"data":[]}'],
  ['no image', '{"data":[{"b64_json":"c2VjcmV0IHdvcmRz"}]}'],
  ['a picture that goes on as a page', () => dataOf(Buffer.concat([png, Buffer.from('<html>')]))],
  ['a picture that is cut off', () => dataOf(png.subarray(0, -6))],
  ['a picture of a gigapixel', () => dataOf(pngOf({ width: 40_000, height: 40_000 }))],
  ['an address inside', '{"data":[{"url":"http://169.254.169.254/x.png"}]}'],
  ['an address that leads inside', () => `{"data":[{"url":"${site.url}/inside"}]}`],
  ['an address of a page', () => `{"data":[{"url":"${site.url}/page"}]}`],
  ['one image and no second', () => `{"data":[{"b64_json":"${png.toString('base64')}"},{}]}`],
])('502 for %s of the provider, without its words; nothing is stored, and no money stays held', async (_what, body) => {
  provider.instead = (_path, response) => {
    response.end(typeof body === 'string' ? body : body())
    return true
  }
  const reply = await storesNothing(() => draw({ n: 2 }))
  expectError(reply, 502, 'ai_upstream_failed')
  expect(JSON.stringify(reply.body)).not.toContain('secret words')
  // It may have been billed.
  expect(await lastCall()).toMatchObject({ status: 'failed', cost: 80_000 })
})

const dataOf = (bytes: Buffer) => JSON.stringify({ data: [{ b64_json: bytes.toString('base64') }] })

test.each([
  ['an error', 500, '{"error":{"message":"secret words"}}', 'ai_upstream_failed', 502],
  ['a redirect', 302, '', 'ai_upstream_failed', 502],
  ['a refused key', 401, 'secret words', 'ai_upstream_failed', 502],
  ['moderation', 400, '{"error":{"code":"moderation_blocked","message":"secret words"}}', 'ai_input_refused', 422],
])('%s of the provider costs nothing, and its words stay there', async (_what, status, body, code, ours) => {
  provider.instead = (_path, response) => {
    response.writeHead(status, { location: 'http://169.254.169.254/' }).end(body)
    return true
  }
  const reply = await storesNothing(() => draw())
  expectError(reply, ours, code)
  expect(JSON.stringify(reply.body)).not.toContain('secret words')
  expect(await lastCall()).toMatchObject({ status: 'failed', cost: 0 })
})

test.runIf(isLong)('endless bytes of the provider are cut off', async () => {
  provider.instead = (_path, response) => {
    response.write('{"data":[{"b64_json":"')
    const chunk = Buffer.alloc(2 ** 20, 'A')
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
    return true
  }
  expectError(await storesNothing(() => draw()), 502, 'ai_upstream_failed')
})

test('422 for a cap that does not cover the call, and for a shape that no model makes', async () => {
  await capModels(server, { kind: 'workspace', id: at.workspace }, 1, at.workspace)
  const asked = provider.asked.length
  expect((await storesNothing(() => draw())).body).toMatchObject({ code: 'ai_input_refused', rule: 'budget' })
  expect(provider.asked).toHaveLength(asked)
  await capModels(server, { kind: 'workspace', id: at.workspace }, null, at.workspace)
  for (const aspectRatio of ['wide', '1:0', '9:1', '0:0'])
    expect((await storesNothing(() => draw({ aspectRatio }))).body).toMatchObject({ rule: 'capability' })
  expect((await draw({ model: 'whisper-1' })).body).toMatchObject({ rule: 'capability' })
})

test('400, 403, 404 and 503: for invalid requests, clients, unknown projects, and without a model', async () => {
  for (const body of [
    { n: 0 },
    { n: 11 },
    { n: 1.5 },
    { prompt: '' },
    { aspectRatio: 'x'.repeat(33) },
    { model: 'none' },
  ])
    expectError(await storesNothing(() => draw(body)), 400, 'invalid_request')
  const asked = provider.asked.length
  expect((await draw({}, at.client)).status).toBe(403)
  expect((await analyze({ key: uuidv7() }, {}, at.client)).status).toBe(403)
  expect((await at.client.call(listAiMedia, {})).status).toBe(403)
  const neighbour = await scene(server)
  const theirs = await emptyProject(neighbour.owner)
  for (const projectId of [uuidv7(), 'none', theirs]) {
    expectError(await draw({ projectId }), 404, 'project_not_found')
    expectError(await analyze({ key: uuidv7() }, { projectId }), 404, 'project_not_found')
  }
  expectError(await draw({}, neighbour.owner), 503, 'ai_capability_disabled')
  expectError(await analyze({ key: uuidv7() }, {}, neighbour.owner), 503, 'ai_capability_disabled')
  expect(provider.asked).toHaveLength(asked)
})

test('the same Idempotency-Key returns the first images, and is billed once', async () => {
  const request = { body: { prompt: 'A bell' }, headers: { 'idempotency-key': uuidv7() } }
  const asked = provider.asked.length
  const first = await at.member.call(generateAiImages, request)
  const second = await at.member.call(generateAiImages, request)
  expect([first.status, second.body.id]).toEqual([200, first.body.id])
  expect(provider.asked).toHaveLength(asked + 1)
})

test('200 an answer about a stored picture and about one of an address', async () => {
  const key = await stored(Buffer.concat([pngOf({ seed: 5 }), Buffer.from('hidden words')]))
  const reply = await analyze({ key })
  expect(reply).toMatchObject({
    status: 200,
    body: { answer: 'A till.', model: 'oai/gpt-4.1-mini', costUsd: 0.00208, inputTokens: 1_000, outputTokens: 20 },
  })
  const sent = JSON.parse(provider.asked.at(-1)!.text) as { messages: { content: { image_url?: { url: string } }[] }[] }
  const url = sent.messages[0]!.content.find((part) => part.image_url)!.image_url!.url
  expect(url).toBe(`data:image/png;base64,${pngOf({ seed: 5 }).toString('base64')}`)
  expect(await at.auditActions(reply.body.id as string)).toEqual(['ai_media.analyze'])
  expect(await analyze({ url: `${site.url}/shop.png` })).toMatchObject({ status: 200, body: { answer: 'A till.' } })
})

test.each([
  ['a gigapixel image', () => stored(pngOf({ width: 40_000, height: 40_000, seed: 3 })), 'too_large'],
  ['a picture that is cut off', () => stored(pngOf({ seed: 4 }).subarray(0, -8)), 'not_readable'],
  ['a page in the guise of a GIF', () => stored(Buffer.from('GIF89a/*<html><script>*/'), 'image/gif'), 'not_readable'],
  ['an SVG', () => stored(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'), 'not_readable'],
  ['a text', () => stored(Buffer.from('words'), 'text/plain'), 'not_readable'],
  ['an unknown file', () => Promise.resolve(uuidv7()), 'unknown_artifact'],
  ['a key that is none', () => Promise.resolve('../../etc/passwd'), 'unknown_artifact'],
])('422 for %s, by the named rule, and no model is asked', async (_what, keyOf, rule) => {
  const key = await keyOf()
  const asked = provider.asked.length
  const reply = await storesNothing(() => analyze({ key }))
  expectError(reply, 422, 'ai_input_refused')
  expect(reply.body).toMatchObject({ rule, reason: expect.any(String) as string })
  expect(provider.asked).toHaveLength(asked)
})

test.each([
  ['inside', 'http://169.254.169.254/latest', 422, 'blocked_address'],
  ['a file', 'file:///etc/passwd', 422, 'blocked_address'],
  ['that leads inside', `${site.url}/inside`, 422, 'blocked_address'],
  ['of a page', `${site.url}/page`, 422, 'not_readable'],
  ['of a page in the guise of a picture', `${site.url}/fake.png`, 422, 'not_readable'],
  ['of endless bytes', `${site.url}/endless`, 422, 'too_large'],
  ['that fails', `${site.url}/none`, 502, undefined],
])('an address %s is refused, and nothing is stored', async (_what, url, status, rule) => {
  const reply = await storesNothing(() => analyze({ url }))
  expect(reply.status).toBe(status)
  expect(reply.body.rule).toBe(rule)
  expect(JSON.stringify(reply.body)).not.toContain('secret words')
})

test('422 for another workspace’s file, as for none', async () => {
  const neighbour = await scene(server)
  const key = (
    (await uploadAsset(neighbour.owner, pngOf({ seed: 6 }), { mediaType: 'image/png' })).body as { key: string }
  ).key
  expect((await analyze({ key })).body).toMatchObject({ rule: 'unknown_artifact' })
})

test.skipIf(!canTakeFrames())('422 for bytes that begin as a video and are none', async () => {
  const key = await stored(mp4Of('nothing to see'), 'video/mp4')
  expect((await storesNothing(() => analyze({ key }, { kind: 'video' }))).body).toMatchObject({ rule: 'not_readable' })
})

test('media are removed when their time is over', async () => {
  const id = (await draw({ prompt: 'Words of a person' })).body.id as string
  await asOwner(server, `update ai_media set created_at = now() - interval '366 days' where id = $1`, [id])
  expect(await server.database.within(at.workspace, (tx) => mediaExpiry.remove(tx, 10))).toBe(1)
  expect(await asOwner(server, 'select from ai_media_file where media_id = $1', [id])).toEqual([])
})

test('a title is erased with its author, and the made file stays', async () => {
  const reply = await draw({ prompt: 'Words of a person' }, member.caller)
  await server.database.within(at.workspace, (tx) => clearMediaTitles(tx, { userId: member.userId }))
  const rows = (await at.owner.call(listAiMedia, {})).body as { id: string }[]
  expect(rows.find(({ id }) => id === reply.body.id)).toMatchObject({ title: null, files: [{ role: 'image' }] })
})

test('a model without a known price passes if nothing has a cap, and is refused if something has one', async () => {
  const unpriced = await testServer({
    ATELIER_MODEL_BASE_URL: provider.baseUrl,
    ATELIER_MODEL_NAME: 'gpt-image-1',
    ATELIER_MODEL_API_KEY: 'sk-operator-canary-5b1d9e',
  })
  const there = await scene(unpriced)
  const ask = () => there.member.call(generateAiImages, { body: { prompt: 'A bell' } })
  expect(await ask()).toMatchObject({ status: 200, body: { model: 'gpt-image-1', costUsd: null } })
  await capModels(unpriced, { kind: 'workspace', id: there.workspace }, 1_000_000, there.workspace)
  const asked = provider.asked.length
  const refused = await ask()
  expectError(refused, 422, 'ai_input_refused')
  expect(refused.body).toMatchObject({ rule: 'price_unknown' })
  expect(provider.asked).toHaveLength(asked)
})
