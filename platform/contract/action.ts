import type { Audit, Operation } from './operation.ts'

const verbs = /^([a-z]+)(.*)$/
const verbCategories: Readonly<Record<string, Audit['category']>> = {
  POST: 'execute',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
}

/**
 * The audit action of an operation, and its category. One that writes no row of its own, as most reads, has a name for
 * its refusals: `getProject` is `project.get`, `listAuditLog` is `audit_log.list`.
 */
export const actionOf = (operation: Operation): Pick<Audit, 'action' | 'category'> => {
  const { audit, id, method } = operation
  if (audit && 'action' in audit) return { action: audit.action, category: audit.category }
  const [, verb = id, noun = ''] = verbs.exec(id) ?? []
  const subject = noun.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
  return { action: `${subject || 'request'}.${verb}`, category: verbCategories[method] ?? 'read' }
}
