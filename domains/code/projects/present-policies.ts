import type { Static } from '../../../platform/contract/index.ts'
import type { ProjectPolicies, WorkspacePolicies } from './contract/policies.ts'
import { type InstancePolicies, sourcedPolicies } from './rules/policies.ts'
import type { ProjectRow, WorkspaceDefaults } from './tables.ts'

export const presentWorkspacePolicies = (
  said: WorkspaceDefaults | undefined,
  instance: InstancePolicies,
): Static<typeof WorkspacePolicies> => ({
  requiresApproval: said?.requiresApproval ?? null,
  review: said?.review ?? {},
  approval: said?.approval ?? {},
  delivery: said?.delivery ?? {},
  inForce: sourcedPolicies({ requiresApproval: null, runtime: {}, inherited: said ?? null }, instance),
})

export const presentProjectPolicies = (
  project: ProjectRow,
  instance: InstancePolicies,
): Static<typeof ProjectPolicies> => ({ projectId: project.id, inForce: sourcedPolicies(project, instance) })
