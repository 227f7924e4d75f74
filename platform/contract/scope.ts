import { isAudited } from './action.ts'
import type { Operation } from './operation.ts'

/**
 * The scope that a key needs for an operation. A GET is a read unless its success is recorded as more than an export: it
 * gives away more than it says, such as the credential of a shell.
 */
export const scopeOf = (operation: Operation): 'read' | 'write' | 'admin' => {
  const { access, method } = operation
  if (access.who === 'administrator') return 'admin'
  const isRead = method === 'GET' && !(isAudited(operation) && operation.audit.category !== 'export')
  return access.scope ?? (isRead ? 'read' : 'write')
}
