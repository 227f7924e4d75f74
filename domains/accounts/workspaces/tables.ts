import type { Scope } from '../../../platform/access/index.ts'
import { table, type RowOf } from '../../../platform/db/table.ts'
import type { InvitationStatus, MemberRole } from './rules.ts'

export const workspaceTable = table('workspace', {
  id: 'uuid',
  name: 'text',
  timeZone: 'text',
  locale: 'text',
  settingsRevision: 'int4',
  createdAt: 'timestamptz',
})

export const membership = table(
  'membership',
  { workspaceId: 'uuid', userId: 'uuid', role: 'text', createdAt: 'timestamptz' },
  { identityProviderAt: 'timestamptz?', keysWarnedAt: 'timestamptz?' },
)

/** A person of the agency with their place. */
export type MemberRow = RowOf<typeof membership, { role: MemberRole }> & {
  readonly id: string
  readonly name: string
  readonly email: string
}

export const memberInvitation = table(
  'member_invitation',
  {
    id: 'uuid',
    email: 'text',
    emailNormal: 'text',
    role: 'text',
    createdAt: 'timestamptz',
    createdBy: 'uuid',
    sentAt: 'timestamptz',
    expiresAt: 'timestamptz',
    acceptedAt: 'timestamptz?',
    revokedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', tokenHash: 'bytea', acceptedBy: 'uuid?', revokedBy: 'uuid?', lapsedAt: 'timestamptz?' },
)

/** An invitation with its present state. */
export type InvitationRow = RowOf<typeof memberInvitation, { role: 'admin' | 'member' }> & {
  readonly status: InvitationStatus
}

export const apiKey = table(
  'api_key',
  {
    id: 'uuid',
    userId: 'uuid',
    name: 'text',
    hint: 'text',
    scopes: 'text[]',
    projectIds: 'uuid[]?',
    expiresAt: 'timestamptz?',
    lastUsedAt: 'timestamptz?',
    revokedAt: 'timestamptz?',
    createdAt: 'timestamptz',
    clientId: 'text?',
  },
  { workspaceId: 'uuid', secretHash: 'bytea?', revokedBy: 'uuid?' },
)

/** A key with the person it belongs to. */
export type ApiKeyRow = RowOf<typeof apiKey, { scopes: Scope[] }> & {
  readonly ownerName: string
  readonly ownerEmail: string
}
