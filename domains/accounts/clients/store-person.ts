import { normalEmail } from '../../../platform/contract/index.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

type Rows = Readonly<Record<string, unknown>>

const seats = statement<{ userId: string }, Rows>(
  'clients.seats-of-person',
  `select client_account_id as "clientAccountId", can_create_projects as "canCreateProjects", created_at as "createdAt"
   from seat where workspace_id = :workspace and user_id = :userId order by created_at`,
)
/** A person's seats in their own data. */
export const seatsOfPerson = (tx: Transaction, userId: string) => seats(tx, { userId })

const invitations = statement<{ email: string }, Rows>(
  'clients.portal-invitations-to',
  `select id, client_account_id as "clientAccountId", created_at as "createdAt", expires_at as "expiresAt",
     accepted_at as "acceptedAt", revoked_at as "revokedAt" from portal_invitation
   where workspace_id = :workspace and email_normal = :email order by created_at`,
)
export const portalInvitationsTo = (tx: Transaction, email: string) => invitations(tx, { email: normalEmail(email) })
