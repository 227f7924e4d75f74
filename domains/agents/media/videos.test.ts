import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import type { Caller } from '../../../testing/caller.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { mp4Of } from '../../../testing/ai/media-files.ts'
import { addMediaEndpoint, mediaProvider } from '../../../testing/ai/media-provider.ts'
import { capModels } from '../../../testing/models/model-calls.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { deleteProject } from '../../code/projects/contract.ts'
import { getAiVideo, listAiVideos, reviewAiVideo, submitAiVideo } from './contract.ts'
import { clearVideoTexts, videoJobs } from './store-videos.ts'

const provider = await mediaProvider()
const server = await testServer({ ATELIER_FETCH_PRIVATE_HOSTS: provider.host })
const at = await scene(server)
await addMediaEndpoint(at, provider)

const submit = (body: object = {}, caller: Caller = at.member) =>
  caller.call(submitAiVideo, { body: { prompt: 'A shop door opens', ...body } })
const read = async (id: string) => (await at.owner.call(getAiVideo, { id })).body as Record<string, unknown>
const whenIn = (id: string, status: string) =>
  expect.poll(async () => (await read(id)).status, { interval: 200 }).toBe(status)
const heldOf = (prompt: string) => provider.videos.filter((video) => video.prompt === prompt)
const review = (id: string, body: object, caller: Caller = at.member) => caller.call(reviewAiVideo, { id, body })
const budget = async () =>
  (
    await asOwner(
      server,
      `select spent_micros::int as spent, reserved_micros::int as reserved from budget
       where scope_kind = 'workspace' and scope_id = $1`,
      [at.workspace],
    )
  )[0] as { spent: number; reserved: number }
/** A job whose video was made. */
const made = async (prompt: string, body: object = {}) => {
  const id = (await submit({ prompt, ...body })).body.id as string
  await whenIn(id, 'generating')
  for (const video of heldOf(prompt)) video.status = 'completed'
  await whenIn(id, 'review_required')
  return id
}

test('202 a job that holds its money until the video is made, and a verdict about it', async () => {
  const reply = await submit({ prompt: 'A bell rings', seconds: 8, aspectRatio: '9:16' })
  expect(reply).toMatchObject({
    status: 202,
    body: { status: 'queued', model: 'oai/sora-2', seconds: 8, reservedUsd: 0.8, costUsd: null, videoKey: null },
  })
  const id = reply.body.id as string
  await whenIn(id, 'generating')
  expect(heldOf('A bell rings')).toMatchObject([{ model: 'sora-2', seconds: '8', size: '720x1280' }])
  expect((await budget()).reserved).toBe(800_000)
  expectError(await review(id, { verdict: 'approved' }), 409, 'ai_video_not_reviewable')
  heldOf('A bell rings')[0]!.status = 'completed'
  await whenIn(id, 'review_required')
  const video = await read(id)
  expect(video).toMatchObject({ costUsd: 0.8, verdict: null, title: 'A bell rings' })
  const served = await fetch(video.videoUrl as string, { headers: at.member.credential })
  expect(served.headers.get('content-type')).toBe('video/mp4')
  expect(Buffer.from(await served.arrayBuffer())).toEqual(mp4Of(heldOf('A bell rings')[0]!.id))
  expect(await budget()).toEqual({ spent: 800_000, reserved: 0 })
  expect((await review(id, { verdict: 'rejected', note: 'The bell is silent.' })).body).toMatchObject({
    status: 'rejected',
    reviewNote: 'The bell is silent.',
  })
  expect((await review(id, { verdict: 'approved' })).body).toMatchObject({ status: 'approved', reviewNote: null })
  expect(await at.auditActions(id)).toEqual(['ai_video.submit', 'ai_video.end', 'ai_video.review', 'ai_video.review'])
  expect(await at.eventNames(id)).toEqual([
    'ai_video.submitted',
    'ai_video.ended',
    'ai_video.reviewed',
    'ai_video.reviewed',
  ])
  expect((await at.owner.call(listAiVideos, {})).body[0]).toMatchObject({ id, status: 'approved' })
  expect(await asOwner(server, 'select prompt from ai_video where id = $1', [id])).toEqual([{ prompt: null }])
})

test('a video that the provider could not make costs nothing', async () => {
  const before = await budget()
  const id = (await submit({ prompt: 'A storm' })).body.id as string
  await whenIn(id, 'generating')
  heldOf('A storm')[0]!.status = 'failed'
  await whenIn(id, 'failed')
  expect(await read(id)).toMatchObject({ failure: 'provider_refused', costUsd: 0, videoUrl: null })
  expect(await budget()).toEqual(before)
})

test.runIf(isLong)('a poll without a valid answer about the job is repeated', async () => {
  const answers = [
    '<html>secret words</html>',
    '{"id":"video_',
    '{"id":"video_other","status":"completed"}',
    '{"id":"ID","status":"secret words"}',
  ]
  const ids = await Promise.all(answers.map(async (_, each) => (await submit({ prompt: `Again ${each}` })).body.id))
  for (const id of ids) await whenIn(id as string, 'generating')
  const videos = answers.map((_, each) => heldOf(`Again ${each}`)[0]!)
  for (const [each, answer] of answers.entries()) {
    let isAnswered = false
    provider.instead = (path, response) => {
      if (path !== `/videos/${videos[each]!.id}`) return false
      isAnswered = true
      response.end(answer.replace('ID', videos[each]!.id))
      return true
    }
    await expect.poll(() => isAnswered).toBe(true)
  }
  for (const video of videos) video.status = 'completed'
  for (const id of ids) {
    await whenIn(id as string, 'review_required')
    expect(JSON.stringify(await read(id as string))).not.toContain('secret words')
  }
})

test.runIf(isLong)('a video that is a page is fetched again, and no page is stored', async () => {
  const id = (await submit({ prompt: 'A page' })).body.id as string
  await whenIn(id, 'generating')
  const [video] = heldOf('A page')
  let answered = 0
  provider.instead = (path, response) => {
    if (!path.endsWith('/content')) return false
    answered += 1
    response.end('<html>secret words</html>')
    return true
  }
  video!.status = 'completed'
  await expect.poll(() => answered).toBe(1)
  await whenIn(id, 'review_required')
  const pages = `select count(*)::int as pages from ai_asset where size_bytes = $1`
  expect(await asOwner(server, pages, [Buffer.byteLength('<html>secret words</html>')])).toEqual([{ pages: 0 }])
})

test.each([
  ['a refusal', 400, '{"error":{"code":"moderation_blocked","message":"secret words"}}', 'moderation_blocked'],
  ['a refused key', 401, 'secret words', 'provider_refused_key'],
])('%s of the provider ends the job at no cost, without its words', async (_what, status, body, code) => {
  const before = await budget()
  provider.instead = (path, response) => {
    if (path !== '/videos') return false
    response.writeHead(status).end(body)
    return true
  }
  const id = (await submit({ prompt: 'Refused' })).body.id as string
  await whenIn(id, 'failed')
  expect(await read(id)).toMatchObject({ failure: code, costUsd: 0 })
  expect(JSON.stringify(await read(id))).not.toContain('secret words')
  expect(await budget()).toEqual(before)
})

test('a job of a project is cancelled with it, at the provider too', async () => {
  const projectId = await emptyProject(at.owner)
  const id = (await submit({ prompt: 'Of a project', projectId })).body.id as string
  await whenIn(id, 'generating')
  expect((await at.owner.call(deleteProject, { id: projectId })).status).toBe(200)
  const row = () => asOwner(server, 'select status, cost_micros::int as cost from ai_video where id = $1', [id])
  await expect.poll(row).toEqual([{ status: 'cancelled', cost: 400_000 }])
  expect(heldOf('Of a project')).toEqual([])
  expect((await at.owner.call(getAiVideo, { id })).status).toBe(404)
  expect((await budget()).reserved).toBe(0)
})

test('400, 403, 404, 422 and 503: for invalid requests, clients, unknown projects, caps, and without a model', async () => {
  const rows = () => asOwner(server, 'select count(*)::int as rows from ai_video', [])
  const before = await rows()
  for (const body of [
    { seconds: 5 },
    { seconds: '4' },
    { prompt: '' },
    { prompt: 'x'.repeat(4_001) },
    { model: 'none' },
  ])
    expectError(await submit(body), 400, 'invalid_request')
  expect((await submit({}, at.client)).status).toBe(403)
  expect((await at.client.call(listAiVideos, {})).status).toBe(403)
  for (const projectId of [uuidv7(), 'none']) expectError(await submit({ projectId }), 404, 'project_not_found')
  expect((await submit({ model: 'tts-1' })).body).toMatchObject({ rule: 'capability' })
  expect((await submit({ aspectRatio: 'wide' })).body).toMatchObject({ rule: 'capability' })
  await capModels(server, { kind: 'workspace', id: at.workspace }, (await budget()).spent + 1, at.workspace)
  expectError(await submit(), 422, 'ai_input_refused')
  await capModels(server, { kind: 'workspace', id: at.workspace }, null, at.workspace)
  const neighbour = await scene(server)
  expectError(await submit({}, neighbour.owner), 503, 'ai_capability_disabled')
  expect(await rows()).toEqual(before)
})

test('a neighbour and a client reach no video, and a verdict is one of two', async () => {
  const id = await made('Private')
  const neighbour = await scene(server)
  for (const [operation, input] of [
    [getAiVideo, { id }],
    [reviewAiVideo, { id, body: { verdict: 'approved' } }],
  ] as const) {
    expect((await neighbour.owner.call(operation, input)).status).toBe(404)
    expect((await at.client.call(operation, input)).status).toBe(403)
  }
  for (const body of [
    { verdict: 'good' },
    {},
    { verdict: 'approved', note: '' },
    { verdict: 'approved', note: 'x'.repeat(2_001) },
  ])
    expectError(await review(id, body), 400, 'invalid_request')
  await asOwner(server, `update ai_video set ended_at = now() - interval '366 days' where id = $1`, [id])
  expect(await server.database.within(at.workspace, (tx) => videoJobs.expiry.remove(tx, 10))).toBe(1)
  expect((await at.owner.call(getAiVideo, { id })).status).toBe(404)
})

test.runIf(isLong)('a title and a note are erased with their author', async () => {
  const author = await at.join('member')
  const reviewer = await at.join('member')
  const id = (await submit({ prompt: 'Words of a person' }, author.caller)).body.id as string
  await whenIn(id, 'generating')
  heldOf('Words of a person')[0]!.status = 'completed'
  await whenIn(id, 'review_required')
  await review(id, { verdict: 'rejected', note: 'Words of a reviewer' }, reviewer.caller)
  const forget = (userId: string) => server.database.within(at.workspace, (tx) => clearVideoTexts(tx, { userId }))
  await forget(author.userId)
  expect(await read(id)).toMatchObject({ title: null, reviewNote: 'Words of a reviewer' })
  await forget(reviewer.userId)
  expect(await read(id)).toMatchObject({ status: 'rejected', reviewNote: null })
})

test.runIf(isLong)('a prompt is erased with its author: a video under way is made, an unsent one is not', async () => {
  const author = await at.join('member')
  const rowOf = async (id: string) => (await at.rows('ai_video')).find((row) => row.id === id)!
  const forget = () => server.database.within(at.workspace, (tx) => clearVideoTexts(tx, { userId: author.userId }))
  const made = (await submit({ prompt: 'Words of the erased' }, author.caller)).body.id as string
  await whenIn(made, 'generating')
  await forget()
  expect(await rowOf(made)).toMatchObject({ status: 'generating', prompt: null, title: null })
  heldOf('Words of the erased')[0]!.status = 'completed'
  await whenIn(made, 'review_required')
  provider.instead = (path, response) => {
    if (path !== '/videos') return false
    response.writeHead(503, { 'content-type': 'application/json' }).end('{}')
    return true
  }
  const unsent = (await submit({ prompt: 'Words that are not sent' }, author.caller)).body.id as string
  await expect.poll(async () => (await rowOf(unsent)).failures).toBe(1)
  await forget()
  await whenIn(unsent, 'failed')
  expect(await rowOf(unsent)).toMatchObject({ failure: 'prompt_removed' })
  expect(heldOf('Words that are not sent')).toEqual([])
})
