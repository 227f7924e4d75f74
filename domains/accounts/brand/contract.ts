import { Type } from 'typebox'
import { bytes, conflict, contract, foundBy, operation, to } from '../../../platform/contract/index.ts'
import { maybe, oneOf, namedObject, Sha256, Time } from '../../../platform/contract/schema.ts'
import { imageTypes, slugForm, slugLeast, slugMost } from './rules.ts'

declare module '../../../platform/contract/access.ts' {
  interface WorkspaceKeys {
    portal: 'slug'
  }
}

// One line of visible text, without characters that turn the direction of the text beside it.
const line = (maxLength: number, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^(?=.*\\S)[^\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$',
    examples: [example],
  })
const Color = Type.Unsafe<`#${string}`>({ type: 'string', pattern: '^#[0-9a-fA-F]{6}$', examples: ['#2451c7'] })
const FontFamily = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N} ._-]*$',
  examples: ['Inter'],
})
const set = <S extends Parameters<typeof maybe>[0]>(schema: S) => Type.Optional(maybe(schema))

/** Written with `contentBase64` to bring a new picture, with `id` to keep an existing one. */
export const BrandImage = namedObject('BrandImage', {
  id: Type.Optional(Sha256),
  contentBase64: Type.Optional(
    Type.String({ maxLength: 349_528, description: 'The bytes of a new picture, at most 256 KiB; never in an answer' }),
  ),
  mediaType: Type.Optional(oneOf(imageTypes)),
  sizeBytes: Type.Optional(Type.Integer({ minimum: 1 })),
  url: Type.Optional(Type.String({ maxLength: 2_048, description: 'Where its bytes are read' })),
})

const colorFields = { primary: set(Color), accent: set(Color), background: set(Color), text: set(Color) }

/** Every field may be left out or null; the body of an answer can be sent back unchanged. */
export const BrandDraft = namedObject('BrandDraft', {
  revision: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'The revision that this draft was made from; a different current revision is refused with 409',
    }),
  ),
  name: set(line(100, 'Northwind Studio')),
  slug: set(
    Type.String({
      minLength: slugLeast,
      maxLength: slugMost,
      pattern: slugForm,
      examples: ['northwind'],
      description: 'The name of the portal in its address',
    }),
  ),
  tagline: set(line(200, 'Software that is done on time')),
  website: set(Type.String({ format: 'uri', maxLength: 2_048, pattern: '^https?://[^@\\s]+$' })),
  supportEmail: set(Type.String({ format: 'email', maxLength: 320 })),
  logo: set(BrandImage),
  icon: set(BrandImage),
  colors: set(namedObject('BrandColors', colorFields)),
  fonts: set(namedObject('BrandFonts', { heading: set(FontFamily), body: set(FontFamily) })),
})

const SaveBrandKit = namedObject('SaveBrandKit', { draft: BrandDraft })
const PublishBrandKit = namedObject('PublishBrandKit', { draft: BrandDraft, portalEnabled: Type.Boolean() })

export const PublishedBrand = namedObject('PublishedBrand', {
  version: Type.Integer({ minimum: 1 }),
  publishedAt: Time,
  portalEnabled: Type.Boolean(),
  name: Type.String(),
  slug: maybe(Type.String()),
  tagline: maybe(Type.String()),
  website: maybe(Type.String()),
  supportEmail: maybe(Type.String()),
  logo: maybe(BrandImage),
  icon: maybe(BrandImage),
  colors: namedObject('BrandPalette', { primary: Color, accent: Color, background: Color, text: Color }),
  derived: namedObject('BrandDerivedColors', { onPrimary: Color, onAccent: Color, link: Color }),
  fonts: namedObject('BrandFontsPublished', { heading: maybe(Type.String()), body: maybe(Type.String()) }),
})

const BrandContrast = namedObject('BrandContrast', {
  color: oneOf(['text', 'primary', 'accent']),
  on: oneOf(['background']),
  ratio: Type.Number({ examples: [4.48] }),
  needs: Type.Number({ examples: [4.5] }),
  passes: Type.Boolean(),
  correction: maybe(Color),
})

const BrandExtraction = namedObject('BrandExtraction', {
  url: Type.String({ description: 'The page that was read, after its redirects' }),
  extractedAt: Time,
  sources: Type.Record(Type.String(), Type.String(), {
    description: 'For each field that was read, the part of the page it came from',
  }),
  colors: Type.Array(namedObject('BrandFoundColor', { color: Color, source: Type.String() })),
  fonts: Type.Array(namedObject('BrandFoundFont', { family: Type.String(), source: Type.String() })),
})

export const WorkspaceBrandKitState = namedObject('WorkspaceBrandKitState', {
  draft: BrandDraft,
  updatedAt: maybe(Time),
  published: maybe(PublishedBrand),
  unpublishedFields: Type.Array(Type.String(), {
    description: 'Fields in which the draft differs from the published kit',
  }),
  contrast: Type.Array(BrandContrast, { description: "The draft's colours against WCAG 2.2 AA" }),
  extraction: maybe(BrandExtraction),
})

const stale = conflict({
  code: 'brand_draft_stale',
  message: 'This draft was changed since you read it. Read it again, then make your change.',
})

export const getWorkspaceBrandKit = operation({
  method: 'GET',
  path: '/v1/api/brand-kit',
  summary: 'Read the draft and the published version of the brand',
  reach: 'call',
  access: to('agency'),
  replies: { 200: WorkspaceBrandKitState },
  audit: { refusals: 'brand_kit.get' },
  reads: { brand_kit: 'all' },
})

export const saveWorkspaceBrandKit = operation({
  method: 'PUT',
  path: '/v1/api/brand-kit',
  summary: 'Replace the draft of the brand. Clients do not see drafts',
  reach: 'call',
  access: to('agency'),
  body: SaveBrandKit,
  replies: { 200: WorkspaceBrandKitState },
  errors: { stale },
  audit: { action: 'brand_kit.save', category: 'update', event: 'brand_kit.saved' },
})

export const publishWorkspaceBrandKit = operation({
  method: 'POST',
  path: '/v1/api/brand-kit/publish',
  summary: 'Save a draft and publish it as the brand that clients see. Publishing the same draft again changes nothing',
  reach: { page: '/settings/brand' },
  access: to('agency'),
  body: PublishBrandKit,
  replies: { 200: WorkspaceBrandKitState },
  errors: { stale },
  audit: { action: 'brand_kit.publish', category: 'update', severity: 'notice', event: 'brand_kit.published' },
})

const ExtractBrandKit = namedObject('ExtractBrandKit', {
  url: Type.String({
    format: 'uri',
    maxLength: 2_048,
    pattern: '^[hH][tT][tT][pP][sS]?://',
    examples: ['https://example.com/'],
  }),
})

export const extractWorkspaceBrandKit = operation({
  method: 'POST',
  path: '/v1/api/brand-kit/extract',
  summary: 'Extract name, logo, colours and fonts from a web page into the draft, with the source of each',
  reach: 'call',
  access: to('agency'),
  body: ExtractBrandKit,
  effect: 'outside',
  replies: { 200: WorkspaceBrandKitState },
  errors: {
    unavailable: {
      status: 502,
      code: 'extraction_unavailable',
      message:
        'This page could not be read, so the draft is unchanged. Look whether the address is right and open to everyone.',
      details: namedObject('ExtractionUnavailable', { reason: Type.String() }),
    },
  },
  audit: { action: 'brand_kit.extract', category: 'update', event: 'brand_kit.extracted' },
})

// A drawing that is opened directly is a document: it may run no script, send no request and not be taken for another
// type.
export const pictureHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'content-disposition': 'inline',
}

export const getBrandImage = operation({
  method: 'GET',
  path: '/v1/api/brand-kit/images/{hash}',
  summary: 'Read a picture of the draft or the published brand',
  reach: 'transfer',
  access: to('agency'),
  replies: { 200: bytes('image/*', { ...pictureHeaders, 'cache-control': 'private, max-age=86400, immutable' }) },
  audit: { refusals: 'brand_kit.get_image' },
})

// Mails and other sites show it, from wherever they are.
const publicHeaders = {
  ...pictureHeaders,
  'cache-control': 'public, max-age=300',
  'cross-origin-resource-policy': 'cross-origin',
}

export const getPortalLogo = operation({
  method: 'GET',
  path: '/v1/api/portals/{agencySlug}/logo',
  summary: "Read the published logo of an agency's portal while the portal is open",
  reach: 'transfer',
  access: to('public'),
  workspace: foundBy('portal', 'params.agencySlug'),
  replies: { 200: bytes('image/*', publicHeaders) },
})

export const getPortalIcon = operation({
  method: 'GET',
  path: '/v1/api/portals/{agencySlug}/icon',
  summary: "Read the published icon of an agency's portal while the portal is open",
  reach: 'transfer',
  access: to('public'),
  workspace: foundBy('portal', 'params.agencySlug'),
  replies: { 200: bytes('image/*', publicHeaders) },
})

export const brand = contract({
  getWorkspaceBrandKit,
  saveWorkspaceBrandKit,
  publishWorkspaceBrandKit,
  extractWorkspaceBrandKit,
  getBrandImage,
  getPortalLogo,
  getPortalIcon,
})
