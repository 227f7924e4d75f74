import type { Caller } from '../../../../platform/access/index.ts'
import { linkTokenHash } from '../../../../platform/crypto/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { pageOf, type Cursor } from '../../../../platform/db/page.ts'
import { statement, type Transaction } from '../../../../platform/db/transaction.ts'
import { invitationDays, type ProjectGrant } from '../rules/portals.ts'
import { portalInvitation, type InvitationRow } from './tables.ts'

const columns = `${portalInvitation.columns}, case when accepted_at is not null then 'accepted'
  when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'pending' end as status`
const ofAccount = (parameter: string) => `client_account_id is not distinct from ${parameter}`

const lockAddress = statement(
  'portal-invitation.lock-address',
  `select pg_advisory_xact_lock(hashtextextended('portal invitation ' || $1 || ' ' || $2, 0))`,
)
const supersede = statement<{ id: string }>(
  'portal-invitation.supersede',
  `update portal_invitation set revoked_at = $4, revoked_by = $5
   where workspace_id = $1 and ${ofAccount('$2')} and email_normal = $3
     and accepted_at is null and revoked_at is null and expires_at > $4
   returning id`,
)
const insert = statement<InvitationRow>(
  'portal-invitation.insert',
  `insert into portal_invitation (id, workspace_id, client_account_id, email, email_normal, can_create_projects,
     project_grants, created_at, created_by, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $9, $8::timestamptz + make_interval(days => ${invitationDays}))
   returning ${columns}`,
)
const insertToken = statement(
  'portal-token.insert',
  'insert into portal_token (token_hash, workspace_id, invitation_id) values ($1, $2, $3)',
)

export interface NewInvitation {
  readonly id: string
  /** Of the agency as a whole where it is null. */
  readonly clientAccountId: string | null
  readonly email: string
  readonly emailNormal: string
  readonly canCreateProjects: boolean | null
  readonly projectGrants: readonly ProjectGrant[]
  readonly tokenHash: Buffer
  readonly createdAt: Date
  readonly createdBy: string
}

/** Adds an invitation in the place of the open ones of the same address; tells which those were. */
export const replaceInvitation = async (tx: Transaction, added: NewInvitation) => {
  const { id, clientAccountId, email, emailNormal, canCreateProjects, projectGrants, createdAt, createdBy } = added
  const [workspace, grants] = [tx.workspace, JSON.stringify(projectGrants)]
  await lockAddress(tx, [workspace, emailNormal])
  const replaced = await supersede(tx, [workspace, clientAccountId, emailNormal, createdAt, createdBy])
  const [row] = await insert(tx, [
    ...[id, workspace, clientAccountId, email, emailNormal],
    ...[canCreateProjects, grants, createdAt, createdBy],
  ])
  await insertToken(tx, [added.tokenHash, workspace, id])
  return { invitation: row!, replaced: replaced.map((one) => one.id) }
}

const find = statement<InvitationRow>(
  'portal-invitation.find',
  `select ${columns} from portal_invitation where id = $1`,
)
export const findInvitation = async (tx: Transaction, id: string) => (await find(tx, [id])).at(0)

/** Invitations of client accounts are found through their account. */
export const portalInvitationKind = async (tx: Transaction, id: string, { projectIds }: Pick<Caller, 'projectIds'>) => {
  const invitation = projectIds ? undefined : await findInvitation(tx, id)
  return invitation?.clientAccountId === null ? { projectId: null } : undefined
}

const revokeOne = statement<InvitationRow>(
  'portal-invitation.revoke',
  `update portal_invitation set revoked_at = $2, revoked_by = $3
   where id = $1 and accepted_at is null and revoked_at is null returning ${columns}`,
)
/** The row, or undefined where it was accepted or revoked before. */
export const revokeInvitation = async (tx: Transaction, id: string, now: Date, userId: string) =>
  (await revokeOne(tx, [id, now, userId])).at(0)

const revokeOpen = statement<{ id: string }>(
  'portal-invitation.revoke-open',
  `update portal_invitation set revoked_at = $3, revoked_by = $4
   where workspace_id = $1 and client_account_id = $2 and accepted_at is null and revoked_at is null
     and expires_at > $3 and ($5::text is null or email_normal = $5)
   returning id`,
)
/** Ends the open invitations of an account, or of one address to it; tells which. */
export const endInvitations = async (
  tx: Transaction,
  accountId: string,
  now: Date,
  userId: string,
  emailNormal: string | null = null,
) => (await revokeOpen(tx, [tx.workspace, accountId, now, userId, emailNormal])).map(({ id }) => id)

const workspaceOf = statement<{ workspaceId: string }>(
  'portal-token.workspace',
  'select workspace_id as "workspaceId" from portal_token where token_hash = $1',
)
/** The workspace that the token of an invitation leads to; undefined for every other text. */
export const workspaceOfPortalInvitation = async (database: Database, token: string): Promise<string | undefined> => {
  const hash = linkTokenHash(token)
  return hash && (await database.identity((tx) => workspaceOf(tx, [hash]))).at(0)?.workspaceId
}

const ofToken = statement<InvitationRow>(
  'portal-invitation.of-token',
  `select ${columns} from portal_invitation
   where id = (select invitation_id from portal_token where token_hash = $1)`,
)
export const invitationOfToken = async (tx: Transaction, token: string) =>
  (await ofToken(tx, [linkTokenHash(token)])).at(0)

const lock = statement<InvitationRow>(
  'portal-invitation.lock',
  `select ${columns} from portal_invitation where id = $1 for update`,
)
export const lockInvitation = async (tx: Transaction, id: string) => (await lock(tx, [id])).at(0)

const accept = statement<{ id: string }>(
  'portal-invitation.accept',
  `update portal_invitation set accepted_at = $2, accepted_by = $3
   where id = $1 and accepted_at is null and revoked_at is null returning id`,
)
export const acceptInvitation = async (tx: Transaction, id: string, now: Date, userId: string) =>
  (await accept(tx, [id, now, userId])).at(0)

const pageWhere = (account: string) => `select ${columns} from portal_invitation
   where workspace_id = $1 and ${account} and (created_at, id) < ($2, $3) order by created_at desc, id desc limit $4`
const ofOne = statement<InvitationRow>('portal-invitation.page-of-account', pageWhere('client_account_id = $5'))
const ofAgency = statement<InvitationRow>('portal-invitation.page', pageWhere('client_account_id is null'))

export const accountInvitationPage = async (tx: Transaction, accountId: string, after: Cursor, limit: number) =>
  pageOf(await ofOne(tx, [tx.workspace, after.at, after.id, limit + 1, accountId]), limit)
export const agencyInvitationPage = async (tx: Transaction, after: Cursor, limit: number) =>
  pageOf(await ofAgency(tx, [tx.workspace, after.at, after.id, limit + 1]), limit)

const shareable = statement<{ id: string }>(
  'portal-invitation.shareable',
  `select id from project where workspace_id = $1 and id = any($2) and deleted_at is null
     and ($3::uuid is null or client_account_id = $3)`,
)
/** Which of these projects an invitation may share: of this workspace, and of the account where one is named. */
export const shareableProjects = async (
  tx: Transaction,
  grants: readonly ProjectGrant[],
  accountId: string | null,
): Promise<ReadonlySet<string>> => {
  const ids = grants.map(({ projectId }) => projectId)
  if (ids.length === 0) return new Set()
  return new Set((await shareable(tx, [tx.workspace, ids, accountId])).map(({ id }) => id))
}

const readDefaults = statement<{ canCreateProjects: boolean }>(
  'portal-settings.find',
  'select can_create_projects as "canCreateProjects" from portal_settings where workspace_id = $1',
)
/** What clients may do by default: nothing more than what was shared, until somebody says otherwise. */
export const findDefaults = async (tx: Transaction) =>
  (await readDefaults(tx, [tx.workspace])).at(0) ?? { canCreateProjects: false }

const writeDefaults = statement<{ canCreateProjects: boolean }>(
  'portal-settings.write',
  `insert into portal_settings (workspace_id, can_create_projects, updated_at, updated_by) values ($1, $2, $3, $4)
   on conflict (workspace_id) do update set can_create_projects = $2, updated_at = $3, updated_by = $4
   returning can_create_projects as "canCreateProjects"`,
)
export const setDefaults = async (tx: Transaction, canCreateProjects: boolean, now: Date, userId: string) =>
  (await writeDefaults(tx, [tx.workspace, canCreateProjects, now, userId])).at(0)!
