import type { PreviewBuild, PreviewPlan } from '../../../execution/previews/index.ts'
import { table, type RowOf } from '../../../platform/db/table.ts'
import type { DeploymentKind, DeploymentStatus, ExpiryReason, PictureForm, PicturesState } from './rules.ts'

export const deploymentHost = table(
  'deployment_host',
  {
    label: 'text',
    projectId: 'uuid',
    repositoryId: 'uuid',
    kind: 'text',
    cycleId: 'uuid?',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid', generation: 'int4' },
)

/** Why it failed, as a code and a sentence for people. */
export interface DeploymentFailure {
  readonly code: 'build_failed' | 'start_failed' | 'stopped'
  readonly message: string
}

export const deployment = table(
  'deployment',
  {
    id: 'uuid',
    projectId: 'uuid',
    repositoryId: 'uuid',
    kind: 'text',
    cycleId: 'uuid?',
    label: 'text',
    generation: 'int4',
    commitSha: 'text?',
    status: 'text',
    runId: 'uuid?',
    minInstances: 'int4',
    rollbackOf: 'uuid?',
    plan: 'jsonb?',
    build: 'jsonb?',
    failure: 'jsonb?',
    expiredBecause: 'text?',
    expiresAt: 'timestamptz?',
    createdBy: 'uuid?',
    createdAt: 'timestamptz',
    statusChangedAt: 'timestamptz',
    liveAt: 'timestamptz?',
    picturesState: 'text?',
    buildRemovedAt: 'timestamptz?',
    undecided: 'bool',
  },
  { workspaceId: 'uuid' },
)
export type DeploymentRow = RowOf<
  typeof deployment,
  {
    kind: DeploymentKind
    status: DeploymentStatus
    plan: PreviewPlan | null
    build: PreviewBuild | null
    failure: DeploymentFailure | null
    expiredBecause: ExpiryReason | null
    picturesState: PicturesState | null
  }
>

export const deploymentLog = table(
  'deployment_log',
  { id: 'int8', writtenAt: 'timestamptz', content: 'text' },
  { workspaceId: 'uuid', deploymentId: 'uuid' },
)
export type DeploymentLogRow = RowOf<typeof deploymentLog>

export const productionDomain = table(
  'production_domain',
  {
    projectId: 'uuid',
    domain: 'text',
    proof: 'text',
    setAt: 'timestamptz',
    checkedAt: 'timestamptz?',
    connectedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', setBy: 'uuid' },
)
export type ProductionDomainRow = RowOf<typeof productionDomain>

export const previewShare = table(
  'preview_share',
  {
    id: 'uuid',
    projectId: 'uuid',
    label: 'text',
    note: 'text?',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  { workspaceId: 'uuid', tokenHash: 'bytea', createdBy: 'uuid' },
)
export type PreviewShareRow = RowOf<typeof previewShare>

export const deploymentPicture = table(
  'deployment_picture',
  {
    id: 'uuid',
    deploymentId: 'uuid',
    place: 'int4',
    path: 'text',
    form: 'text',
    width: 'int4',
    height: 'int4',
    httpStatus: 'int4',
    sizeBytes: 'int4',
    takenAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)
export type DeploymentPictureRow = RowOf<typeof deploymentPicture, { form: PictureForm }>

export const previewProgram = table('preview_program', {
  deploymentId: 'uuid',
  process: 'uuid',
  address: 'text',
  leaseUntil: 'timestamptz',
})
