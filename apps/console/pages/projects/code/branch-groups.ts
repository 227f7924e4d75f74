interface BranchRow {
  readonly name: string
  readonly kind: 'default' | 'preview' | 'cycle' | 'task'
  readonly title: string | null
  readonly cycleId: string | null
  readonly headSha: string | null
  readonly createdAt: string | null
}

export interface BranchGroup<Branch extends BranchRow> {
  readonly key: string
  /** Null for the default branch and that of the preview. */
  readonly cycleId: string | null
  /** The branch of the cycle itself, of the preview, or the default branch; undefined if only tasks have one. */
  readonly own: Branch | undefined
  readonly tasks: readonly Branch[]
}

/**
 * The default branch, the preview branch, then a group for each cycle with its tasks' branches, in the order of the
 * list. Branches that no longer exist are left out unless they are asked for, and so are cycles that have no other.
 */
export const groupBranches = <Branch extends BranchRow>(
  branches: readonly Branch[],
  showsGone: boolean,
): BranchGroup<Branch>[] => {
  const shown = branches.filter(({ headSha, kind }) => showsGone || kind === 'default' || headSha !== null)
  const groups = Map.groupBy(shown, ({ kind, cycleId, name }) => (kind === 'default' ? '' : (cycleId ?? name)))
  return [...groups]
    .map(([key, inside]) => ({
      key,
      cycleId: inside[0]!.kind === 'default' ? null : inside[0]!.cycleId,
      own: inside.find(({ kind }) => kind !== 'task'),
      tasks: inside.filter(({ kind }) => kind === 'task'),
    }))
    .toSorted((one, other) => Number(other.key === '') - Number(one.key === ''))
}

export const goneCount = (branches: readonly BranchRow[]): number =>
  branches.filter(({ headSha, kind }) => headSha === null && kind !== 'default').length

/** The run of a cycle that a branch was made for; undefined for a branch of people. */
export const runOfBranch = (name: string): string | undefined =>
  /^refs\/atelier\/cycles\/[^/]+\/(\d+)\//.exec(name)?.[1]
