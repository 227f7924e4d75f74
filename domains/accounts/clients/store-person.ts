import { normalEmail } from '../../../platform/contract/index.ts'
import { statement, type Transaction } from '../../../platform/db/transaction.ts'

type Rows = Readonly<Record<string, unknown>>

const seats = statement<Rows>(
  'clients.seats-of-person',
  `select client_account_id as "clientAccountId", can_create_projects as "canCreateProjects", created_at as "createdAt"
   from seat where workspace_id = $1 and user_id = $2 order by created_at`,
)
/** What a person's own data shows of their seats. */
export const seatsOfPerson = (tx: Transaction, userId: string) => seats(tx, [tx.workspace, userId])

const invitations = statement<Rows>(
  'clients.portal-invitations-to',
  `select id, client_account_id as "clientAccountId", created_at as "createdAt", expires_at as "expiresAt",
     accepted_at as "acceptedAt", revoked_at as "revokedAt" from portal_invitation
   where workspace_id = $1 and email_normal = $2 order by created_at`,
)
export const portalInvitationsTo = (tx: Transaction, email: string) =>
  invitations(tx, [tx.workspace, normalEmail(email)])
