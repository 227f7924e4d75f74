const files = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`

/** Texts of the pages of a project's revisions. */
export const en = {
  title: 'Revisions',
  filter: 'Filter by change, person or hash',
  text: (newest: string) =>
    `Revision ${newest} is the newest. Choose two to compare them, or open one to see what it changed.`,
  none: 'No revisions yet',
  noneText: 'The first one appears when something is imported or merged.',
  number: (number: string) => `Revision ${number}`,
  newest: 'Newest',
  sources: {
    created: 'Project created',
    import: 'Imported',
    merge: 'Merged',
    upload: 'Pushed',
    switch: 'Primary repository changed',
  },
  select: (number: string) => `Select revision ${number} to compare`,
  chooseAnother: 'Choose another one to compare.',
  compare: (one: string, other: string) => `Compare ${one} and ${other}`,
  clear: 'Clear',
  clone: 'Clone with git',
  cloneText: 'The user name may be anything; the password is an API key. A push becomes a revision.',
  copyClone: 'Copy the command',
  copyCommit: 'Copy the commit',
  download: (number: string) => `Download revision ${number}`,
  downloadThis: 'Download',
  downloading: 'Downloading…',
  goBack: 'Go back to this',
  goBackShort: 'Go back',
  goBackTo: (number: string) => `Go back to revision ${number}`,
  goBackText: (number: string) =>
    `This is what would change. A new cycle makes it, runs the checks and waits for the review; the merge makes revision ${number}.`,
  goingBack: 'Starting…',
  compared: (one: string, other: string) => `From revision ${one} to ${other}`,
  since: (number: string) => `Changes since revision ${number}`,
  first: 'The first revision with all its files',
  changed: (count: number, lines: string | undefined) =>
    lines === undefined ? files(count) : `${files(count)}, ${lines}`,
  changedFiles: 'Changed',
  contents: 'Contents',
  approvedBy: 'Approved by',
  truncated: 'More files differ than are listed.',
  same: 'No file differs',
  sameText: 'Both revisions have the same files.',
  toCycle: 'Open the cycle',
}
