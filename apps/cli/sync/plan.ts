/** How a branch here and the head of its project lie to each other. */
export interface Distance {
  /** Commits that are only here; undefined if the branch is not here. */
  readonly ahead: number | undefined
  /** Commits that only the project has. */
  readonly behind: number
}

/** The obstacles to new files. */
export interface WorkTree {
  /** Where the branch is checked out. */
  readonly checkout: 'here' | 'elsewhere' | 'nowhere'
  /** A merge, a rebase or their like waits to be finished. */
  readonly isUnfinished: boolean
  /** Tracked files with changes that are not committed. */
  readonly uncommitted: readonly string[]
  /** Untracked files at paths of new files of the project. */
  readonly inTheWay: readonly string[]
}

export type Obstacle = 'no_branch' | 'diverged' | 'behind' | 'elsewhere' | 'unfinished' | 'uncommitted' | 'in_the_way'

/** The moves between a checkout and its project, or the steps that a person has to do first. */
export type Plan =
  | { readonly move: 'none' | 'push' | 'fast_forward'; readonly obstacle?: undefined }
  | { readonly move: 'none'; readonly obstacle: Obstacle }

type Relation = 'absent' | 'same' | 'ahead' | 'behind' | 'diverged'

export const relationOf = ({ ahead, behind }: Distance): Relation => {
  if (ahead === undefined) return 'absent'
  if (ahead > 0) return behind > 0 ? 'diverged' : 'ahead'
  return behind > 0 ? 'behind' : 'same'
}

const stopped = (obstacle: Obstacle): Plan => ({ move: 'none', obstacle })

/** Files of the project come only if nothing of the person's can be lost by it. */
const fastForward = ({ checkout, isUnfinished, uncommitted, inTheWay }: WorkTree): Plan => {
  if (checkout === 'elsewhere') return stopped('elsewhere')
  if (checkout === 'nowhere') return { move: 'fast_forward' }
  if (isUnfinished) return stopped('unfinished')
  if (uncommitted.length > 0) return stopped('uncommitted')
  return inTheWay.length > 0 ? stopped('in_the_way') : { move: 'fast_forward' }
}

/** A push takes commits to the project that descend from its head, and no others. */
export const planPush = (distance: Distance): Plan => {
  const plans: Readonly<Record<Relation, Plan>> = {
    absent: stopped('no_branch'),
    same: { move: 'none' },
    ahead: { move: 'push' },
    behind: stopped('behind'),
    diverged: stopped('diverged'),
  }
  return plans[relationOf(distance)]
}

/** A pull brings the project's commits here if they descend from the local commit. */
export const planPull = (distance: Distance, workTree: WorkTree): Plan => {
  const relation = relationOf(distance)
  if (relation === 'behind') return fastForward(workTree)
  if (relation === 'absent') return stopped('no_branch')
  return relation === 'diverged' ? stopped('diverged') : { move: 'none' }
}

/** Both: a descendant of the other side moves, and if both sides have new commits, a person brings them together. */
export const planSync = (distance: Distance, workTree: WorkTree): Plan =>
  relationOf(distance) === 'ahead' ? { move: 'push' } : planPull(distance, workTree)
