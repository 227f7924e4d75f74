import { isBytes, isJson, type Audit, type Operation } from './declaration.ts'

const categories: Readonly<Record<Operation['method'], Audit['category']>> = {
  GET: 'read',
  POST: 'execute',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
}

/** Whether a success of the operation writes an audit row of its own. */
export const isAudited = <Op extends Operation>(operation: Op): operation is Op & { readonly audit: Audit } =>
  operation.audit !== undefined && 'action' in operation.audit

/**
 * True if HEAD is answered like GET, without a body: for a GET that only reads. A stream has no headers to ask for, and
 * a success that is recorded discloses something, such as a credential or an export. Source: RFC 9110, section 9.3.2.
 */
export const answersHead = (operation: Operation): boolean =>
  operation.method === 'GET' &&
  !isAudited(operation) &&
  Object.values(operation.replies).every((reply) => isJson(reply) || isBytes(reply))

/** The audit action and category of the operation's refusals; undefined if the operation accepts everybody. */
export const refusedAs = ({ audit, method }: Operation): Pick<Audit, 'action' | 'category'> | undefined => {
  if (audit && 'action' in audit) return { action: audit.action, category: audit.category }
  if (!audit || !('refusals' in audit) || audit.refusals === undefined) return undefined
  return { action: audit.refusals, category: categories[method] }
}
