import type pg from 'pg'
import { StartRefusal } from '../configuration/refusal.ts'

const roles = ['atelier_identity', 'atelier_tenant'] as const

// Roles belong to the whole server, advisory locks to one database: two starts on two databases meet here unguarded.
const lostRace = ['42710', '23505', 'XX000']
const attemptsMax = 10

/**
 * Makes the serving roles exist and lets the connected user become them. Safe while others do the same.
 * Throws StartRefusal when a role is missing and this user may not create it.
 */
export const ensureRoles = async (client: pg.ClientBase): Promise<void> => {
  for (const role of roles) await ensureRole(client, role)
}

const ensureRole = async (client: pg.ClientBase, role: string) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // A session may remember a membership as missing after the grant (PostgreSQL 18): it is not asked again.
      if (!(await mayBecome(client, role))) await createOrGrant(client, role)
      return
    } catch (error) {
      if (!lostRace.includes(codeOf(error)) || attempt === attemptsMax) throw refusalOf(error, role)
    }
  }
}

const mayBecome = async (client: pg.ClientBase, role: string) => {
  const { rows } = await client.query<{ may: boolean }>(
    `select pg_has_role(oid, case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)
       as may from pg_roles where rolname = $1`,
    [role],
  )
  return rows[0]?.may ?? false
}

const createOrGrant = async (client: pg.ClientBase, role: string) => {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
  if (rowCount === 0) await client.query(`create role ${role} nologin`)
  await client.query(`grant ${role} to current_user`)
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

const refusalOf = (error: unknown, role: string) =>
  codeOf(error) === '42501'
    ? new StartRefusal(
        `The database user may not create or use the role ${role}. Let an administrator of the database run: ` +
          `create role ${roles[0]} nologin; create role ${roles[1]} nologin; ` +
          `grant ${roles[0]}, ${roles[1]} to <the user in DATABASE_URL>;`,
      )
    : error
