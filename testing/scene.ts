import { v7 as uuidv7 } from 'uuid'
import { newKey, type Role, type Scope } from '../platform/access/index.ts'
import { openLedger } from '../platform/audit/index.ts'
import type { Database } from '../platform/db/database.ts'
import { callerOf, type Caller } from './caller.ts'
import { signIn, type SignedIn } from './people/sessions.ts'

export interface Scene {
  readonly workspace: string
  readonly owner: Caller
  readonly member: Caller
  /** A client without any grant. */
  readonly client: Caller
  readonly clientId: string
  /** Another key for a person of this role. */
  join(
    role: Role,
    key?: { readonly scopes?: readonly Scope[]; readonly expiresAt?: Date; readonly projectIds?: readonly string[] },
  ): Promise<Joined>
  /** A session of a person, with this workspace as its own; a call to change something comes from a page of ours. */
  signIn(userId: string): Promise<SignedIn>
  /** Shares a project with a client. */
  grant(projectId: string, userId: string, level: 'view' | 'steer'): Promise<void>
  /** Actions of audit rows about effects on this resource, oldest first. */
  auditActions(resourceId: string): Promise<string[]>
  /** Names of events about this entity, oldest first. */
  eventNames(entityId: string): Promise<string[]>
  /** Rows of a table in this workspace, as its own role sees them. */
  rows(table: string): Promise<Record<string, unknown>[]>
}

interface Joined {
  readonly caller: Caller
  readonly userId: string
  readonly keyId: string
}

/** A workspace of its own with an owner, a member and a client, each with a key. */
export const scene = async ({
  baseUrl,
  database,
}: {
  readonly baseUrl: string
  readonly database: Database
}): Promise<Scene> => {
  const workspace = uuidv7()
  await database.identity((tx) =>
    tx.query({ text: 'insert into workspace (id, name) values ($1, $2)', values: [workspace, 'Test'] }),
  )
  await database.within(workspace, (tx) => openLedger(tx, workspace))
  const join = (role: Role, key = {}) => joinWorkspace(database, baseUrl, workspace, role, key)
  const [owner, member, client] = await Promise.all([join('owner'), join('member'), join('client')])
  const list = async (text: string, id: string) =>
    database.within(workspace, async (tx) =>
      (await tx.query<{ name: string }>({ text, values: [id] })).rows.map(({ name }) => name),
    )
  return {
    workspace,
    owner: owner.caller,
    member: member.caller,
    client: client.caller,
    clientId: client.userId,
    join,
    signIn: (userId) => signIn({ baseUrl, database }, userId, { workspace }),
    grant: (projectId, userId, level) =>
      database.within(workspace, async (tx) => {
        const text = `insert into project_grant (workspace_id, project_id, user_id, source, level, created_at)
          values ($1, $2, $3, 'legacy', $4, now()) on conflict (project_id, user_id, source) do update set level = $4`
        await tx.query({ text, values: [workspace, projectId, userId, level] })
      }),
    auditActions: (id) =>
      list(`select action as name from audit_row where resource_id = $1 and outcome = 'success' order by position`, id),
    eventNames: (id) => list('select name from activity_event where entity_id = $1 order by position', id),
    rows: (table) =>
      database.within(workspace, async (tx) => (await tx.query({ text: `select * from ${table}`, values: [] })).rows),
  }
}

type KeyOptions = NonNullable<Parameters<Scene['join']>[1]>

const joinWorkspace = async (
  database: Database,
  baseUrl: string,
  workspace: string,
  role: Role,
  key: KeyOptions,
): Promise<Joined> => {
  const { scopes = ['read', 'write', 'admin'], expiresAt = null, projectIds = null } = key
  const userId = uuidv7()
  const keyId = uuidv7()
  const { secret, secretHash, hint } = newKey()
  const email = `${userId}@example.com`
  await database.identity(async (tx) => {
    const run = (text: string, values: unknown[]) => tx.query({ text, values })
    await run('insert into users (id, name, email, email_normal) values ($1, $2, $3, $3)', [userId, role, email])
    await run('insert into membership (workspace_id, user_id, role) values ($1, $2, $3)', [workspace, userId, role])
    await run(
      `insert into api_key (id, workspace_id, user_id, name, secret_hash, hint, scopes, expires_at, project_ids)
       values ($1, $2, $3, 'Test', $4, $5, $6, $7, $8)`,
      [keyId, workspace, userId, secretHash, hint, scopes, expiresAt, projectIds],
    )
  })
  return { caller: callerOf(baseUrl, secret), userId, keyId }
}
