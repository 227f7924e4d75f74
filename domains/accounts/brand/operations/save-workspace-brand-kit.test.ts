import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { drawingBase64 } from '../../../../testing/clients/brand.ts'
import { pixelBase64 } from '../../../../testing/ai/pixel.ts'
import { crowd, racing } from '../../../../testing/racing.ts'
import { parseRaw, sendRaw } from '../../../../testing/network/raw-http.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { getWorkspaceBrandKit, saveWorkspaceBrandKit } from '../contract.ts'
import { isLong } from '../../../../testing/soak.ts'

const server = await testServer()

const whole = {
  name: 'Acme & Söhne',
  slug: 'acme',
  tagline: 'We build things',
  website: 'https://acme.example/?a=b#c',
  supportEmail: 'help@acme.example',
  logo: { contentBase64: pixelBase64 },
  icon: { contentBase64: drawingBase64(1) },
  colors: { primary: '#AABBCC', accent: '#102030', background: '#ffffff', text: '#000000' },
  fonts: { heading: 'Source Serif 4', body: 'Inter' },
}

test('200 stores every field, and accepts its own response as input', async () => {
  const { owner } = await scene(server)
  const { status, body } = await owner.call(saveWorkspaceBrandKit, { body: { draft: whole } })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    draft: {
      ...whole,
      revision: 1,
      logo: { mediaType: 'image/png', sizeBytes: 70 },
      icon: { mediaType: 'image/svg+xml' },
      colors: { ...whole.colors, primary: '#aabbcc' },
    },
    updatedAt: expect.stringMatching(/Z$/) as string,
    published: null,
  })
  expect(JSON.stringify(body)).not.toContain('contentBase64')
  expect((await owner.call(getWorkspaceBrandKit)).body).toEqual(body)
  const again = await owner.call(saveWorkspaceBrandKit, { body: { draft: body.draft as object } })
  expect([again.status, again.body]).toEqual([200, body])
})

test('200 replaces the whole draft: missing and null fields are removed, with their pictures', async () => {
  const { owner, rows } = await scene(server)
  await owner.call(saveWorkspaceBrandKit, { body: { draft: whole } })
  expect(await rows('brand_image')).toHaveLength(2)
  const { body } = await owner.call(saveWorkspaceBrandKit, { body: { draft: { name: 'Acme', logo: null } } })
  expect(body.draft).toMatchObject({ revision: 2, name: 'Acme', tagline: null, logo: null, colors: { primary: null } })
  expect(await rows('brand_image')).toEqual([])
})

test('200 leaves one audit row and one event that name the fields; a repeat changes nothing', async () => {
  const { member, workspace, eventNames } = await scene(server)
  const body = { draft: { name: 'Acme', colors: { text: '#222222' } } }
  const revision = async () => (await member.call(saveWorkspaceBrandKit, { body })).body.draft.revision as number
  expect([await revision(), await revision()]).toEqual([1, 1])
  expect(await auditOf(server, workspace, workspace)).toMatchObject([
    {
      action: 'brand_kit.save',
      category: 'update',
      resourceType: 'brand_kit',
      details: { fields: ['colors', 'name'] },
    },
    { action: 'brand_kit.save', details: { repeated: true } },
  ])
  expect(await eventNames(workspace)).toEqual(['brand_kit.saved'])
})

test('200 reports colours that fall short of WCAG, and suggests colours that pass', async () => {
  const { owner } = await scene(server)
  const save = async (colors: object) =>
    (await owner.call(saveWorkspaceBrandKit, { body: { draft: { colors } } })).body.contrast as {
      passes: boolean
      correction: string
    }[]
  const poor = await save({ primary: '#ffee00', text: '#999999', background: '#ffffff' })
  expect(poor.map(({ passes }) => passes)).toEqual([false, false, false])
  const [text, primary, accent] = poor.map(({ correction }) => correction)
  const better = await save({ primary, accent, text, background: '#ffffff' })
  expect(better.map(({ passes, correction }) => [passes, correction])).toEqual([
    [true, null],
    [true, null],
    [true, null],
  ])
})

test('400 lists every invalid field', async () => {
  const { owner } = await scene(server)
  const draft = {
    revision: -1,
    name: ' ',
    slug: 'No Slug',
    tagline: 'a\u202eb',
    website: 'javascript:alert(1)',
    supportEmail: 'nobody',
    logo: { contentBase64: 5 },
    icon: 'data:image/png;base64,',
    colors: { primary: 'red', accent: '#12345', nonsense: '#000000' },
    fonts: { heading: 'a";}', body: '' },
  }
  const reply = await unchanged(server, () => owner.call(saveWorkspaceBrandKit, { body: { draft } }))
  expectError(reply, 400, 'invalid_request')
  const paths = (reply.body.fields as { path: string }[]).map(({ path }) => path)
  for (const path of [
    'revision',
    'name',
    'slug',
    'tagline',
    'website',
    'supportEmail',
    'logo.contentBase64',
    'icon',
    'colors.primary',
    'colors.accent',
    'colors.nonsense',
    'fonts.heading',
    'fonts.body',
  ])
    expect(paths).toContain(`draft.${path}`)
})

test('400 for an invalid logo or icon', async () => {
  const [{ owner }, neighbour] = await Promise.all([scene(server), scene(server)])
  const theirs = await neighbour.owner.call(saveWorkspaceBrandKit, { body: { draft: whole } })
  const page = Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64')
  const both = { id: theirs.body.draft.logo.id as string, contentBase64: pixelBase64 }
  for (const [icon, path] of [
    [{ contentBase64: 'not base64!' }, 'draft.icon.contentBase64'],
    [{ contentBase64: page }, 'draft.icon.contentBase64'],
    [{ id: theirs.body.draft.icon.id as string }, 'draft.icon.id'],
    [{}, 'draft.icon'],
    [both, 'draft.icon'],
  ] as const) {
    const draft = { logo: { id: 'a'.repeat(64) }, icon }
    const reply = await unchanged(server, () => owner.call(saveWorkspaceBrandKit, { body: { draft } }))
    expectError(reply, 400, 'invalid_request')
    expect((reply.body.fields as { path: string }[]).map((field) => field.path)).toEqual(['draft.logo.id', path])
  }
})

test('413 for a logo of 100 MB by its declared length, before a byte of it came', async () => {
  const { owner } = await scene(server)
  const head = `PUT /v1/api/brand-kit HTTP/1.1\r\nhost: x\r\nx-api-key: ${owner.key!}\r\ncontent-type: application/json\r\n`
  const answer = await unchanged(server, () => sendRaw(server.baseUrl, `${head}content-length: 104857600\r\n\r\n`))
  expect(parseRaw(answer)).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
})

test('413 for an endless logo without a length, after a small part of it', async () => {
  const { owner } = await scene(server)
  const part = Buffer.alloc(65_536, 'QUJD')
  const given = { bytes: 0 }
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(Buffer.from('{"draft":{"name":"Acme","logo":{"contentBase64":"')),
    pull: (stream) => {
      if (given.bytes > 100 * 2 ** 20) throw new Error('All of it was taken')
      given.bytes += part.length
      stream.enqueue(part)
    },
  })
  const headers = { 'content-type': 'application/json' }
  const response = await unchanged(server, () =>
    owner.open(saveWorkspaceBrandKit, { headers }, { body, duplex: 'half' }),
  )
  expect([response.status, await response.json()]).toMatchObject([413, { code: 'body_too_large' }])
  expect(given.bytes).toBeLessThan(16 * 2 ** 20)
})

test('409 for a draft based on another revision', async () => {
  const { owner } = await scene(server)
  await owner.call(saveWorkspaceBrandKit, { body: { draft: { name: 'One', revision: 0 } } })
  const reply = await unchanged(server, () =>
    owner.call(saveWorkspaceBrandKit, { body: { draft: { name: 'Two', revision: 0 } } }),
  )
  expectError(reply, 409, 'brand_draft_stale')
  const { status } = await owner.call(saveWorkspaceBrandKit, { body: { draft: { name: 'Two', revision: 1 } } })
  expect(status).toBe(200)
})

test.runIf(isLong)('409 for all but one of concurrent callers that change one revision', async () => {
  const { owner, auditActions, workspace } = await scene(server)
  const { statuses } = await racing(crowd, (at) =>
    owner.call(saveWorkspaceBrandKit, { body: { draft: { name: `Name ${at}`, revision: 0 } } }),
  )
  expect(statuses).toEqual({ 200: 1, 409: crowd - 1 })
  expect(await auditActions(workspace)).toEqual(['brand_kit.save'])
})
