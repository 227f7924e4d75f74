import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { insertProject, type NewProject } from './store-changes.ts'
import type { ProjectRow } from './tables.ts'

/** Creates a project and records the event; the operation that asked for it declares the audit row. */
export const createProject = async (tx: Transaction, added: NewProject): Promise<ProjectRow> => {
  const project = await insertProject(tx, added)
  record(tx, undefined, { name: 'project.created', entity: ['project', project.id], projectId: project.id })
  return project
}
