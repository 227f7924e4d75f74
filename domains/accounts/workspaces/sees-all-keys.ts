import { isAdministrator, isInScope, type Caller } from '../../../platform/access/index.ts'

/** True if a caller sees and revokes the keys of others; a key needs the scope for it. */
export const seesAllKeys = ({ role, scopes }: Pick<Caller, 'role' | 'scopes'>): boolean =>
  isAdministrator(role) && isInScope(scopes, 'admin')
