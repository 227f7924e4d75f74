import type { Static } from '../../../../platform/contract/schema.ts'
import type { ApiKey } from '../contract/keys.ts'

type Scope = Static<typeof ApiKey>['scopes'][number]

/** Keys that a person may have in a workspace, without expired keys. */
export const keysMost = 100

const mostScopes: Readonly<Record<'owner' | 'admin' | 'member' | 'client', readonly Scope[]>> = {
  owner: ['read', 'write', 'admin'],
  admin: ['read', 'write', 'admin'],
  member: ['read', 'write'],
  client: ['read', 'write'],
}

/** True if a key would be allowed what its person is not. */
export const isAboveRole = (scopes: readonly Scope[], role: keyof typeof mostScopes): boolean =>
  scopes.some((scope) => !mostScopes[role].includes(scope))
