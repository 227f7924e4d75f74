/** Texts of actions that can be taken back. */
export const en = {
  undo: 'Undo',
  done: 'Taken back',
  failed: 'It could not be taken back. The page shows how it stands now.',
  merged: (title: string) => `“${title}” is merged`,
  revert: 'Revert change',
  reverting: 'Reverting…',
  revertOf: (title: string) => `Revert ${title}`,
  revertHint: 'Starts a new cycle that undoes this one. Later changes stay.',
  revertStarted: (title: string) => `A new cycle now reverts “${title}”`,
  revertNotStarted: (title: string) => `The revert of “${title}” did not start. Open that cycle to see why.`,
  revertedBy: 'See the revert',
}
