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
 * Whether HEAD is answered as GET is, without a body: for what a GET only reads. A stream has no headers to ask for, and a
 * success that is recorded gives something away, such as a credential or an export. Source: RFC 9110, section 9.3.2.
 */
export const answersHead = (operation: Operation): boolean =>
  operation.method === 'GET' &&
  !isAudited(operation) &&
  Object.values(operation.replies).every((reply) => isJson(reply) || isBytes(reply))

/** The declared audit action of the operation's refusals, and its category; undefined for one that takes everybody. */
export const refusedAs = ({ audit, method }: Operation): Pick<Audit, 'action' | 'category'> | undefined => {
  if (audit && 'action' in audit) return { action: audit.action, category: audit.category }
  if (!audit || !('refusals' in audit) || audit.refusals === undefined) return undefined
  return { action: audit.refusals, category: categories[method] }
}
