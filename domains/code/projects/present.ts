import { isAgency, type Role } from '../../../platform/access/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { ProjectCounts } from '../../domain.ts'
import type { Project, ProjectSummary, Repository } from './contract.ts'
import { microsToUsd } from './rules/caps.ts'
import { requiresApproval } from './rules/policies.ts'
import type { RepositoryRow } from '../repository-records/index.ts'
import type { ProjectRow } from './tables.ts'

/** A project for a reader of this role: the agency's instructions, settings and caps are its own. */
export const presentProject = (row: ProjectRow, role: Role): Static<typeof Project> => ({
  id: row.id,
  handle: row.handle,
  name: row.name,
  brief: row.brief,
  stack: row.stack,
  ...(isAgency(role) && agencyFields(row)),
  requiresApproval: requiresApproval(row).value,
  headRevisionId: row.headRevisionId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  archivedAt: row.archivedAt,
})

const agencyFields = (row: ProjectRow) => ({
  instructionsMd: row.instructionsMd,
  runtime: row.runtime,
  intake: row.intake,
  costCapUsd: row.costCapMicros === null ? null : microsToUsd(row.costCapMicros),
  cycleCap: row.cycleCap,
  maxRevisions: row.maxRevisions,
})

export const presentRepository = (row: RepositoryRow): Static<typeof Repository> => ({
  ...row,
  primary: row.primarySince !== null,
})

export const presentSummary = (
  row: ProjectRow,
  repositories: readonly RepositoryRow[],
  counts: ProjectCounts | undefined,
  role: Role,
): Static<typeof ProjectSummary> => ({
  ...presentProject(row, role),
  repositories: repositories.filter(({ projectId }) => projectId === row.id).map(presentRepository),
  counts: { cycles: 0, activeCycles: 0, tasks: 0, revisions: 0, ...counts },
})
