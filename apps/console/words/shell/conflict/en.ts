/** What a form says that is saved by itself, and that somebody else may have saved meanwhile. */
export const enConflict = {
  title: 'Somebody else changed this meanwhile. It says now:',
  emptied: 'nothing',
  takeTheirs: 'Take theirs',
  keepMine: 'Keep mine',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved',
  discard: 'Discard',
}
