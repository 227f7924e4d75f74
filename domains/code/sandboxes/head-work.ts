import type { Transaction } from '../../../platform/db/transaction.ts'
import { variablesOfProject } from '../environments/index.ts'
import { headRevision } from '../revisions/index.ts'

/** The view of a project in a sandbox for people: its head, with the variables that agents get. */
interface HeadWork {
  readonly repositoryId: string
  readonly commitSha: string
  readonly variables: Readonly<Record<string, string>>
}

/** Undefined for a project without a revision. */
export const findHeadWork = async (tx: Transaction, projectId: string): Promise<HeadWork | undefined> => {
  const [revision, variables] = await Promise.all([headRevision(tx, projectId), variablesOfProject(tx, projectId)])
  return revision && { repositoryId: revision.repositoryId, commitSha: revision.commitSha, variables }
}
