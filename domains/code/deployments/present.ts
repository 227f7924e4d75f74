import { isAgency, type Role } from '../../../platform/access/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { Subject } from '../../../platform/handler/index.ts'
import type { CustomDomainSaved, Deployment, DeploymentAccepted } from './contract.ts'
import { dnsRecordsFor, domainStatus } from './rules-domains.ts'
import { rollbackFault } from './rules.ts'
import type { PreviewSite } from './parts.ts'
import type { DeploymentRow, ProductionDomainRow } from './tables.ts'

type AddressOf = Pick<PreviewSite, 'urlOf'>

/** A deployment for a reader of this role: its build, and its failure, are the agency's own. */
export const presentDeployment = ({ urlOf }: AddressOf, row: DeploymentRow, role: Role): Static<typeof Deployment> => ({
  id: row.id,
  projectId: row.projectId,
  kind: row.kind,
  cycleId: row.cycleId,
  repoId: row.repositoryId,
  commitSha: row.commitSha,
  status: row.status,
  url: urlOf(row.label),
  minInstances: row.minInstances,
  rollbackOf: row.rollbackOf,
  expiredBecause: row.expiredBecause,
  ...(isAgency(role) && agencyFields(row)),
  createdAt: row.createdAt,
  statusChangedAt: row.statusChangedAt,
  liveAt: row.liveAt,
  expiresAt: row.expiresAt,
})

const agencyFields = ({ plan, failure, status, undecided, build, buildRemovedAt }: DeploymentRow) => ({
  build: plan && {
    kind: plan.kind,
    foundBy: plan.foundBy,
    commands: [...plan.build],
    start: plan.start,
    healthPath: plan.healthPath,
  },
  failure,
  canRollBack: rollbackFault({ status, undecided, hasBuild: build !== null }) === undefined,
  undecided,
  buildRemovedAt,
})

export const presentAccepted = ({ urlOf }: AddressOf, row: DeploymentRow): Static<typeof DeploymentAccepted> => ({
  ...row,
  url: urlOf(row.label),
})

/** The subject of this deployment's audit rows and events. */
export const deploymentSubject = (
  { id, projectId, cycleId, kind }: Pick<DeploymentRow, 'id' | 'projectId' | 'cycleId' | 'kind'>,
  metadata: Readonly<Record<string, unknown>> = {},
) =>
  ({
    resource: ['deployment', id],
    parent: ['project', projectId],
    within: { projectId, ...(cycleId !== null && { cycleId }) },
    metadata: { projectId, kind, ...metadata },
    payload: { kind },
  }) as const satisfies Subject

export const presentDomain = (
  { targetOf }: Pick<PreviewSite, 'targetOf'>,
  projectId: string,
  row: ProductionDomainRow | undefined,
  label: string | undefined,
): Static<typeof CustomDomainSaved> => ({
  projectId,
  domain: row?.domain ?? null,
  status: row ? domainStatus(row) : null,
  records: row ? dnsRecordsFor(row, label === undefined ? undefined : targetOf(label)) : [],
  checkedAt: row?.checkedAt ?? null,
  connectedAt: row?.connectedAt ?? null,
})
