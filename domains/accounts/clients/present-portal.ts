import { validate } from 'uuid'
import type { Static } from '../../../platform/contract/index.ts'
import { type GrantRow, shareWith, type GrantSource } from '../../code/projects/index.ts'
import type {
  PortalInvitation,
  PortalMember,
  PortalProjectAccess,
  WorkspacePortalClient,
  WorkspacePortalInvitation,
} from './contract/portals.ts'
import { mayCreate, levelOf } from './rules.ts'
import type { PortalPerson, SeatHolder } from './store-people.ts'
import type { InvitationRow } from './tables.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { publishedIdentity, type PublishedIdentity } from '../brand/index.ts'

/** An id of the path. An invalid id is handled like an unknown id. */
export const validIdOr = (text: string, absent: () => never): string => (validate(text) ? text : absent())

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

/** Shares a project with a seat or a portal client, to view or to steer; undefined if it cannot be shared there. */
export const shareProject = async (
  tx: Transaction,
  source: GrantSource,
  projectId: string,
  canSteer: boolean,
  now: Date,
) => {
  const shared = await shareWith(tx, source, projectId, levelOf(canSteer), now)
  if (!shared) return undefined
  const { grant, before } = shared
  return {
    access: presentAccess(grant),
    isRepeated: before === grant.level,
    isLess: before === 'steer' && grant.level === 'view',
  }
}

/** The subject of a grant's audit row and event. */
export const grantAuditSubject = (projectId: string, { userId, accountId }: GrantSource, canSteer?: boolean) => ({
  resource: ['project', projectId] as const,
  within: { projectId },
  metadata: {
    projectId,
    userId,
    ...(accountId && { clientAccountId: accountId }),
    ...(canSteer !== undefined && { canSteer }),
  },
})

/** The agency's identity while its portal is open; undefined before it is published, and while it is closed. */
export const openPortal = async (tx: Transaction): Promise<PublishedIdentity | undefined> => {
  const identity = await publishedIdentity(tx)
  return identity?.portalEnabled ? identity : undefined
}
