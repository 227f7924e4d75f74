import { handle } from '../../../../platform/handler/index.ts'
import { getProductionDomain } from '../contract.ts'
import type { DeploymentParts } from '../parts.ts'
import { presentDomain } from '../present.ts'
import { productionLabel } from '../store.ts'
import { findDomain } from '../store-domains.ts'

export default ({ previewSite }: DeploymentParts) =>
  handle(getProductionDomain, async ({ tx, params: { projectId }, ok }) => {
    const row = await findDomain(tx, projectId)
    const label = await productionLabel(tx, projectId)
    return ok(presentDomain(previewSite, projectId, row, label))
  })
