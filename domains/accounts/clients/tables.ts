import { table, type RowOf } from '../../../platform/db/table.ts'
import type { ProjectGrant } from './rules.ts'

export const clientAccount = table(
  'client_account',
  {
    id: 'uuid',
    name: 'text',
    billingEmail: 'text?',
    notes: 'text?',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    archivedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', createdBy: 'uuid', archivedBy: 'uuid?', nameKey: 'text?' },
)
export type ClientAccountRow = RowOf<typeof clientAccount>

export const seat = table(
  'seat',
  { clientAccountId: 'uuid', userId: 'uuid', canCreateProjects: 'bool', createdAt: 'timestamptz' },
  { workspaceId: 'uuid' },
)
export type SeatRow = RowOf<typeof seat>

export const portalClient = table(
  'portal_client',
  { userId: 'uuid', canCreateProjects: 'bool?', createdAt: 'timestamptz' },
  { workspaceId: 'uuid' },
)
export type PortalClientRow = RowOf<typeof portalClient>

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

export const portalLetterToken = table('portal_letter_token', {
  tokenHash: 'bytea',
  workspaceId: 'uuid',
  invitationId: 'uuid',
})

export const portalToken = table('portal_token', {
  tokenHash: 'bytea',
  workspaceId: 'uuid',
  invitationId: 'uuid',
})
