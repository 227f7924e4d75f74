import type { MailBrand } from '../../../platform/mail/index.ts'
import type { PublishedIdentity } from './published.ts'

/** How mail speaks in an agency's name; its logo can be seen while its portal is open. */
export const mailBrandOf = (identity: PublishedIdentity, linkTo: (path: string) => string): MailBrand => {
  const { name, slug, colors, logo, portalEnabled } = identity
  const logoUrl = portalEnabled && logo ? linkTo(`/v1/api/portals/${slug}/logo`) : undefined
  return { name, primaryColor: colors.primary, ...(logoUrl && { logoUrl }) }
}
