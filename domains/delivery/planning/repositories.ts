import type { InTransaction } from '../../../platform/db/transaction.ts'
import { findRef, repositoriesOf, type RepositoryRow } from '../../code/repository-records/index.ts'
import type { PlannedPiece } from './rules-plan.ts'

/** A repository in which tasks can be done. */
export interface NamedRepository {
  readonly id: string
  /** A plan's name for it: its label if no other has it, else its id. */
  readonly name: string
  readonly headSha: string
}

/** One task of a plan, with the name of its repository; without one it is done in the primary repository. */
export interface NamingPiece extends Omit<PlannedPiece, 'repositoryId'> {
  readonly repository?: string | undefined
}

/** The repositories on Atelier's own host that hold a commit to begin with, the primary one first. */
export const repositoriesToPlanIn = async (
  read: InTransaction,
  { repository: primary, baseSha }: { readonly repository: RepositoryRow; readonly baseSha: string },
): Promise<NamedRepository[]> => {
  const attached = await read((tx) => repositoriesOf(tx, { projectIds: [primary.projectId] }))
  const others = attached.filter(({ id, host }) => id !== primary.id && host === 'native-repos')
  const found = [{ ...primary, headSha: baseSha }]
  for (const row of others) {
    const headSha = await read((tx) => findRef(tx, row.id, `refs/heads/${row.defaultBranch}`))
    if (headSha) found.push({ ...row, headSha })
  }
  const labels = found.map(({ label }) => label?.toLowerCase())
  return found.map(({ id, label, headSha }, at) => {
    const isAlone = labels.indexOf(labels[at]) === labels.lastIndexOf(labels[at])
    return { id, headSha, name: label && isAlone ? label : id }
  })
}

/** A plan, empty if the request stays one task; or the faults of an answer, in words for its author. */
export type ReadPlan = { readonly pieces: readonly PlannedPiece[] } | { readonly faults: readonly string[] }

/** Finds the repository that each task of a plan names; the first one is the primary. */
export const placeInRepositories = (
  pieces: readonly NamingPiece[],
  repositories: readonly NamedRepository[],
): ReadPlan => {
  const idOf = (name: string) => repositories.find((one) => one.name.toLowerCase() === name.toLowerCase())?.id
  const faults = pieces.flatMap(({ name, repository }) =>
    repository && !idOf(repository)
      ? `“${name}” is to be done in “${repository}”, which is no repository that tasks of this project can be done in.`
      : [],
  )
  if (faults.length > 0) return { faults }
  return {
    pieces: pieces.map(({ repository, ...piece }) => {
      const repositoryId = repository ? idOf(repository) : undefined
      return repositoryId && repositoryId !== repositories[0]?.id ? { ...piece, repositoryId } : piece
    }),
  }
}
