import { normalEmail } from '../../../platform/contract/index.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

const keys = statement<{ userId: string }, Readonly<Record<string, unknown>> & { id: string }>(
  'workspaces.keys-of-person',
  `select id, name, hint, client_id as "clientId", scopes, project_ids as "projectIds", created_at as "createdAt", expires_at as "expiresAt",
     last_used_at as "lastUsedAt", revoked_at as "revokedAt" from api_key
   where workspace_id = :workspace and user_id = :userId order by created_at`,
)
/** A person's keys in their own data. */
export const keysOf = (tx: Transaction, userId: string) => keys(tx, { userId })

const invitations = statement<{ email: string }, Readonly<Record<string, unknown>>>(
  'workspaces.invitations-to',
  `select id, role, created_at as "createdAt", expires_at as "expiresAt", accepted_at as "acceptedAt",
     revoked_at as "revokedAt" from member_invitation where workspace_id = :workspace and email_normal = :email order by created_at`,
)
export const invitationsTo = (tx: Transaction, email: string) => invitations(tx, { email: normalEmail(email) })
