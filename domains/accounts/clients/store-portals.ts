import type { Caller } from '../../../platform/access/index.ts'
import { linkTokenHash } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import {
  oneRowStatement,
  json,
  rowStatement,
  statement,
  type Json,
  type NoValues,
} from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { invitationDays, type ProjectGrant } from './rules.ts'
import { projectsOfAccount } from '../../code/projects/index.ts'
import { portalSettings, portalToken, portalInvitation, type InvitationRow } from './tables.ts'

const columns = `${portalInvitation.columns}, case when accepted_at is not null then 'accepted'
  when revoked_at is not null then 'revoked' when expires_at <= now()::timestamptz(3) then 'expired' else 'pending' end as status`
const ofAccount = (parameter: string) => `client_account_id is not distinct from ${parameter}`

const lockAddress = statement<{ emailNormal: string }>(
  'portal-invitation.lock-address',
  `select pg_advisory_xact_lock(hashtextextended('portal invitation ' || :workspace || ' ' || :emailNormal, 0))`,
)
const supersede = statement<
  Pick<NewInvitation, 'clientAccountId' | 'emailNormal' | 'createdAt' | 'createdBy'>,
  { id: string }
>(
  'portal-invitation.supersede',
  `update portal_invitation set revoked_at = :createdAt, revoked_by = :createdBy
   where workspace_id = :workspace and ${ofAccount(':clientAccountId')} and email_normal = :emailNormal
     and accepted_at is null and revoked_at is null and expires_at > :createdAt
   returning id`,
)
const insert = statement<Omit<NewInvitation, 'projectGrants' | 'tokenHash'> & { projectGrants: Json }, InvitationRow>(
  'portal-invitation.insert',
  insertInto(
    portalInvitation,
    ['id', 'clientAccountId', 'email', 'emailNormal', 'canCreateProjects', 'projectGrants', 'createdBy'],
    {
      workspaceId: ':workspace',
      createdAt: ':createdAt::timestamptz',
      expiresAt: `:createdAt::timestamptz + make_interval(days => ${invitationDays})`,
    },
    `returning ${columns}`,
  ),
)
const insertToken = statement<{ tokenHash: Buffer; id: string }>(
  'portal-token.insert',
  insertInto(portalToken, ['tokenHash'], { workspaceId: ':workspace', invitationId: ':id' }),
)

/** The account is null for the agency as a whole. */
export interface NewInvitation extends Pick<
  InvitationRow,
  'id' | 'clientAccountId' | 'email' | 'emailNormal' | 'canCreateProjects' | 'createdAt'
> {
  readonly projectGrants: readonly ProjectGrant[]
  readonly tokenHash: Buffer
  readonly createdBy: string
}

/** Inserts an invitation in the place of the open invitations of the same address; returns the replaced rows. */
export const replaceInvitation = async (tx: Transaction, added: NewInvitation) => {
  await lockAddress(tx, added)
  const replaced = await supersede(tx, added)
  const [row] = await insert(tx, { ...added, projectGrants: json(added.projectGrants) })
  await insertToken(tx, added)
  return { invitation: row!, replaced: replaced.map((one) => one.id) }
}

export const findInvitation = rowStatement<{ id: string }, InvitationRow>(
  'portal-invitation.find',
  `select ${columns} from portal_invitation where id = :id`,
)

/** Invitations of client accounts are found through their account. */
export const portalInvitationKind = async (tx: Transaction, id: string, { projectIds }: Pick<Caller, 'projectIds'>) => {
  const invitation = projectIds ? undefined : await findInvitation(tx, { id })
  return invitation?.clientAccountId === null ? { projectId: null } : undefined
}

/** The row, or undefined if it was accepted or revoked before. */
export const revokeInvitation = rowStatement<{ id: string; now: Date; userId: string }, InvitationRow>(
  'portal-invitation.revoke',
  `update portal_invitation set revoked_at = :now, revoked_by = :userId
   where id = :id and accepted_at is null and revoked_at is null returning ${columns}`,
)

/** Revokes the open invitations of an account, or of a single address to it; returns them. */
export const endInvitations = statement<
  { accountId: string; now: Date; userId: string; emailNormal: string | null },
  { id: string }
>(
  'portal-invitation.revoke-open',
  `update portal_invitation set revoked_at = :now, revoked_by = :userId
   where workspace_id = :workspace and client_account_id = :accountId and accepted_at is null and revoked_at is null
     and expires_at > :now and (:emailNormal::text is null or email_normal = :emailNormal)
   returning id`,
)
/** Revokes every open invitation of an address, to any account or to the agency; returns them. */
export const endInvitationsTo = statement<{ emailNormal: string; now: Date; userId: string }, { id: string }>(
  'portal-invitation.revoke-to',
  `update portal_invitation set revoked_at = :now, revoked_by = :userId
   where workspace_id = :workspace and email_normal = :emailNormal and accepted_at is null and revoked_at is null
     and expires_at > :now
   returning id`,
)

const workspaceOf = statement<{ hash: Buffer }, { workspaceId: string }>(
  'portal-token.workspace',
  'select workspace_id as "workspaceId" from portal_token where token_hash = :hash',
)
/** The workspace that the token of an invitation leads to; undefined for every other text. */
export const workspaceOfPortalInvitation = async (database: Database, token: string): Promise<string | undefined> => {
  const hash = linkTokenHash(token)
  return hash && (await database.identity((tx) => workspaceOf(tx, { hash }))).at(0)?.workspaceId
}

const ofToken = rowStatement<{ tokenHash: Buffer | undefined }, InvitationRow>(
  'portal-invitation.of-token',
  `select ${columns} from portal_invitation
   where id = (select invitation_id from portal_token where token_hash = :tokenHash)`,
)
export const invitationOfToken = (tx: Transaction, token: string) => ofToken(tx, { tokenHash: linkTokenHash(token) })

export const lockInvitation = rowStatement<{ id: string }, InvitationRow>(
  'portal-invitation.lock',
  `select ${columns} from portal_invitation where id = :id for update`,
)

export const acceptInvitation = rowStatement<{ id: string; now: Date; userId: string }, { id: string }>(
  'portal-invitation.accept',
  `update portal_invitation set accepted_at = :now, accepted_by = :userId
   where id = :id and accepted_at is null and revoked_at is null returning id`,
)

const pageWhere = (account: string) => `select ${columns} from portal_invitation
   where workspace_id = :workspace and ${account} and (created_at, id) < (:at, :id)
   order by created_at desc, id desc limit :rows`
const ofOne = statement<{ at: string; id: string; rows: number; accountId: string }, InvitationRow>(
  'portal-invitation.page-of-account',
  pageWhere('client_account_id = :accountId'),
)
const ofAgency = statement<{ at: string; id: string; rows: number }, InvitationRow>(
  'portal-invitation.page',
  pageWhere('client_account_id is null'),
)

export const accountInvitationPage = async (tx: Transaction, accountId: string, after: Cursor, limit: number) =>
  pageOf(await ofOne(tx, { ...after, rows: limit + 1, accountId }), limit)
export const agencyInvitationPage = async (tx: Transaction, after: Cursor, limit: number) =>
  pageOf(await ofAgency(tx, { ...after, rows: limit + 1 }), limit)

/** True if an invitation may share each of these projects: of this workspace, and of the account if one is named. */
export const areShareable = async (
  tx: Transaction,
  grants: readonly ProjectGrant[],
  accountId: string | null,
): Promise<boolean> => {
  const ids = grants.map(({ projectId }) => projectId)
  return ids.length === 0 || new Set(await projectsOfAccount(tx, ids, accountId)).size === new Set(ids).size
}

const readDefaults = rowStatement<NoValues, { canCreateProjects: boolean }>(
  'portal-settings.find',
  'select can_create_projects as "canCreateProjects" from portal_settings where workspace_id = :workspace',
)
/** The default permissions of clients: only shared projects, until the workspace decides otherwise. */
export const findDefaults = async (tx: Transaction) => (await readDefaults(tx)) ?? { canCreateProjects: false }

export const setDefaults = oneRowStatement<
  { canCreateProjects: boolean; now: Date; userId: string },
  { canCreateProjects: boolean }
>(
  'portal-settings.write',
  insertInto(
    portalSettings,
    ['canCreateProjects'],
    { workspaceId: ':workspace', updatedAt: ':now', updatedBy: ':userId' },
    `on conflict (workspace_id) do update set can_create_projects = :canCreateProjects, updated_at = :now, updated_by = :userId
   returning can_create_projects as "canCreateProjects"`,
  ),
)
