import { validate } from 'uuid'
import { revoke } from '../../../platform/access/index.ts'
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
  ...row,
  role: 'client',
})

export const presentInvitation = (row: InvitationRow): Static<typeof PortalInvitation> => ({
  ...presentWorkspaceInvitation(row),
  clientAccountId: row.clientAccountId!,
  canCreateProjects: row.canCreateProjects === true,
})

export const presentMember = (row: SeatHolder): Static<typeof PortalMember> => ({
  ...row,
  userId: row.id,
  joinedAt: row.createdAt,
})

export const presentClient = (row: PortalPerson, byDefault: boolean): Static<typeof WorkspacePortalClient> => ({
  ...row,
  userId: row.id,
  canCreateProjects: mayCreate(row, byDefault),
  canCreateProjectsOverride: row.override,
  joinedAt: row.createdAt,
})

export const presentAccess = (row: GrantRow): Static<typeof PortalProjectAccess> => ({
  projectId: row.id,
  projectName: row.name,
  canSteer: row.level === 'steer',
  grantedAt: row.createdAt,
})

/**
 * Shares a project with a seat or a portal client, to view or to steer. Returns the answer and its audit subject;
 * undefined if it cannot be shared there.
 */
export const setAccess = async (
  tx: Transaction,
  source: GrantSource,
  projectId: string,
  canSteer: boolean,
  now: Date,
) => {
  const shared = await shareWith(tx, source, projectId, levelOf(canSteer), now)
  if (!shared) return undefined
  const { grant, before } = shared
  if (before === 'steer' && grant.level === 'view') revoke(tx, { userIds: [source.userId], workspaceId: tx.workspace! })
  const about = grantAuditSubject(projectId, source, canSteer)
  return [presentAccess(grant), { ...about, ...(before === grant.level && { repeated: true as const }) }] as const
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
