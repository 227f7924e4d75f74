import { table, type RowOf } from '../../../platform/db/table.ts'
import type { ProjectGrant } from './rules.ts'

export const portalInvitation = table(
  'portal_invitation',
  {
    id: 'uuid',
    clientAccountId: 'uuid?',
    email: 'text',
    emailNormal: 'text',
    canCreateProjects: 'bool?',
    projectGrants: 'jsonb',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
    acceptedAt: 'timestamptz?',
    revokedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', createdBy: 'uuid', acceptedBy: 'uuid?', revokedBy: 'uuid?' },
)
export type InvitationStatus = 'pending' | 'accepted' | 'revoked' | 'expired'
export type InvitationRow = RowOf<typeof portalInvitation, { projectGrants: ProjectGrant[] }> & {
  status: InvitationStatus
}

export const portalSettings = table('portal_settings', {
  workspaceId: 'uuid',
  canCreateProjects: 'bool',
  updatedAt: 'timestamptz',
  updatedBy: 'uuid',
})

export const portalToken = table('portal_token', {
  tokenHash: 'bytea',
  workspaceId: 'uuid',
  invitationId: 'uuid',
})
