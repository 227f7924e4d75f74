import { isAdministrator, isInScope, type Caller } from '../../../platform/access/index.ts'

/** Whether somebody sees and revokes the keys of others; a key of theirs needs the scope for it. */
export const seesAllKeys = ({ role, scopes }: Pick<Caller, 'role' | 'scopes'>): boolean =>
  isAdministrator(role) && isInScope(scopes, 'admin')
