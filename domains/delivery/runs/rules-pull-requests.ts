interface PullRequest {
  readonly state: 'waiting' | 'open' | 'merged' | 'taken' | 'closed'
  readonly checks: 'none' | 'pending' | 'passing' | 'failing'
  /** Why the merge does not count; null if it does. */
  readonly doubt: string | null
}

/** The progress of a cycle's tasks by its code host's state of their pull request. */
export const statusAtHost = ({ state, checks, doubt }: PullRequest) => {
  if (state === 'waiting' || state === 'closed') return 'approved' as const
  if (state === 'open' || doubt !== null)
    return checks === 'passing' ? ('ci_passing' as const) : ('pr_created' as const)
  return 'merged' as const
}
