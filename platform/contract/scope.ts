import { isAudited } from './action.ts'
import type { Operation } from './operation.ts'

/**
 * The scope that a key needs for an operation. A GET is a read unless its success is recorded or a person does it on a
 * page: it discloses more than it reads, such as the credential of a shell or an export, unless it declares otherwise.
 */
export const scopeOf = (operation: Operation): 'read' | 'write' | 'admin' => {
  const { access, method, reach } = operation
  if (access.who === 'administrator') return 'admin'
  const isRead = method === 'GET' && !isAudited(operation) && typeof reach !== 'object'
  return access.scope ?? (isRead ? 'read' : 'write')
}
