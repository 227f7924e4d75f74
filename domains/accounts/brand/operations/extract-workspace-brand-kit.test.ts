import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { loopbackSite } from '../../../../testing/network/loopback-site.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { managed, modern, serveSite } from '../../../../testing/clients/brand-sites.ts'
import {
  extractWorkspaceBrandKit,
  getBrandImage,
  getWorkspaceBrandKit,
  publishWorkspaceBrandKit,
  saveWorkspaceBrandKit,
} from '../contract.ts'

const site = await loopbackSite((request, response) => {
  const url = new URL(request.url!, 'http://site')
  const to = url.searchParams.get('to')
  if (to) return void response.writeHead(302, { location: to }).end()
  const special = answers[url.pathname]
  const answer: Answer = special ?? ((given) => serveSite(modern)(request, given))
  answer(response)
})
type Answer = (response: ServerResponse & { req: IncomingMessage }) => void
const answers: Record<string, Answer> = {
  '/endless': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, '<b>')));
    }
    response.on('drain', more)
    more()
  },
  '/picture': (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('<title>Page</title>'),
  '/deep': (response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Deep</title>${'<b>'.repeat(500_000)}`),
  '/closing': (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>Closing</title>${'<p></i>'.repeat(250_000)}`),
  '/heavy': (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>Heavy</title><style>${'a{'.repeat(100_000)}</style><style>body{color:#123456}</style>`),
  '/held': (response) => void held.push(response),
}
const held: Parameters<Answer>[0][] = []

const server = await testServer({ ATELIER_FETCH_PRIVATE_HOSTS: site.host })
const at = (path: string) => ({ body: { url: `${site.url}${path}` } })

test('200 writes the extracted brand to the draft and names its sources', async () => {
  const { member, workspace, eventNames } = await scene(server)
  const { status, body } = await member.call(extractWorkspaceBrandKit, at('/?token=secret'))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    draft: {
      revision: 1,
      name: 'Northwind & Co',
      slug: null,
      logo: { mediaType: 'image/svg+xml' },
      colors: { primary: '#6d28d8', background: '#ffffff' },
      fonts: { heading: 'Fraunces', body: 'Inter' },
    },
    published: null,
    extraction: { sources: { name: 'og:site_name', 'colors.primary': '--primary', logo: 'drawing in the page' } },
    contrast: [{ passes: true }, { passes: true }, { passes: true }],
  })
  expect((await member.call(getWorkspaceBrandKit)).body).toEqual(body)
  const image = await member.open(getBrandImage, { hash: body.draft.logo.id as string })
  expect(await image.text()).toMatch(/^<svg[^>]*><path d="M0 0h20v20z" fill="#6d28d9"><\/path><\/svg>$/)
  const [row, ...more] = await auditOf(server, workspace, workspace)
  expect(more).toEqual([])
  expect(row).toMatchObject({ action: 'brand_kit.extract', details: { page: `${site.url}/` } })
  expect(JSON.stringify(row)).not.toContain('secret')
  expect(await eventNames(workspace)).toEqual(['brand_kit.extracted'])
})

test('200 with a draft that can be saved, and published with a slug', async () => {
  const { owner } = await scene(server)
  const { draft } = (await owner.call(extractWorkspaceBrandKit, at('/'))).body
  expect((await owner.call(saveWorkspaceBrandKit, { body: { draft: draft as object } })).body.draft).toEqual(draft)
  const { status } = await owner.call(publishWorkspaceBrandKit, { body: { draft, portalEnabled: false } })
  expect(status).toBe(200)
})

test('200 keeps fields missing on the page, and fields changed during the extraction', async () => {
  const { owner } = await scene(server)
  await owner.call(saveWorkspaceBrandKit, {
    body: { draft: { name: 'Before', tagline: 'Ours', colors: { text: '#101010' } } },
  })
  const extracting = owner.call(extractWorkspaceBrandKit, at('/held'))
  await expect.poll(() => held.length).toBe(1)
  const meanwhile = { name: 'Meanwhile', tagline: 'Ours', colors: { text: '#101010', primary: '#00aa00' } }
  await owner.call(saveWorkspaceBrandKit, { body: { draft: meanwhile } })
  held.pop()!.writeHead(200, { 'content-type': 'text/html' }).end(managed['/']!.body)
  expect((await extracting).body.draft).toMatchObject({
    name: 'Meanwhile',
    tagline: 'Ours',
    colors: { primary: '#00aa00', background: '#fdfaf5' },
  })
})

test('200 for a page with endless nesting, unclosed elements or such styles', async () => {
  const { owner } = await scene(server)
  for (const [path, name] of [
    ['/deep', 'Deep'],
    ['/closing', 'Closing'],
    ['/heavy', 'Heavy'],
  ] as const) {
    const { status, body } = await owner.call(extractWorkspaceBrandKit, at(path))
    expect([status, body.draft.name]).toEqual([200, name])
  }
})

test.each([
  ['acme.example', 'format'],
  ['ftp://acme.example/', 'pattern'],
  ['javascript:alert(1)', 'pattern'],
  ['file:///etc/passwd', 'pattern'],
  ['https://user:password@acme.example/', 'address'],
  [`https://acme.example/${'x'.repeat(2_048)}`, 'maxLength'],
])('400 for %s', async (url, rule) => {
  const { owner } = await scene(server)
  const reply = await unchanged(server, () => owner.call(extractWorkspaceBrandKit, { body: { url } }))
  expectError(reply, 400, 'invalid_request')
  expect(
    (reply.body.fields as { path: string; rule: string }[]).map((field) => [field.path, field.rule]),
  ).toContainEqual(['url', rule])
})

test('502 is the same for private and unknown hosts, and no internal host is contacted', async () => {
  const { owner } = await scene(server)
  const inside = await loopbackSite((_request, response) => void response.end('secret'))
  const reasons = new Set<string>()
  for (const url of [
    inside.url,
    `http://localhost:${inside.port}/`,
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    `${site.url}/?to=${encodeURIComponent(inside.url)}`,
    'http://2130706433/',
    'http://nowhere.invalid/',
  ]) {
    const reply = await unchanged(server, () => owner.call(extractWorkspaceBrandKit, { body: { url } }))
    expectError(reply, 502, 'extraction_unavailable')
    reasons.add((reply.body.reason as string).replace(/^\S+/, 'host'))
  }
  expect([...reasons]).toEqual(['host was not found on the public internet. Look at the address.'])
  expect(inside.asked).toEqual([])
})

test.each([
  ['/nowhere', /no such page/],
  ['/picture', /another kind of file/],
  ['/endless', /larger than/],
])('502 for %s, with a reason', async (path, reason) => {
  const { owner } = await scene(server)
  const reply = await unchanged(server, () => owner.call(extractWorkspaceBrandKit, at(path)))
  expectError(reply, 502, 'extraction_unavailable')
  expect(reply.body.reason).toMatch(reason)
})

test('502 for the fifth page while four are being read', async () => {
  const { owner } = await scene(server)
  const reading = Array.from({ length: 4 }, () => owner.call(extractWorkspaceBrandKit, at('/held')))
  await expect.poll(() => held.length).toBe(4)
  const fifth = await owner.call(extractWorkspaceBrandKit, at('/'))
  expectError(fifth, 502, 'extraction_unavailable')
  for (const response of held.splice(0)) response.writeHead(404).end()
  expect((await Promise.all(reading)).map(({ status }) => status)).toEqual([502, 502, 502, 502])
  expect((await owner.call(extractWorkspaceBrandKit, at('/'))).status).toBe(200)
})
