import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'

const closed = 'coalesce(accepted_at, revoked_at, expires_at)'
const removal = statement<{ days: number; limit: number }>(
  'portal.remove-old-invitations',
  `delete from portal_invitation where id = any(array(select id from portal_invitation
     where workspace_id = :workspace and ${closed} < now() - make_interval(days => :days) limit :limit)) returning 1`,
)
const due = statement<{ days: number; limit: number }, { workspaceId: string }>(
  'portal.old-invitations-due',
  `select distinct workspace_id as "workspaceId" from portal_invitation
   where ${closed} < now() - make_interval(days => :days) limit :limit`,
)
/** Workspaces with invitations that ended long ago. */
export const portalInvitationsDueIn = async (tx: Transaction, limit: number) =>
  (await due(tx, { days: retention.invitations.days, limit })).map(({ workspaceId }) => workspaceId)

/** Deletes at most `limit` invitations that ended long ago, with the rows that refer to them; returns their number. */
export const removeOldPortalInvitations = async (tx: Transaction, limit: number) =>
  (await removal(tx, { days: retention.invitations.days, limit })).length
