import getDeployment from './operations/get-deployment.ts'
import getDeploymentLog from './operations/get-deployment-log.ts'
import getProductionDomain from './operations/get-production-domain.ts'
import listDeployments from './operations/list-deployments.ts'
import openDeployment from './operations/open-deployment.ts'
import redeployProjectPreview from './operations/redeploy-project-preview.ts'
import rollbackDeployment from './operations/rollback-deployment.ts'
import setProductionCustomDomain from './operations/set-production-custom-domain.ts'
import touchDeployment from './operations/touch-deployment.ts'
import type { DeploymentParts } from './parts.ts'

export default (parts: DeploymentParts) => ({
  listDeployments: listDeployments(parts),
  redeployProjectPreview: redeployProjectPreview(parts),
  getDeployment: getDeployment(parts),
  touchDeployment,
  setProductionCustomDomain: setProductionCustomDomain(parts),
  getProductionDomain: getProductionDomain(parts),
  openDeployment: openDeployment(parts),
  rollbackDeployment: rollbackDeployment(parts),
  getDeploymentLog,
})
