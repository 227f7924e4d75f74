/** Texts of a form that is saved separately, and that another person may have saved too. */
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
