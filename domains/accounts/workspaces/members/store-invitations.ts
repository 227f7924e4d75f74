import { linkTokenHash } from '../../../../platform/crypto/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { pageOf, type Cursor } from '../../../../platform/db/page.ts'
import { statement, type Transaction } from '../../../../platform/db/transaction.ts'
import { memberInvitation, type InvitationRow } from './tables.ts'

const open = 'accepted_at is null and revoked_at is null and lapsed_at is null'
const columns = `${memberInvitation.columns},
  case when accepted_at is not null then 'accepted' when revoked_at is not null then 'revoked'
    when lapsed_at is not null or expires_at <= now() then 'expired' else 'pending' end as status`

const page = statement<InvitationRow>(
  'member-invitation.page',
  `select ${columns} from member_invitation where workspace_id = $1 and (created_at, id) < ($2, $3)
   order by created_at desc, id desc limit $4`,
)
export const invitationPage = async (tx: Transaction, after: Cursor, limit: number) =>
  pageOf(await page(tx, [tx.workspace, after.at, after.id, limit + 1]), limit)

const find = statement<InvitationRow>(
  'member-invitation.find',
  `select ${columns} from member_invitation where workspace_id = $1 and id = $2`,
)
export const findInvitation = async (tx: Transaction, id: string) => (await find(tx, [tx.workspace, id])).at(0)

/** An invitation belongs to no project. */
export const memberInvitationKind = async (tx: Transaction, id: string) =>
  (await findInvitation(tx, id)) && { projectId: null }

const member = statement(
  'member-invitation.member',
  `select from membership m join users u on u.id = m.user_id
   where m.workspace_id = $1 and u.email_normal = $2 and m.role <> 'client'`,
)
export const isMember = async (tx: Transaction, emailNormal: string) =>
  (await member(tx, [tx.workspace, emailNormal])).length > 0

const count = statement<{ open: number }>(
  'member-invitation.count-open',
  `select count(*)::int as open from member_invitation where workspace_id = $1 and ${open} and expires_at > now()`,
)
export const countInvitations = async (tx: Transaction) => (await count(tx, [tx.workspace])).at(0)!.open

const lapse = statement(
  'member-invitation.lapse',
  `update member_invitation set lapsed_at = $3
   where workspace_id = $1 and email_normal = $2 and ${open} and expires_at <= $3`,
)
/** Closes an invitation of this address whose time is over, so that another can take its place. */
export const lapseInvitation = (tx: Transaction, emailNormal: string, now: Date) =>
  lapse(tx, [tx.workspace, emailNormal, now])

const insert = statement<InvitationRow>(
  'member-invitation.insert',
  `insert into member_invitation (id, workspace_id, email, email_normal, role, token_hash, created_at, created_by,
     sent_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $7, $9)
   on conflict (workspace_id, email_normal) where ${open} do nothing returning ${columns}`,
)
export interface NewInvitation {
  readonly id: string
  readonly email: string
  readonly emailNormal: string
  readonly role: InvitationRow['role']
  readonly tokenHash: Buffer
  readonly createdBy: string
  readonly sentAt: Date
  readonly expiresAt: Date
}
/** The new row, or undefined where the address has an open invitation. */
export const insertInvitation = async (tx: Transaction, added: NewInvitation) => {
  const { id, email, emailNormal, role, tokenHash, createdBy, sentAt, expiresAt } = added
  const values = [id, tx.workspace, email, emailNormal, role, tokenHash, sentAt, createdBy, expiresAt]
  return (await insert(tx, values)).at(0)
}

const renew = statement<InvitationRow>(
  'member-invitation.renew',
  `update member_invitation set token_hash = $3, sent_at = $4, expires_at = $5
   where workspace_id = $1 and id = $2 and ${open} returning ${columns}`,
)
/** The invitation with another token, or undefined where it is closed. */
export const renewInvitation = async (
  tx: Transaction,
  id: string,
  { tokenHash, sentAt, expiresAt }: Pick<NewInvitation, 'tokenHash' | 'sentAt' | 'expiresAt'>,
) => (await renew(tx, [tx.workspace, id, tokenHash, sentAt, expiresAt])).at(0)

const revoke = statement<InvitationRow>(
  'member-invitation.revoke',
  `update member_invitation set revoked_at = $3, revoked_by = $4
   where workspace_id = $1 and id = $2 and ${open} returning ${columns}`,
)
/** The invitation that was revoked by this, or undefined where it is closed. */
export const revokeInvitation = async (tx: Transaction, id: string, now: Date, userId: string) =>
  (await revoke(tx, [tx.workspace, id, now, userId])).at(0)

const byToken = statement<{ workspaceId: string }>(
  'member-invitation.workspace-of-token',
  'select workspace_id as "workspaceId" from member_invitation where token_hash = $1',
)
/** The workspace that the token of an invitation leads to; undefined for every other text. */
export const workspaceOfMemberInvitation = async (database: Database, token: string): Promise<string | undefined> => {
  const hash = linkTokenHash(token)
  return hash && (await database.identity((tx) => byToken(tx, [hash]))).at(0)?.workspaceId
}

const lockByToken = statement<InvitationRow>(
  'member-invitation.lock-by-token',
  `select ${columns} from member_invitation where workspace_id = $1 and token_hash = $2 for update`,
)
/** The invitation of a token, which nobody else changes until the transaction ends. */
export const lockInvitation = async (tx: Transaction, tokenHash: Buffer) =>
  (await lockByToken(tx, [tx.workspace, tokenHash])).at(0)

const accept = statement(
  'member-invitation.accept',
  `update member_invitation set accepted_at = $3, accepted_by = $4 where workspace_id = $1 and id = $2 and ${open}`,
)
export const acceptInvitation = (tx: Transaction, id: string, now: Date, userId: string) =>
  accept(tx, [tx.workspace, id, now, userId])

const name = statement<{ name: string }>('member-invitation.workspace', 'select name from workspace where id = $1')
/** Asked among the people: the name that a mail gives the workspace. */
export const workspaceName = async (tx: Transaction, workspace: string) => (await name(tx, [workspace])).at(0)!.name
