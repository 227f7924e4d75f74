import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { previewHead } from '../../code/deployments/index.ts'
import {
  findRef,
  findRunRef,
  primaryRepository,
  type RepositoryRow,
  repositoriesOf,
} from '../../code/repository-records/index.ts'
import { previewBranch } from './rules.ts'

/** A branch of a repository as the rows of its project name it. */
export interface BranchLocation {
  readonly repository: RepositoryRow
  /** The head of the project is in the primary repository. */
  readonly isPrimary: boolean
  readonly branch: string
  /** The commit of the branch; undefined if the repository does not have the branch. */
  readonly head: string | undefined
  readonly defaultHead: string | undefined
}

/** The repository of a request, by default the primary one, which may be in no list of repositories. */
export const findRepository = async (tx: Transaction, projectId: string, repo: string | undefined) => {
  const primary = await primaryRepository(tx, projectId)
  const found = repo === undefined ? primary : await repositoryNamed(tx, projectId, repo.toLowerCase(), primary)
  return found && { repository: found, isPrimary: found.primarySince !== null }
}

const repositoryNamed = async (
  tx: Transaction,
  projectId: string,
  name: string,
  primary: RepositoryRow | undefined,
) => {
  const all = await repositoriesOf(tx, { projectIds: [projectId] })
  return [...all, ...(primary ? [primary] : [])].find(
    ({ id, fullName }) => id === name || fullName?.toLowerCase() === name,
  )
}

/** The branch of a project that a request names; by default the default branch. */
export const findBranch = async (
  tx: Transaction,
  projectId: string,
  { repo, ref }: { readonly repo?: string | undefined; readonly ref?: string | undefined },
): Promise<BranchLocation | 'noRepository' | 'branchGone'> => {
  const found = await findRepository(tx, projectId, repo)
  if (!found) return 'noRepository'
  const { repository } = found
  const defaultHead = await findRef(tx, repository.id, `refs/heads/${repository.defaultBranch}`)
  const place = { ...found, defaultHead }
  if (ref === undefined || ref === repository.defaultBranch)
    return { ...place, branch: repository.defaultBranch, head: defaultHead }
  const head =
    ref === previewBranch
      ? ((await previewHead(tx, { projectId, repositoryId: repository.id }))?.commitSha ?? undefined)
      : await findRunRef(tx, repository.id, ref)
  return head === undefined ? 'branchGone' : { ...place, branch: ref, head }
}

/** True if the repository is on a host that this instance reads, and exists. */
export const isReadable = async (repositories: Repositories, { id, host }: Pick<RepositoryRow, 'id' | 'host'>) =>
  host === 'native-repos' && (await repositories.exists(id))
