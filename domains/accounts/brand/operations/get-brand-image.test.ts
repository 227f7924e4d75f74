import { expect, test } from 'vitest'
import { callerOf } from '../../../../testing/caller.ts'
import { drawingBase64, newSlug } from '../../../../testing/clients/brand.ts'
import { pixelBase64 } from '../../../../testing/ai/pixel.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import {
  getBrandImage,
  getPortalIcon,
  getPortalLogo,
  publishWorkspaceBrandKit,
  saveWorkspaceBrandKit,
} from '../contract.ts'

const server = await testServer()
const stranger = callerOf(server.baseUrl, undefined)

let brands = 0

/** A published brand with an icon that no other has. */
const branded = async () => {
  const world = await scene(server)
  const draft = {
    name: 'Acme',
    slug: newSlug(),
    logo: { contentBase64: pixelBase64 },
    icon: { contentBase64: drawingBase64((brands += 1)) },
  }
  const publish = (portalEnabled: boolean) =>
    world.owner.call(publishWorkspaceBrandKit, { body: { draft, portalEnabled } })
  const { body } = await publish(true)
  const { logo, icon } = body.draft as Record<'logo' | 'icon', { id: string; url: string }>
  return { scene: world, input: { id: icon.id }, slug: draft.slug, logo, icon, publish }
}

const headersOf = ({ headers }: Response) =>
  ['content-type', 'content-security-policy', 'x-content-type-options', 'cache-control'].map((name) =>
    headers.get(name),
  )
const sealed = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

test('200 returns the bytes of a picture with its media type, and headers that block scripts', async () => {
  const { scene: world, logo, icon } = await branded()
  const response = await world.member.open(getBrandImage, { hash: logo.id })
  expect([response.status, ...headersOf(response)]).toEqual([
    200,
    'image/png',
    sealed,
    'nosniff',
    'private, max-age=86400, immutable',
  ])
  expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(pixelBase64)
  const drawing = await fetch(new URL(icon.url, server.baseUrl), { headers: { 'x-api-key': world.member.key! } })
  expect([drawing.status, headersOf(drawing)[0]]).toEqual([200, 'image/svg+xml'])
  expect(await drawing.text()).toMatch(/^<svg xmlns=/)
})

test('200 for everyone at the address of an open portal, with its name in any case', async () => {
  const { slug } = await branded()
  const logo = await stranger.open(getPortalLogo, { agencySlug: slug })
  expect([logo.status, ...headersOf(logo)]).toEqual([200, 'image/png', sealed, 'nosniff', 'public, max-age=300'])
  await logo.body?.cancel()
  const icon = await stranger.open(getPortalIcon, { agencySlug: slug.toUpperCase() })
  expect([icon.status, await icon.text()]).toEqual([200, expect.stringContaining('<svg')])
})

test('200 with the published picture, not the draft', async () => {
  const { scene: world, slug } = await branded()
  await world.owner.call(saveWorkspaceBrandKit, { body: { draft: { logo: { contentBase64: drawingBase64(1_000) } } } })
  const { headers, body } = await stranger.open(getPortalLogo, { agencySlug: slug })
  expect(headers.get('content-type')).toBe('image/png')
  await body?.cancel()
})

test('404, always the same, for a closed, former, unknown or malformed portal and one without a logo', async () => {
  const { publish, slug } = await branded()
  await publish(false)
  const bare = await scene(server)
  const draft = { name: 'Acme', slug: newSlug() }
  await bare.owner.call(publishWorkspaceBrandKit, { body: { draft, portalEnabled: true } })
  for (const operation of [getPortalLogo, getPortalIcon]) {
    for (const agencySlug of [slug, draft.slug, 'no-such-agency', '..', '%00', 'x'.repeat(3_000)])
      expectError(await stranger.call(operation, { agencySlug }), 404, 'not_found')
  }
})
