import type { PublishedIdentity } from './published.ts'

/** The part of a link before `#`, so that its page speaks in the agency's name. The name of a portal is no secret. */
export const agencyQuery = (identity: PublishedIdentity | undefined): string =>
  identity?.portalEnabled && identity.slug !== null ? `?agency=${encodeURIComponent(identity.slug)}` : ''
