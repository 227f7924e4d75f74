import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { previewHead } from '../../code/deployments/index.ts'
import { findRunRef, primaryRepository, type RepositoryRow, repositoriesOf } from '../../code/projects/index.ts'
import { headRevision } from '../../code/revisions/index.ts'
import { previewBranch } from './rules.ts'

/** A branch of a repository as the rows of its project name it. */
export interface BranchLocation {
  readonly repository: RepositoryRow
  /** The head of the project lies in the primary repository. */
  readonly isPrimary: boolean
  readonly branch: string
  readonly head: Head
  readonly defaultHead: Head
}

/** A branch of the repository itself, with the commit that a row names, which counts; or the commit of a run’s branch. */
type Head = { readonly ref: string; readonly sha: string | null } | { readonly ref?: undefined; readonly sha: string }

interface BranchQuery {
  readonly repo?: string | undefined
  readonly ref?: string | undefined
}

/**
 * The repository that a request names, or the primary one. The history of a project that was made without repositories
 * is its primary repository, although no list of repositories has it.
 */
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
  const all = await repositoriesOf(tx, [projectId])
  return [...all, ...(primary ? [primary] : [])].find(
    ({ id, fullName }) => id === name || fullName?.toLowerCase() === name,
  )
}

/** The branch of a project that a request names; its default branch, where it names none. */
export const findBranch = async (
  tx: Transaction,
  projectId: string,
  { repo, ref }: BranchQuery,
): Promise<BranchLocation | 'noRepository' | 'branchGone'> => {
  const found = await findRepository(tx, projectId, repo)
  if (!found) return 'noRepository'
  const { repository, isPrimary } = found
  const revision = isPrimary ? await headRevision(tx, projectId) : undefined
  const recorded = revision?.repositoryId === repository.id ? revision.commitSha : null
  const defaultHead = { ref: `refs/heads/${repository.defaultBranch}`, sha: recorded }
  const place = { ...found, defaultHead }
  if (ref === undefined || ref === repository.defaultBranch)
    return { ...place, branch: repository.defaultBranch, head: defaultHead }
  if (ref === previewBranch) {
    const preview = await previewHead(tx, { projectId, repositoryId: repository.id })
    // The commit came from the default branch, which is what its repository has of it.
    return preview ? { ...place, branch: ref, head: { ...defaultHead, sha: preview.commitSha } } : 'branchGone'
  }
  const sha = await findRunRef(tx, repository.id, ref)
  return sha === undefined ? 'branchGone' : { ...place, branch: ref, head: { sha } }
}

/** The commit that a branch stands at; undefined where the repository no longer has the branch. */
export const headOf = async (
  repositories: Repositories,
  { id }: Pick<RepositoryRow, 'id'>,
  head: Head,
): Promise<string | undefined> => {
  if (head.ref === undefined) return head.sha
  const stands = await repositories.readRef(id, head.ref)
  return stands && (head.sha ?? stands)
}

/** Whether the repository lies on a host that this instance reads, and is there. */
export const isReadable = async (repositories: Repositories, { id, host }: Pick<RepositoryRow, 'id' | 'host'>) =>
  host === 'native-repos' && (await repositories.exists(id))
