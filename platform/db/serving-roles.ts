import type { Database, Role } from './database.ts'
import { statement, type NoValues } from './statement.ts'

const current = statement<NoValues, { role: string }>('db.current-role', 'select current_user::text as role')

/** Whether connections have the roles that they ask for: a pooler in front of the database may drop them. */
export const hasServingRoles = async (database: Database): Promise<boolean> => {
  const [identity, tenant] = await Promise.all([database.identity(current), database.instance(current)])
  const roles: Readonly<Record<Role, string | undefined>> = { identity: identity[0]?.role, tenant: tenant[0]?.role }
  return roles.identity === 'atelier_identity' && roles.tenant === 'atelier_tenant'
}
