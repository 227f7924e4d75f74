import type { Database } from '../../../platform/db/database.ts'
import type { PageBrand } from '../../../platform/pages/index.ts'
import { publishedIdentity, workspaceOfSlug, type PublishedIdentity } from './published.ts'
import { nearestPassing, textRatio } from './rules/contrast.ts'

// The grounds of a page, light and dark (platform/pages/style.ts).
const grounds = { light: '#fdfdfc', dark: '#1f1d1a' } as const

/** How a page speaks in the name of the agency whose portal is called so; undefined while that portal is closed. */
export const pageBrandOf = async (database: Database, slug: string): Promise<PageBrand | undefined> => {
  const workspace = await workspaceOfSlug(database, slug)
  const identity = workspace === undefined ? undefined : await database.within(workspace, publishedIdentity)
  return identity?.portalEnabled ? pageBrand(identity) : undefined
}

const pageBrand = ({ name, slug, colors: { primary }, derived, logo }: PublishedIdentity): PageBrand => ({
  name,
  ...(logo && { logoUrl: `/v1/api/portals/${slug}/logo` }),
  accent: primary,
  onAccent: derived.onPrimary,
  accentText: {
    light: nearestPassing(primary, grounds.light, textRatio),
    dark: nearestPassing(primary, grounds.dark, textRatio),
  },
})

/** What a link has before `#`, so that its page speaks in the agency's name. The name of a portal is no secret. */
export const agencyQuery = (identity: PublishedIdentity | undefined): string =>
  identity?.portalEnabled && identity.slug !== null ? `?agency=${encodeURIComponent(identity.slug)}` : ''
