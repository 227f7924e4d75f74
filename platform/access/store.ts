import { NIL, validate } from 'uuid'
import type { Level } from '../contract/access.ts'
import { matchStatement, rowStatement, statement } from '../db/statement.ts'
import { insertInto } from '../db/table.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Caller, Role, Scope } from './caller.ts'
import { taskCredential } from './tables.ts'

export interface KeyRow {
  id: string
  workspaceId: string
  userId: string
  scopes: Scope[]
  projectIds: string[] | null
  expiresAt: Date | null
  /** Null while the workspace refuses the key. */
  role: Role | null
}

/** Hours for which a sign-in with a company's identity provider is enough if a workspace requires it. */
const companySessionHours = 12
/** Days that an agency key works after its owner's last sign-in with the provider, if a workspace requires one. */
export const companyKeyDays = 30

/** `p` is the identity provider that the workspace of the membership `m` requires; null if it requires none. */
const withRequiredProvider = `left join identity_provider p
  on p.workspace_id = m.workspace_id and p.required_at is not null and m.role <> 'client'`
/** Whether a session `s` may act for the agency: null or false if the workspace requires another sign-in. */
const isAdmittedSession = `(p.id is null or s.passkey_id = p.emergency_passkey_id or (s.identity_provider_id = p.id
  and s.identity_provider_at > now() - interval '${companySessionHours} hours'))`
const isAdmittedKey = `(p.id is null
  or greatest(m.identity_provider_at, p.required_at) > now() - interval '${companyKeyDays} days')`

/** Finds a key in force; its role is null until its person signs in with the provider that the workspace requires. */
export const findLiveKey = rowStatement<{ secretHash: Buffer }, KeyRow>(
  'access.live-key',
  `select k.id, k.workspace_id as "workspaceId", k.user_id as "userId", k.scopes, k.project_ids as "projectIds",
     k.expires_at as "expiresAt", case when ${isAdmittedKey} then m.role end as role
   from api_key k join membership m on m.workspace_id = k.workspace_id and m.user_id = k.user_id ${withRequiredProvider}
   where k.secret_hash = :secretHash and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()::timestamptz(3))`,
)

/** Finds the key behind the access token of a connected program. */
export const findLiveProgram = rowStatement<{ secretHash: Buffer }, KeyRow>(
  'access.live-program',
  `select k.id, k.workspace_id as "workspaceId", k.user_id as "userId", k.scopes, k.project_ids as "projectIds",
     least(t.expires_at, k.expires_at) as "expiresAt", case when ${isAdmittedKey} then m.role end as role
   from program_token t join api_key k on k.id = t.api_key_id
   join membership m on m.workspace_id = k.workspace_id and m.user_id = k.user_id ${withRequiredProvider}
   where t.token_hash = :secretHash and t.kind = 'access' and t.expires_at > now()::timestamptz(3)
     and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()::timestamptz(3))`,
)
/** A session that has not ended, with its person and the person's place in one workspace. */
export interface SessionRow {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly emailNormal: string
  readonly isVerified: boolean
  readonly workspaceId: string | null
  readonly place: Role | null
  /** Whether there is a place that only a sign-in with the company's identity provider opens. */
  readonly needsCompany: boolean
  readonly expiresAt: Date
}
const liveSession = rowStatement<{ tokenHash: string; named: string | null }, SessionRow>(
  'access.live-session',
  `select s.id, s.user_id as "userId", u.name, u.email, u.email_normal as "emailNormal",
     u.email_verified as "isVerified", coalesce(:named::uuid, s.active_workspace_id) as "workspaceId",
     case when ${isAdmittedSession} then m.role end as place,
     m.role is not null and ${isAdmittedSession} is not true as "needsCompany", s.expires_at as "expiresAt"
   from session s join users u on u.id = s.user_id
   left join membership m on m.user_id = s.user_id and m.workspace_id = coalesce(:named::uuid, s.active_workspace_id)
   ${withRequiredProvider}
   where s.token_hash = :tokenHash and s.expires_at > now()::timestamptz(3)`,
)
/** A session with its person, and the place in that or the active workspace. A text that is no id is no workspace. */
export const findLiveSession = (tx: Transaction, tokenHash: string, workspaceId: string | undefined) => {
  const named = workspaceId === undefined || validate(workspaceId) ? workspaceId : NIL
  return liveSession(tx, { tokenHash, named: named ?? null })
}

const membership = rowStatement<{ workspaceId: string; userId: string }, { role: Role }>(
  'access.role',
  'select role from membership where workspace_id = :workspaceId and user_id = :userId',
)
/** The role of a person in a workspace, as the transaction sees it: a tenant sees only its own workspace. */
export const findRole = async (tx: Transaction, workspaceId: string, userId: string) =>
  (await membership(tx, { workspaceId, userId }))?.role

const places = statement<{ credentialIds: string[]; workspaceIds: string[] }, { live: string }>(
  'access.live-credentials',
  `select concat_ws(' ', a.credential_id, a.workspace_id, m.role) as live
   from unnest(:credentialIds::uuid[], :workspaceIds::uuid[]) as a (credential_id, workspace_id)
   join lateral (
     select m.role from api_key k join membership m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
       ${withRequiredProvider}
     where k.id = a.credential_id and k.workspace_id = a.workspace_id and k.revoked_at is null
       and (k.expires_at is null or k.expires_at > now()::timestamptz(3)) and ${isAdmittedKey}
     union all
     select m.role from session s join membership m on m.workspace_id = a.workspace_id and m.user_id = s.user_id
       ${withRequiredProvider}
     where s.id = a.credential_id and s.expires_at > now()::timestamptz(3) and ${isAdmittedSession}) m on true`,
)
/** The roles that those credentials have now, each as “credential workspace role”. */
export const liveCredentials = async (
  tx: Transaction,
  held: readonly Pick<Caller, 'credentialId' | 'workspaceId'>[],
) => {
  const rows = await places(tx, {
    credentialIds: held.map(({ credentialId }) => credentialId),
    workspaceIds: held.map(({ workspaceId }) => workspaceId),
  })
  return rows.map(({ live }) => live)
}

const proof = rowStatement<{ sessionId: string }, { providerId: string | null }>(
  'access.proved-provider',
  `select identity_provider_id as "providerId" from session
   where id = :sessionId and identity_provider_at > now() - interval '${companySessionHours} hours'`,
)
/** Among people: the identity provider with which the person of a session signed in within the last hours. */
export const provedProvider = async (tx: Transaction, sessionId: string) =>
  (await proof(tx, { sessionId }))?.providerId ?? undefined

const closed = statement<{ sessionId: string }, { workspaceId: string }>(
  'access.closed-places',
  `select m.workspace_id as "workspaceId" from session s join membership m on m.user_id = s.user_id
   ${withRequiredProvider} where s.id = :sessionId and ${isAdmittedSession} is not true`,
)
/** Among people: the workspaces that open to the person of a session only after a sign-in with the company's provider. */
export const closedPlaces = async (tx: Transaction, sessionId: string) =>
  (await closed(tx, { sessionId })).map(({ workspaceId }) => workspaceId)

export const findTaskCredential = rowStatement<{ secretHash: Buffer }, TaskRow>(
  'access.task-credential',
  `select id, workspace_id as "workspaceId", run_id as "runId", project_id as "projectId", task_id as "taskId",
     user_id as "userId" from task_credential where secret_hash = :secretHash and expires_at > now()::timestamptz(3)`,
)
export interface TaskRow {
  readonly id: string
  readonly workspaceId: string
  readonly runId: string
  readonly projectId: string
  readonly taskId: string
  readonly userId: string
}

type NewTaskCredential = Omit<TaskRow, 'workspaceId'> & {
  readonly secretHash: Buffer
  readonly lifetimeSeconds: number
}
export const insertTaskCredential = statement<NewTaskCredential>(
  'access.mint-task-credential',
  insertInto(taskCredential, ['id', 'runId', 'projectId', 'taskId', 'userId', 'secretHash'], {
    workspaceId: ':workspace',
    createdAt: 'now()',
    expiresAt: 'now() + make_interval(secs => :lifetimeSeconds)',
  }),
)

export const removeEndedCredentials = statement(
  'access.remove-ended-task-credentials',
  'delete from task_credential where workspace_id = :workspace and expires_at <= now()::timestamptz(3)',
)

export const removeCredentialsOf = statement<{ runId: string }>(
  'access.remove-task-credentials-of-run',
  'delete from task_credential where workspace_id = :workspace and run_id = :runId',
)

/** Whether a run of the transaction's workspace is still at work, as of this statement. */
export const isRunActive = matchStatement<{ runId: string }>(
  'access.active-run',
  `select from run where id = :runId and status = 'active'`,
)

const grants = rowStatement<{ projectId: string; userId: string }, { level: Level }>(
  'access.grants',
  `select level from project_grant where project_id = :projectId and user_id = :userId
   order by array_position(array['manage', 'steer', 'view'], level) limit 1`,
)
export const highestGrant = async (tx: Transaction, projectId: string, userId: string) =>
  (await grants(tx, { projectId, userId }))?.level

const holdShared = statement<{ projectId: string }, { held: string }>(
  'access.hold-unarchived',
  `select pg_advisory_xact_lock_shared(hashtextextended('archived ' || :projectId::uuid, 0))::text as held`,
)
const holdAlone = statement<{ projectId: string }, { held: string }>(
  'access.hold-archiving',
  `select pg_advisory_xact_lock(hashtextextended('archived ' || :projectId::uuid, 0))::text as held`,
)
const archived = rowStatement<{ projectId: string }, { isArchived: boolean }>(
  'access.archived',
  'select archived_at is not null as "isArchived" from project where id = :projectId',
)
/** Whether a project is archived, as of this statement. */
export const isArchived = async (tx: Transaction, projectId: string) =>
  (await archived(tx, { projectId }))?.isArchived === true

/**
 * Like `isArchived`, with a lock that keeps it so until the transaction ends. Two statements, since the second has to
 * see the changes that the first waited for.
 */
export const isArchivedForGood = async (tx: Transaction, projectId: string) => {
  const [, answer] = await Promise.all([holdShared(tx, { projectId }), isArchived(tx, projectId)])
  return answer
}

/** Waits for every change of the project that is on its way, and keeps others out until the transaction ends. */
export const lockArchiving = async (tx: Transaction, projectId: string): Promise<void> => {
  await holdAlone(tx, { projectId })
}

/** The channel that every process listens on for access that was taken away. */
export const revocationChannel = 'atelier_access'
export const sendRevocation = statement<{ revocationChannel: string; payload: string }>(
  'access.notify',
  'select pg_notify(:revocationChannel, :payload)',
)

/** To join the person of a row: `from seat s ${withPerson('s.user_id')}`. */
export const withPerson = (userId: string): string => `join users on users.id = ${userId}`

const name = rowStatement<{ userId: string }, { name: string }>(
  'access.person-name',
  'select name from users where id = :userId',
)
/** The name of a person whom the transaction sees: a member of its workspace, or among people any person. */
export const nameOfPerson = async (tx: Transaction, userId: string): Promise<string | undefined> =>
  (await name(tx, { userId }))?.name

const names = statement<{ ids: readonly string[] }, { id: string; name: string }>(
  'access.people-names',
  'select id, name from users where id = any(:ids)',
)
export const namesOfPeople = async (tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map((await names(tx, { ids: [...new Set(ids)] })).map(({ id, name: shown }) => [id, shown]))
