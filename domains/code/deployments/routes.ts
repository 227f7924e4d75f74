import createPreviewShare from './operations/create-preview-share.ts'
import deletePreviewShare from './operations/delete-preview-share.ts'
import type { Database } from '../../../platform/db/database.ts'
import getCertificatePermission from './operations/get-certificate-permission.ts'
import getDeployment from './operations/get-deployment.ts'
import getDeploymentLog from './operations/get-deployment-log.ts'
import getDeploymentPicture from './operations/get-deployment-picture.ts'
import getProductionDomain from './operations/get-production-domain.ts'
import listDeploymentPictures from './operations/list-deployment-pictures.ts'
import listDeployments from './operations/list-deployments.ts'
import listPreviewShares from './operations/list-preview-shares.ts'
import openDeployment from './operations/open-deployment.ts'
import redeployProjectPreview from './operations/redeploy-project-preview.ts'
import rollbackDeployment from './operations/rollback-deployment.ts'
import setProductionCustomDomain from './operations/set-production-custom-domain.ts'
import touchDeployment from './operations/touch-deployment.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { DeploymentParts } from './parts.ts'

export default (parts: DeploymentParts & { readonly database: Database; readonly objects: ObjectStore }) => ({
  listDeployments: listDeployments(parts),
  redeployProjectPreview: redeployProjectPreview(parts),
  getDeployment: getDeployment(parts),
  touchDeployment,
  setProductionCustomDomain: setProductionCustomDomain(parts),
  getProductionDomain: getProductionDomain(parts),
  getCertificatePermission: getCertificatePermission(parts),
  openDeployment: openDeployment(parts),
  rollbackDeployment: rollbackDeployment(parts),
  getDeploymentLog,
  listDeploymentPictures,
  getDeploymentPicture: getDeploymentPicture(parts),
  createPreviewShare: createPreviewShare(parts),
  listPreviewShares,
  deletePreviewShare,
})
