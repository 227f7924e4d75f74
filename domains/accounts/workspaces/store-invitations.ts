import { workspacePeople } from './joins.ts'
import { linkTokenHash } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import {
  matchStatement,
  oneRowStatement,
  rowStatement,
  statement,
  type NoValues,
} from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { memberInvitation, type InvitationRow } from './tables.ts'

const open = 'accepted_at is null and revoked_at is null and lapsed_at is null'
const columns = `${memberInvitation.columns},
  case when accepted_at is not null then 'accepted' when revoked_at is not null then 'revoked'
    when lapsed_at is not null or expires_at <= now()::timestamptz(3) then 'expired' else 'pending' end as status`

const page = statement<{ at: string; id: string; rows: number }, InvitationRow>(
  'member-invitation.page',
  `select ${columns} from member_invitation where workspace_id = :workspace and (created_at, id) < (:at, :id)
   order by created_at desc, id desc limit :rows`,
)
export const invitationPage = async (tx: Transaction, after: Cursor, limit: number) =>
  pageOf(await page(tx, { ...after, rows: limit + 1 }), limit)

export const findInvitation = rowStatement<{ id: string }, InvitationRow>(
  'member-invitation.find',
  `select ${columns} from member_invitation where workspace_id = :workspace and id = :id`,
)

/** An invitation belongs to no project. */
export const memberInvitationKind = async (tx: Transaction, id: string) =>
  (await findInvitation(tx, { id })) && { projectId: null }

export const isMember = matchStatement<{ emailNormal: string }>(
  'member-invitation.member',
  `select from ${workspacePeople}
   where users.email_normal = :emailNormal and m.role <> 'client'`,
)

export const countInvitations = oneRowStatement<NoValues, { open: number }>(
  'member-invitation.count-open',
  `select count(*)::int as open from member_invitation where workspace_id = :workspace and ${open} and expires_at > now()::timestamptz(3)`,
)

/** Closes an invitation of this address whose time is over, so that another can take its place. */
export const expireInvitation = statement<{ emailNormal: string; now: Date }>(
  'member-invitation.lapse',
  `update member_invitation set lapsed_at = :now
   where workspace_id = :workspace and email_normal = :emailNormal and ${open} and expires_at <= :now`,
)

/** The new row, or undefined if the address has an open invitation. */
export const insertInvitation = rowStatement<NewInvitation, InvitationRow>(
  'member-invitation.insert',
  insertInto(
    memberInvitation,
    ['id', 'email', 'emailNormal', 'role', 'tokenHash', 'createdBy', 'sentAt', 'expiresAt'],
    { workspaceId: ':workspace', createdAt: ':sentAt' },
    `on conflict (workspace_id, email_normal) where ${open} do nothing returning ${columns}`,
  ),
)
export interface NewInvitation extends Pick<
  InvitationRow,
  'id' | 'email' | 'emailNormal' | 'role' | 'createdBy' | 'sentAt' | 'expiresAt'
> {
  readonly tokenHash: Buffer
}

/** The invitation with another token, or undefined if it is closed. */
export const renewInvitation = rowStatement<
  { id: string; tokenHash: Buffer; sentAt: Date; expiresAt: Date },
  InvitationRow
>(
  'member-invitation.renew',
  `update member_invitation set token_hash = :tokenHash, sent_at = :sentAt, expires_at = :expiresAt
   where workspace_id = :workspace and id = :id and ${open} returning ${columns}`,
)

/** The invitation that was revoked by this, or undefined if it is closed. */
export const revokeInvitation = rowStatement<{ id: string; now: Date; userId: string }, InvitationRow>(
  'member-invitation.revoke',
  `update member_invitation set revoked_at = :now, revoked_by = :userId
   where workspace_id = :workspace and id = :id and ${open} returning ${columns}`,
)

const byToken = statement<{ hash: Buffer }, { workspaceId: string }>(
  'member-invitation.workspace-of-token',
  'select workspace_id as "workspaceId" from member_invitation where token_hash = :hash',
)
/** The workspace that the token of an invitation leads to; undefined for every other text. */
export const workspaceOfMemberInvitation = async (database: Database, token: string): Promise<string | undefined> => {
  const hash = linkTokenHash(token)
  return hash && (await database.identity((tx) => byToken(tx, { hash }))).at(0)?.workspaceId
}

/** The invitation of a token, locked until the transaction ends. */
export const lockInvitation = rowStatement<{ tokenHash: Buffer }, InvitationRow>(
  'member-invitation.lock-by-token',
  `select ${columns} from member_invitation where workspace_id = :workspace and token_hash = :tokenHash for update`,
)

export const acceptInvitation = statement<{ id: string; now: Date; userId: string }>(
  'member-invitation.accept',
  `update member_invitation set accepted_at = :now, accepted_by = :userId where workspace_id = :workspace and id = :id and ${open}`,
)

const name = oneRowStatement<{ workspaceId: string }, { name: string }>(
  'member-invitation.workspace',
  'select name from workspace where id = :workspaceId',
)
/** Returns the name of the workspace for a mail. Runs in an identity transaction. */
export const workspaceName = async (tx: Transaction, workspace: string) =>
  (await name(tx, { workspaceId: workspace })).name
