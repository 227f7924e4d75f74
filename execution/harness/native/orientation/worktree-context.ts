/** Where an agent will work. */
export interface Place {
  /** The worktree's real path. */
  readonly root: string
  readonly signal: AbortSignal
}
