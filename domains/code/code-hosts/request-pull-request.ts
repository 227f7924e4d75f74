import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { pullRequestBranch } from './rules.ts'
import { findLink } from './store-links.ts'
import { insertPullRequest, pullRequestOfRun } from './store-pull-requests.ts'
import type { PullRequestRow } from './tables.ts'

interface CycleResult extends Pick<
  PullRequestRow,
  'projectId' | 'repositoryId' | 'cycleId' | 'runId' | 'targetBranch' | 'commitSha' | 'title'
> {
  readonly handle: string
  readonly runNumber: number
  readonly description: string
  readonly now: Date
}

const bodyMost = 10_000

/** True if what cycles make in this repository is delivered by pull requests at a code host. */
export const deliversByPullRequest = async (tx: Transaction, projectId: string, repositoryId: string) => {
  const link = await findLink(tx, { projectId })
  return link?.repositoryId === repositoryId && link.pullRequests
}

/** True if a project is pushed to a code host. */
export const isConnectedToHost = async (tx: Transaction, projectId: string): Promise<boolean> =>
  (await findLink(tx, { projectId })) !== undefined

/** Asks for the pull request of a run, which waits for it; undefined if the project is not delivered so. */
export const requestPullRequest = async (tx: Transaction, result: CycleResult): Promise<PullRequestRow | undefined> => {
  const { projectId, repositoryId, handle, runNumber, title, description, ...of } = result
  const link = await findLink(tx, { projectId })
  if (link?.repositoryId !== repositoryId || !link.pullRequests) return undefined
  await insertPullRequest(tx, {
    ...of,
    id: uuidv7(),
    projectId,
    repositoryId,
    codeHostId: link.codeHostId,
    branch: pullRequestBranch(handle, runNumber, of.runId),
    title: `${handle}: ${title}`.slice(0, 300),
    body: description.slice(0, bodyMost),
  })
  return pullRequestOfRun(tx, { runId: of.runId })
}
