import type { Database } from '../../../../platform/db/database.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { getCertificatePermission } from '../contract.ts'
import type { DeploymentParts } from '../parts.ts'
import { placeOfDomain, placeOfLabel } from '../store-hosts.ts'

/** Any visitor could find this out by opening the domain. */
export default ({ database, previewSite }: DeploymentParts & { readonly database: Database }) =>
  handle(getCertificatePermission, async ({ query, fail, ok }) => {
    const domain = query.domain.toLowerCase().replace(/\.$/, '')
    const label = previewSite.labelOf(domain)
    const place = await database.identity((tx) =>
      label === undefined ? placeOfDomain(tx, domain) : placeOfLabel(tx, label),
    )
    return place && previewSite.isOn ? ok({ domain }) : fail.notServed()
  })
