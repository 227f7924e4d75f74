import type { listProjectBranches } from '../../../../../domains/delivery/repository-reads/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

type BranchRow = Pick<Reply<typeof listProjectBranches>['branches'][number], 'name' | 'kind' | 'cycleId' | 'headSha'>

export interface BranchGroup<Branch extends BranchRow> {
  readonly key: string
  /** Null for the default branch and the preview branch. */
  readonly cycleId: string | null
  /** The branch of the cycle or preview, or the default branch; undefined if only tasks have a branch. */
  readonly own: Branch | undefined
  readonly tasks: readonly Branch[]
}

/**
 * The default branch, the preview branch, then a group for each cycle with its tasks' branches, in the order of the
 * list. Deleted branches, and cycles whose branches are all deleted, are left out unless `showsGone`.
 */
export const groupBranches = <Branch extends BranchRow>(
  branches: readonly Branch[],
  showsGone: boolean,
): BranchGroup<Branch>[] => {
  const visible = branches.filter(({ headSha, kind }) => showsGone || kind === 'default' || headSha !== null)
  const groups = Map.groupBy(visible, ({ kind, cycleId, name }) => (kind === 'default' ? '' : (cycleId ?? name)))
  return [...groups]
    .map(([key, inside]) => ({
      key,
      cycleId: inside[0]!.kind === 'default' ? null : inside[0]!.cycleId,
      own: inside.find(({ kind }) => kind !== 'task'),
      tasks: inside.filter(({ kind }) => kind === 'task'),
    }))
    .toSorted((one, other) => Number(other.key === '') - Number(one.key === ''))
}

/** How many branches were deleted. */
export const goneCount = (branches: readonly BranchRow[]): number =>
  branches.filter(({ headSha, kind }) => headSha === null && kind !== 'default').length

/** The number of the cycle's run that made a branch, from its name; undefined for a branch of people. */
export const runOfBranch = (name: string): string | undefined =>
  /^refs\/atelier\/cycles\/[^/]+\/(\d+)\//.exec(name)?.[1]
