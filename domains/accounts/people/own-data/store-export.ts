import { normalEmail } from '../../../../platform/contract/index.ts'
import { statement, type Transaction } from '../../../../platform/db/transaction.ts'

type Rows = Readonly<Record<string, unknown>>

const profile = statement<Rows>(
  'people.profile',
  `select id, name, email, email_verified as "emailVerified", image, created_at as "createdAt", updated_at as "updatedAt"
   from users where id = $1`,
)
const waysIn = statement<Rows>(
  'people.ways-in',
  `select provider_id as provider, created_at as "createdAt", updated_at as "updatedAt" from account where user_id = $1
   order by created_at`,
)
const passkeys = statement<Rows>(
  'people.passkeys',
  `select id, name, device_type as "deviceType", backed_up as "backedUp", created_at as "createdAt" from passkey
   where user_id = $1 order by created_at`,
)
const sessions = statement<Rows>(
  'people.sessions',
  `select id, ip_address as "ipAddress", user_agent as "userAgent", active_workspace_id as "workspaceId",
     created_at as "createdAt", expires_at as "expiresAt" from session where user_id = $1 order by created_at`,
)
const mails = statement<Rows>(
  'people.mails',
  `select id, kind, state, workspace_id as "workspaceId", created_at as "createdAt", ended_at as "endedAt" from mail
   where recipient = $1 order by created_at limit 10000`,
)
/** What belongs to no workspace. Hashes of passwords, tokens and keys are no part of it. */
export const personRows = async (tx: Transaction, userId: string, email: string) => {
  const of = [userId]
  return {
    person: (await profile(tx, of)).at(0),
    waysToSignIn: await waysIn(tx, of),
    passkeys: await passkeys(tx, of),
    sessions: await sessions(tx, of),
    mail: await mails(tx, [normalEmail(email)]),
  }
}

export interface PlaceRow {
  readonly workspaceId: string
  readonly name: string
  readonly role: string
  readonly joinedAt: Date
}
const places = statement<{ workspaceId: string; name: string; role: string; joinedAt: Date }>(
  'people.place-rows',
  `select m.workspace_id as "workspaceId", w.name, m.role, m.created_at as "joinedAt"
   from membership m join workspace w on w.id = m.workspace_id where m.user_id = $1 order by m.created_at, w.id`,
)
export const placeRows = (tx: Transaction, userId: string): Promise<PlaceRow[]> => places(tx, [userId])

const keys = statement<{ id: string }>(
  'people.keys',
  `select id, name, hint, scopes, project_ids as "projectIds", created_at as "createdAt", expires_at as "expiresAt",
     last_used_at as "lastUsedAt", revoked_at as "revokedAt" from api_key
   where workspace_id = $1 and user_id = $2 order by created_at`,
)
const grants = statement<Rows>(
  'people.grants',
  `select project_id as "projectId", level, source, created_at as "createdAt" from project_grant
   where workspace_id = $1 and user_id = $2 order by created_at`,
)
const invitations = statement<Rows>(
  'people.invitations',
  `select id, role, created_at as "createdAt", expires_at as "expiresAt", accepted_at as "acceptedAt",
     revoked_at as "revokedAt" from member_invitation where workspace_id = $1 and email_normal = $2 order by created_at`,
)
const imports = statement<Rows>(
  'people.imports',
  `select id, name, status, created_at as "createdAt" from project_import where workspace_id = $1 and user_id = $2
   order by created_at`,
)
const seats = statement<Rows>(
  'people.seats',
  `select client_account_id as "clientAccountId", can_create_projects as "canCreateProjects", created_at as "createdAt"
   from seat where workspace_id = $1 and user_id = $2 order by created_at`,
)
const portalInvitations = statement<Rows>(
  'people.portal-invitations',
  `select id, client_account_id as "clientAccountId", created_at as "createdAt", expires_at as "expiresAt",
     accepted_at as "acceptedAt", revoked_at as "revokedAt" from portal_invitation
   where workspace_id = $1 and email_normal = $2 order by created_at`,
)
/** What one workspace holds about a person, but for what they did. */
export const workspaceRows = async (tx: Transaction, userId: string, email: string) => {
  const of = [tx.workspace, userId]
  const to = [tx.workspace, normalEmail(email)]
  return {
    keys: await keys(tx, of),
    grants: await grants(tx, of),
    invitations: await invitations(tx, to),
    seats: await seats(tx, of),
    portalInvitations: await portalInvitations(tx, to),
    imports: await imports(tx, of),
  }
}

export interface ActRow {
  readonly id: string
  readonly at: Date
  readonly position: number
}
const acts = statement<{ id: string; at: Date; position: number }>(
  'people.acts',
  `select id, position, occurred_at as at, action, resource_type as "resourceType", resource_id as "resourceId", outcome,
     source, request_id as "requestId" from audit_row
   where workspace_id = $1 and actor_id = $2 and (occurred_at, position) < ($3, $4)
   order by occurred_at desc, position desc limit $5`,
)
/** What one actor, the person or a key of theirs, did: newest first, after `last`. Details are left out: they name others. */
export const actPage = (tx: Transaction, actorId: string, last: ActRow | undefined, limit: number): Promise<ActRow[]> =>
  acts(tx, [tx.workspace, actorId, last?.at ?? 'infinity', last?.position ?? Number.MAX_SAFE_INTEGER, limit])
