import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'

const closed = 'coalesce(accepted_at, revoked_at, lapsed_at, expires_at)'
const removal = statement<{ days: number; limit: number }>(
  'member-invitation.remove-old',
  `delete from member_invitation where id = any(array(select id from member_invitation
     where workspace_id = :workspace and ${closed} < now() - make_interval(days => :days) limit :limit)) returning 1`,
)
const due = statement<{ days: number; limit: number }, { workspaceId: string }>(
  'member-invitation.old-due',
  `select distinct workspace_id as "workspaceId" from member_invitation
   where ${closed} < now() - make_interval(days => :days) limit :limit`,
)
/** Workspaces with invitations that ended long ago. */
export const invitationsDueIn = async (tx: Transaction, limit: number) =>
  (await due(tx, { days: retention.invitations.days, limit })).map(({ workspaceId }) => workspaceId)

/** Deletes at most `limit` invitations that ended long ago; returns their number. */
export const removeOldInvitations = async (tx: Transaction, limit: number) =>
  (await removal(tx, { days: retention.invitations.days, limit })).length
