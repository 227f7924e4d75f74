import { Readable } from 'node:stream'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type BrandIdentity, slugOf } from './rules.ts'
import { findImage, findKit, findWorkspaceOf } from './store.ts'
import type { MailBrand } from '../../../platform/mail/index.ts'

export interface PublishedIdentity extends BrandIdentity {
  readonly version: number
  /** Whether the portal is open; its name stays the workspace's own while it is not. */
  readonly portalEnabled: boolean
  readonly publishedAt: Date
}

/** The published identity of a tenant transaction's workspace; undefined before the first publication. */
export const publishedIdentity = async (tx: Transaction): Promise<PublishedIdentity | undefined> => {
  const { published, version, portalEnabled, publishedAt } = (await findKit(tx)) ?? {}
  if (!published) return undefined
  return { ...published, version: version!, portalEnabled: portalEnabled!, publishedAt: publishedAt! }
}

/** The workspace whose portal has this name, open or not; a text that can be no name is as unknown as any other. */
export const workspaceOfSlug = async (database: Database, text: string): Promise<string | undefined> => {
  const slug = slugOf(text)
  return slug === undefined ? undefined : database.identity((tx) => findWorkspaceOf(tx, slug))
}

/** A published picture as everyone may read it: undefined while the portal is closed. */
export const publicPicture = async (tx: Transaction, kind: 'logo' | 'icon') => {
  const kit = await findKit(tx)
  const picture = kit?.portalEnabled ? kit.published?.[kind] : undefined
  const image = picture && (await findImage(tx, { id: picture.id }))
  return image && { mediaType: image.mediaType, content: Readable.from([image.content]) }
}

/** The part of a link before `#`, so that its page speaks in the agency's name. The name of a portal is no secret. */
export const agencyQuery = (identity: PublishedIdentity | undefined): string =>
  identity?.portalEnabled && identity.slug !== null ? `?agency=${encodeURIComponent(identity.slug)}` : ''

/** How mail speaks in an agency's name; its logo can be seen while its portal is open. */
export const mailBrandOf = (identity: PublishedIdentity, linkTo: (path: string) => string): MailBrand => {
  const { name, slug, colors, logo, portalEnabled } = identity
  const logoUrl = portalEnabled && logo ? linkTo(`/v1/api/portals/${slug}/logo`) : undefined
  return { name, primaryColor: colors.primary, ...(logoUrl && { logoUrl }) }
}
