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
