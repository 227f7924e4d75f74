import { table, type RowOf } from '../../../platform/db/table.ts'
import type { InvitationStatus, MemberRole } from './rules/members.ts'

export const membership = table('membership', {
  workspaceId: 'uuid',
  userId: 'uuid',
  role: 'text',
  createdAt: 'timestamptz',
})

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

/** An invitation with what has become of it by now. */
export type InvitationRow = RowOf<typeof memberInvitation, { role: 'admin' | 'member' }> & {
  readonly status: InvitationStatus
}
