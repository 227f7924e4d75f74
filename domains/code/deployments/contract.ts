import { Type } from 'typebox'
import { conflict, contract, operation, toAgencyWho, toThoseWho } from '../../../platform/contract/index.ts'
import { ignoredIfBad, oneOf, paging, text } from '../../../platform/contract/schema.ts'
import { getCertificatePermission, getProductionDomain, setProductionCustomDomain } from './contract/domains.ts'
import { archived, ambiguous, notServed, switchedOff } from './contract/errors.ts'
import {
  Deployment,
  DeploymentAccepted,
  DeploymentLog,
  DeploymentTouched,
  OpenedDeployment,
  RedeployPreview,
} from './contract/records.ts'
import { getDeploymentPicture, listDeploymentPictures } from './contract/pictures.ts'
import { createPreviewShare, deletePreviewShare, listPreviewShares } from './contract/shares.ts'
import { deploymentKinds } from './rules.ts'

export * from './contract/domains.ts'
export * from './contract/pictures.ts'
export * from './contract/records.ts'
export * from './contract/shares.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    deployment: 'project'
  }
}

export const listDeployments = operation({
  method: 'GET',
  path: '/v1/api/deployments',
  summary: 'List the deployments that the caller may view, oldest first',
  leadsBack: true,
  reach: 'call',
  access: {
    who: 'participant',
    on: { kind: 'project', id: 'query.projectId', needs: 'view', whenMissing: 'workspace' },
  },
  clientPortal: true,
  query: Type.Object({
    projectId: Type.Optional(Type.String()),
    kind: ignoredIfBad(oneOf(deploymentKinds)),
    cycleId: Type.Optional(Type.String({ description: 'Only previews of this cycle' })),
    ...paging,
  }),
  replies: { 200: Type.Array(Deployment) },
  audit: { refusals: 'deployment.list' },
  reads: { deployment: 'all', project: 'all' },
})

export const redeployProjectPreview = operation({
  method: 'POST',
  path: '/v1/api/deployments',
  summary: 'Deploy the head of a project’s default branch: its preview, or production',
  // The handler answers for an archived project, after the answer of an instance whose previews are switched off.
  reach: { page: '/projects/{projectId}/deployments' },
  access: { ...toThoseWho('steer', 'project', 'body.projectId'), archived: 'taken' },
  body: RedeployPreview,
  replies: { 202: DeploymentAccepted },
  errors: {
    needsManage: {
      status: 403,
      code: 'forbidden',
      message: 'Only the agency deploys to production or keeps programs running without requests.',
    },
    switchedOff,
    archived,
    ambiguous,
  },
  audit: { action: 'deployment.create', category: 'create', event: 'deployment.requested' },
})

export const getDeployment = operation({
  method: 'GET',
  path: '/v1/api/deployments/{id}',
  summary: 'Read a deployment',
  reach: 'call',
  access: toThoseWho('view', 'deployment', 'params.id'),
  clientPortal: true,
  replies: { 200: Deployment },
  audit: { refusals: 'deployment.get' },
  reads: { deployment: 'entityId' },
})

export const touchDeployment = operation({
  method: 'POST',
  path: '/v1/api/deployments/{id}/touch',
  summary: 'Keep a cycle preview for another seven days. Any other deployment stays as it is',
  reach: 'call',
  access: { ...toThoseWho('view', 'deployment', 'params.id'), archived: 'taken' },
  clientPortal: true,
  replies: { 200: DeploymentTouched },
  audit: { action: 'deployment.touch', category: 'update', event: 'deployment.extended' },
})

export const openDeployment = operation({
  method: 'POST',
  path: '/v1/api/deployments/{id}/open',
  summary: 'Get a link that lets this caller into a deployment, good for a minute',
  reach: { page: '/projects/{projectId}/deployments' },
  access: { ...toThoseWho('view', 'deployment', 'params.id'), archived: 'taken' },
  clientPortal: true,
  replies: { 200: OpenedDeployment },
  errors: {
    switchedOff,
    noKey: {
      status: 503,
      code: 'links_unavailable',
      message: 'Addresses cannot be signed: SECRETS_ENCRYPTION_KEY is not set. The operator has to set it.',
    },
    notServed,
  },
  replay: false,
  audit: { action: 'deployment.open', category: 'auth' },
})

export const rollbackDeployment = operation({
  method: 'POST',
  path: '/v1/api/deployments/{id}/rollback',
  summary: 'Serve the build of an earlier deployment again',
  reach: { page: '/projects/{projectId}/deployments' },
  access: toAgencyWho('manage', 'deployment', 'params.id'),
  replies: { 202: DeploymentAccepted },
  errors: {
    switchedOff,
    serves: conflict({ code: 'deployment_serves', message: 'This deployment is served already.' }),
    neverServed: conflict({
      code: 'deployment_never_served',
      message:
        'This deployment was never served, so there is nothing to go back to. Choose a deployment that was live.',
    }),
    buildRemoved: conflict({
      code: 'deployment_build_removed',
      message:
        'The build of this deployment was removed to make room, so it cannot be served again. Deploy its commit again.',
    }),
  },
  audit: { action: 'deployment.rollback', category: 'create', event: 'deployment.rolled_back' },
})

export const getDeploymentLog = operation({
  method: 'GET',
  path: '/v1/api/deployments/{id}/log',
  summary: 'Read the output of building, starting and serving a deployment',
  reach: 'call',
  access: toAgencyWho('view', 'deployment', 'params.id'),
  query: Type.Object({
    after: Type.Optional(
      text(1, 20, { pattern: '^[0-9]{1,18}$', description: '`next` of the answer before.', examples: ['17'] }),
    ),
  }),
  replies: { 200: DeploymentLog },
  audit: { refusals: 'deployment.get_log' },
  reads: { deployment: 'entityId' },
})

export const deployments = contract({
  listDeployments,
  redeployProjectPreview,
  getDeployment,
  touchDeployment,
  setProductionCustomDomain,
  getProductionDomain,
  getCertificatePermission,
  openDeployment,
  rollbackDeployment,
  getDeploymentLog,
  listDeploymentPictures,
  getDeploymentPicture,
  createPreviewShare,
  listPreviewShares,
  deletePreviewShare,
})
