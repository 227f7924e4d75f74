/** Where an agent will work. */
export interface WorktreeContext {
  /** The worktree's real path. */
  readonly root: string
  readonly signal: AbortSignal
}
