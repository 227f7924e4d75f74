import { handle } from '../../../../platform/contract/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { deleteProject } from '../contract.ts'
import { deleteProjectRow, detachRepositories } from '../store.ts'

/** Stops whatever runs in a project, in the transaction that deletes it. */
export type EndWork = (tx: Transaction, projectId: string) => Promise<void>

export default (endWork: EndWork) =>
  handle(deleteProject, async ({ tx, params, caller, now, absent, ok }) => {
    const project = (await deleteProjectRow(tx, params.id, now, caller.userId)) ?? absent()
    await detachRepositories(tx, project.id, now)
    await endWork(tx, project.id)
    return ok(
      { message: `${project.name} is deleted. Its content is purged after 30 days; its audit trail stays.` },
      { resource: ['project', project.id], within: { projectId: project.id }, metadata: { name: project.name } },
    )
  })
