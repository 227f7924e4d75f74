/** What is said where something that was done can be taken back. */
export const en = {
  undo: 'Undo',
  done: 'Taken back',
  failed: 'It could not be taken back. The page shows how it stands now.',
}
