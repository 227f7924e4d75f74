interface PullRequest {
  readonly state: 'waiting' | 'open' | 'merged' | 'taken' | 'closed'
  readonly checks: 'none' | 'pending' | 'passing' | 'failing'
}

/** How far the tasks of a cycle are by what its code host says of their pull request. */
export const statusAtHost = ({ state, checks }: PullRequest) => {
  if (state === 'waiting' || state === 'closed') return 'approved' as const
  if (state === 'open') return checks === 'passing' ? ('ci_passing' as const) : ('pr_created' as const)
  return 'merged' as const
}
