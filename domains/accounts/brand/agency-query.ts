import type { PublishedIdentity } from './published.ts'

/** What a link has before `#`, so that its page speaks in the agency's name. The name of a portal is no secret. */
export const agencyQuery = (identity: PublishedIdentity | undefined): string =>
  identity?.portalEnabled && identity.slug !== null ? `?agency=${encodeURIComponent(identity.slug)}` : ''
