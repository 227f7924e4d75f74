import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { newSlug } from '../../../../testing/clients/brand.ts'
import { pixelBase64 } from '../../../../testing/ai/pixel.ts'
import { crowd, racing } from '../../../../testing/racing.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { getWorkspaceBrandKit, publishWorkspaceBrandKit, saveWorkspaceBrandKit } from '../contract.ts'
import { publishedIdentity, workspaceOfSlug } from '../published.ts'

const server = await testServer()
const { database } = server

type Scene = Awaited<ReturnType<typeof scene>>
const publish = ({ owner }: Scene, draft: object, portalEnabled = true) =>
  owner.call(publishWorkspaceBrandKit, { body: { draft, portalEnabled } })
const faultsOf = ({ body }: { body: { fields: { path: string; rule: string }[] } }) =>
  body.fields.map(({ path, rule }) => `${path} ${rule}`)

test('200 freezes the draft as the identity that clients see', async () => {
  const world = await scene(server)
  const slug = newSlug()
  const draft = { name: 'Acme', slug, logo: { contentBase64: pixelBase64 }, colors: { primary: '#ffee00' } }
  const { status, body } = await publish(world, draft)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    draft: { revision: 1, name: 'Acme' },
    unpublishedFields: [],
    published: {
      version: 1,
      portalEnabled: true,
      name: 'Acme',
      slug,
      logo: { mediaType: 'image/png' },
      colors: { primary: '#ffee00', accent: '#ffee00', background: '#ffffff', text: '#1b1b1f' },
      derived: { onPrimary: '#000000' },
    },
  })
  await world.owner.call(saveWorkspaceBrandKit, { body: { draft: { name: 'Other', tagline: 'New' } } })
  const later = (await world.owner.call(getWorkspaceBrandKit)).body
  expect(later.published).toEqual(body.published)
  expect(later.unpublishedFields).toEqual(['colors', 'logo', 'name', 'slug', 'tagline'])
  expect(await world.rows('brand_image')).toHaveLength(1)
})

test('200 leaves one audit row and one event; a repeat creates no version', async () => {
  const world = await scene(server)
  const draft = { name: 'Acme', slug: newSlug(), revision: 0 }
  const first = await publish(world, draft)
  const second = await publish(world, draft)
  expect([second.status, second.body]).toEqual([200, first.body])
  expect(await auditOf(server, world.workspace, world.workspace)).toMatchObject([
    {
      action: 'brand_kit.publish',
      severity: 'notice',
      details: { version: 1, slug: draft.slug, portalEnabled: true },
    },
    { action: 'brand_kit.publish', details: { repeated: true } },
  ])
  expect(await world.eventNames(world.workspace)).toEqual(['brand_kit.published'])
})

test('200 shows other domains the published brand and the workspace of a portal name', async () => {
  const world = await scene(server)
  const slug = newSlug()
  const read = () => database.reading(world.workspace, publishedIdentity)
  expect(await read()).toBeUndefined()
  await publish(world, { name: 'Acme', slug })
  expect(await read()).toMatchObject({ name: 'Acme', slug, version: 1, portalEnabled: true })
  expect(await workspaceOfSlug(database, slug.toUpperCase())).toBe(world.workspace)
  for (const none of ['', 'no-such-agency', 'a\0b', '%', 'x'.repeat(9_000)])
    expect(await workspaceOfSlug(database, none)).toBeUndefined()
})

test('200 closes the portal and keeps its name', async () => {
  const world = await scene(server)
  const draft = { name: 'Acme', slug: newSlug() }
  await publish(world, draft)
  const { body } = await publish(world, draft, false)
  expect(body.published).toMatchObject({ version: 2, portalEnabled: false, slug: draft.slug })
  expect(await workspaceOfSlug(database, draft.slug)).toBe(world.workspace)
})

test('200 reserves a former name against others, and allows it again', async () => {
  const [world, neighbour] = await Promise.all([scene(server), scene(server)])
  const first = newSlug()
  const second = newSlug()
  await publish(world, { name: 'Acme', slug: first })
  await publish(world, { name: 'Acme', slug: second })
  expect(await workspaceOfSlug(database, first)).toBeUndefined()
  const theirs = await unchanged(server, () => publish(neighbour, { name: 'Evil', slug: first }))
  expect([theirs.status, faultsOf(theirs)]).toEqual([400, ['draft.slug taken']])
  expect((await publish(world, { name: 'Acme', slug: first })).status).toBe(200)
  expect(await workspaceOfSlug(database, first)).toBe(world.workspace)
  expect(await workspaceOfSlug(database, second)).toBeUndefined()
})

test('400 for a name of another portal, open or closed, without saving', async () => {
  const [world, neighbour] = await Promise.all([scene(server), scene(server)])
  const slug = newSlug()
  await publish(neighbour, { name: 'Theirs', slug }, false)
  const reply = await unchanged(server, () => publish(world, { name: 'Ours', slug }))
  expectError(reply, 400, 'invalid_request')
  expect(faultsOf(reply)).toEqual(['draft.slug taken'])
})

test('400 for the eleventh name', async () => {
  const world = await scene(server)
  const slugs = Array.from({ length: 11 }, newSlug)
  for (const slug of slugs.slice(0, 10)) expect((await publish(world, { name: 'Acme', slug })).status).toBe(200)
  const reply = await unchanged(server, () => publish(world, { name: 'Acme', slug: slugs[10] }))
  expect([reply.status, faultsOf(reply)]).toEqual([400, ['draft.slug most']])
  expect((await publish(world, { name: 'Acme', slug: slugs[0] })).status).toBe(200)
})

test('400 lists everything that prevents publishing', async () => {
  const world = await scene(server)
  const draft = { slug: 'admin', logo: { id: 'a'.repeat(64) }, colors: { text: '#888888', background: '#777777' } }
  const reply = await unchanged(server, () => publish(world, draft))
  expectError(reply, 400, 'invalid_request')
  expect(faultsOf(reply)).toEqual([
    'draft.logo.id picture',
    'draft.name required',
    'draft.slug reserved',
    'draft.colors.text contrast',
  ])
  const unnamed = await unchanged(server, () => publish(world, { name: 'Acme' }))
  expect(faultsOf(unnamed)).toEqual(['draft.slug required'])
  const neither = await unchanged(server, () => world.owner.call(publishWorkspaceBrandKit, { body: {} }))
  expect(faultsOf(neither).sort()).toEqual(['draft required', 'portalEnabled required'])
})

test('409 for a draft based on another revision', async () => {
  const world = await scene(server)
  await world.owner.call(saveWorkspaceBrandKit, { body: { draft: { name: 'One' } } })
  const reply = await unchanged(server, () => publish(world, { name: 'Two', revision: 0 }, false))
  expectError(reply, 409, 'brand_draft_stale')
})

test('409 for all but one of concurrent callers that publish one revision', async () => {
  const world = await scene(server)
  const slug = newSlug()
  const { statuses } = await racing(crowd, (at) => publish(world, { name: `Acme ${at}`, slug, revision: 0 }))
  expect(statuses).toEqual({ 200: 1, 409: crowd - 1 })
  expect(await world.auditActions(world.workspace)).toEqual(['brand_kit.publish'])
  expect((await world.owner.call(getWorkspaceBrandKit)).body.published.version).toBe(1)
})

test('200 for concurrent callers with one draft: one version, one event', async () => {
  const world = await scene(server)
  const draft = { name: 'Acme', slug: newSlug() }
  expect((await racing(crowd, () => publish(world, draft))).statuses).toEqual({ 200: crowd })
  expect((await world.owner.call(getWorkspaceBrandKit)).body.published.version).toBe(1)
  expect(await world.eventNames(world.workspace)).toEqual(['brand_kit.published'])
})

test('200 for successive drafts without a revision: versions without a gap', async () => {
  const world = await scene(server)
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_none, at) => publish(world, { name: `Acme ${at}` }, false)),
  )
  expect(replies.map(({ body }) => body.published.version as number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_none, at) => at + 1),
  )
})

test('200 for one of many agencies that take one name at once, 400 for the others', async () => {
  const worlds = await Promise.all(Array.from({ length: 8 }, () => scene(server)))
  const slug = newSlug()
  const replies = await Promise.all(worlds.map((world) => publish(world, { name: 'Acme', slug })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400])
})

test('400 for two agencies that swap names at once', async () => {
  const [one, other] = await Promise.all([scene(server), scene(server)])
  const a = newSlug()
  const b = newSlug()
  await publish(one, { name: 'One', slug: a })
  await publish(other, { name: 'Other', slug: b })
  const replies = await Promise.all([
    publish(one, { name: 'One', slug: b }),
    publish(other, { name: 'Other', slug: a }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([400, 400])
})
