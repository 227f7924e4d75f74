import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { PublishedIdentity } from '../brand/index.ts'
import { findPortalClient, seatsOf } from './store-seats.ts'
import type { Portal, PortalIdentity } from './contract/portals.ts'
import { mayPropose } from './rules.ts'
import { findDefaults } from './store-portals.ts'
import { roleOf } from '../workspaces/index.ts'

/** A person's access in the workspace of a transaction as a client; undefined without any. */
export const clientAccessOf = async (tx: Transaction, userId: string) => {
  const [role, seats, portalClient, defaults] = await Promise.all([
    roleOf(tx, userId),
    seatsOf(tx, userId),
    findPortalClient(tx, userId),
    findDefaults(tx),
  ])
  if (role !== 'client' && seats.length === 0 && !portalClient) return undefined
  return { seats, override: portalClient?.canCreateProjects, byDefault: defaults.canCreateProjects }
}
type ClientAccess = NonNullable<Awaited<ReturnType<typeof clientAccessOf>>>

export const presentAccounts = ({ seats }: ClientAccess) =>
  seats.map(({ clientAccountId, name, canCreateProjects }) => ({ id: clientAccountId, name, canCreateProjects }))

export const presentPortal = (
  workspaceId: string,
  identity: PublishedIdentity,
  access: ClientAccess,
): Static<typeof Portal> => ({
  workspaceId,
  slug: identity.slug!,
  name: identity.name,
  canCreateProjects: mayPropose(access),
  accounts: presentAccounts(access),
})

export const presentIdentity = (identity: PublishedIdentity): Static<typeof PortalIdentity> => {
  const { slug, name, tagline, website, supportEmail, colors, fonts } = identity
  const { primary, accent, background, text } = colors
  const pictureUrl = (name: 'logo' | 'icon') => (identity[name] ? `/v1/api/portals/${slug}/${name}` : null)
  return {
    slug: slug!,
    name,
    tagline,
    website,
    supportEmail,
    logoUrl: pictureUrl('logo'),
    iconUrl: pictureUrl('icon'),
    colors: { primary, accent, background, text },
    fonts: { heading: fonts.heading, body: fonts.body },
  }
}
