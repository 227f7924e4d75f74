import type { InvalidField } from '../../../platform/contract/errors.ts'
import { type Hex, contrastsOf, derivedOf, type Palette } from './rules/color.ts'

/** A picture that is kept; `id` is the SHA-256 of its bytes. */
export interface Picture {
  readonly id: string
  readonly mediaType: string
  readonly sizeBytes: number
}

/** A draft as stored: unset fields are absent. */
export interface Draft {
  readonly name?: string
  readonly slug?: string
  readonly tagline?: string
  readonly website?: string
  readonly supportEmail?: string
  readonly logo?: Picture
  readonly icon?: Picture
  readonly colors?: Partial<Palette>
  readonly fonts?: Fonts
}

export interface Fonts {
  readonly heading?: string
  readonly body?: string
}

/** Where the values of a draft were read: a page, and for each field the part of the page. */
export interface Extraction {
  readonly url: string
  readonly sources: Readonly<Record<string, string>>
  readonly colors: readonly { readonly color: Hex; readonly source: string }[]
  readonly fonts: readonly { readonly family: string; readonly source: string }[]
}

/** The brand of portals, mails and documents: complete, and readable with any colours. */
export interface BrandIdentity {
  readonly name: string
  readonly slug: string | null
  readonly tagline: string | null
  readonly website: string | null
  readonly supportEmail: string | null
  readonly logo: Picture | null
  readonly icon: Picture | null
  readonly colors: Palette
  readonly derived: ReturnType<typeof derivedOf>
  readonly fonts: { readonly heading: string | null; readonly body: string | null }
}

const defaults: Palette = { primary: '#2451c7', accent: '#2451c7', background: '#ffffff', text: '#1b1b1f' }

/** The draft's own colours; an accent that is not set is the primary colour, others have a default. */
export const paletteOf = ({ colors = {} }: Draft): Palette => ({
  ...defaults,
  ...(colors.primary && { accent: colors.primary }),
  ...colors,
})

/** Everything that keeps a draft from being published. */
export const publishFaults = (draft: Draft, portalEnabled: boolean): readonly InvalidField[] => [
  ...(draft.name ? [] : [fault('name', 'is required to publish', 'required')]),
  ...(portalEnabled && !draft.slug ? [fault('slug', 'is required to open the portal', 'required')] : []),
  ...(draft.slug && isReserved(draft.slug) ? [fault('slug', 'is reserved; choose another name', 'reserved')] : []),
  ...unreadable(draft),
]

export const fault = (field: string, message: string, rule: string): InvalidField => ({
  path: `draft.${field}`,
  message,
  rule,
})

/** A portal with unreadable text is useless; the look of its buttons is the agency's own choice. */
const unreadable = (draft: Draft) =>
  contrastsOf(paletteOf(draft))
    .filter(({ color, passes }) => color === 'text' && !passes)
    .map(({ ratio, needs, correction }) =>
      fault(
        'colors.text',
        `has a contrast of ${ratio} on the background, and ${needs} is needed; ${correction} would pass`,
        'contrast',
      ),
    )

/** The identity that a draft without faults becomes. */
export const identityOf = (draft: Draft): BrandIdentity => {
  const colors = paletteOf(draft)
  return {
    name: draft.name!,
    slug: draft.slug ?? null,
    tagline: draft.tagline ?? null,
    website: draft.website ?? null,
    supportEmail: draft.supportEmail ?? null,
    logo: draft.logo ?? null,
    icon: draft.icon ?? null,
    colors,
    derived: derivedOf(colors),
    fonts: { heading: draft.fonts?.heading ?? null, body: draft.fonts?.body ?? null },
  }
}

/** Names of the fields in which two drafts or identities differ. */
export const changedFields = (before: object, after: object): readonly string[] => {
  const [one, other] = [before, after] as Readonly<Record<string, unknown>>[]
  const names = new Set([...Object.keys(one!), ...Object.keys(other!)])
  return [...names].filter((name) => ordered(one![name] ?? null) !== ordered(other![name] ?? null)).sort()
}

/** JSON with its keys sorted: the database keeps them in an order of its own. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** The pictures that a draft and an identity show. */
export const picturesIn = (...kits: readonly (Pick<Draft | BrandIdentity, 'logo' | 'icon'> | null)[]): string[] =>
  kits.flatMap((kit) => [kit?.logo?.id ?? [], kit?.icon?.id ?? []].flat())

/** Limits of a brand's pictures: size and types. */
export const imageMostBytes = 262_144
export const imageTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/svg+xml',
  'image/x-icon',
] as const

export const slugForm = '^[a-z0-9]+(-[a-z0-9]+)*$'
export const slugLeast = 3
export const slugMost = 40
export const slugsMost = 10

// Beginnings of this product's addresses, words that people take for it, and words that programs write for nothing.
const reserved = new Set(
  `about abuse account accounts admin administrator agency api app apps assets atelier auth billing blog brand cdn client
  clients console contact dashboard demo dev docs download email example favicon files graphql healthz help home hostmaster
  images img index info internal invite invitation invoice invoices legal localhost login logout mail me metrics new nil
  none null oauth official openapi org owner password pay payment payments ping portal portals postmaster preview pricing
  privacy public readyz register robots root sandbox search secure security session settings setup shop signin signout
  signup site sitemap sso staff staging static status store support system team terms test undefined upload user users
  verify v1 v2 webhook webhooks webmaster welcome well-known workspace workspaces www`.split(/\s+/),
)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A name that no portal may have, though its form is right. */
export const isReserved = (slug: string): boolean => reserved.has(slug) || uuid.test(slug) || /^\d+$/.test(slug)

const pattern = new RegExp(slugForm)

/** The name as it is kept; undefined for a text that no portal can have. */
export const slugOf = (text: string): string | undefined => {
  const slug = text.toLowerCase()
  return slug.length >= slugLeast && slug.length <= slugMost && pattern.test(slug) ? slug : undefined
}
