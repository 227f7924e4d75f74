import type { Static } from '../../../platform/contract/index.ts'
import type { GrantRow } from '../../code/projects/index.ts'
import type {
  PortalInvitation,
  PortalMember,
  PortalProjectAccess,
  WorkspacePortalClient,
  WorkspacePortalInvitation,
} from './contract/portals.ts'
import { mayCreate } from './rules.ts'
import type { PortalPerson, SeatHolder } from './store-people.ts'
import type { InvitationRow } from './tables.ts'

export const presentWorkspaceInvitation = (row: InvitationRow): Static<typeof WorkspacePortalInvitation> => ({
  id: row.id,
  email: row.email,
  role: 'client',
  canCreateProjects: row.canCreateProjects,
  projectGrants: row.projectGrants,
  status: row.status,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  acceptedAt: row.acceptedAt,
  revokedAt: row.revokedAt,
})

export const presentInvitation = (row: InvitationRow): Static<typeof PortalInvitation> => ({
  ...presentWorkspaceInvitation(row),
  clientAccountId: row.clientAccountId!,
  canCreateProjects: row.canCreateProjects === true,
})

export const presentMember = (row: SeatHolder): Static<typeof PortalMember> => ({
  userId: row.id,
  name: row.name,
  email: row.email,
  canCreateProjects: row.canCreateProjects,
  joinedAt: row.createdAt,
})

export const presentClient = (row: PortalPerson, byDefault: boolean): Static<typeof WorkspacePortalClient> => ({
  userId: row.id,
  name: row.name,
  email: row.email,
  canCreateProjects: mayCreate(row, byDefault),
  canCreateProjectsOverride: row.override,
  clientAccountIds: row.clientAccountIds,
  joinedAt: row.createdAt,
})

export const presentAccess = (row: GrantRow): Static<typeof PortalProjectAccess> => ({
  projectId: row.id,
  projectName: row.name,
  canSteer: row.level === 'steer',
  grantedAt: row.createdAt,
})
