/** What a form says that is saved by itself, and that somebody else may have saved meanwhile. */
export const enConflict = {
  title: 'Someone else changed this. It now says:',
  emptied: 'nothing',
  takeTheirs: 'Take theirs',
  keepMine: 'Keep mine',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved',
  discard: 'Discard',
}
