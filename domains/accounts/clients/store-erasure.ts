import { normalEmail } from '../../../platform/contract/index.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

const eraseInvitations = statement<{ email: string }>(
  'portal.erase-invitations',
  `update portal_invitation set email = 'erased-' || id || '@erased.invalid',
     email_normal = 'erased-' || id || '@erased.invalid'
   where workspace_id = :workspace and email_normal = :email`,
)
/** Erases to which address invitations went; an open one leads nowhere then. `email` may be of any case or form. */
export const erasePortalInvitationsTo = (tx: Transaction, email: string) =>
  eraseInvitations(tx, { email: normalEmail(email) })
