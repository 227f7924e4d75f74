import { handle } from '../../../../platform/handler/index.ts'
import { getDeployment } from '../contract.ts'
import type { DeploymentParts } from '../parts.ts'
import { presentDeployment } from '../present.ts'
import { findDeployment } from '../store.ts'

export default ({ previewSite }: DeploymentParts) =>
  handle(getDeployment, async ({ tx, params, caller, absent, ok }) =>
    ok(presentDeployment(previewSite, (await findDeployment(tx, params.id)) ?? absent(), caller.role)),
  )
