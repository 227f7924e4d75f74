const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const named = (paths: readonly string[], all: number) =>
  paths.join(', ') + (all > paths.length ? ` and ${all - paths.length} more` : '')

/** What the page says that brings a project in. */
export const en = {
  title: 'New project',
  question: 'Which code is it about?',
  text: 'Everything is looked at for secrets before it becomes a project. Nothing leaves this server.',
  found: (findings: number) =>
    findings === 0
      ? 'Nothing in it looks like a secret'
      : `${plural(findings, 'thing looks', 'things look')} like a secret`,
  at: (branch: string, commit: string) => `Branch ${branch}, at commit ${commit}.`,
  moreFindings: (count: number) => `And ${count} more.`,
  kept: (paths: readonly string[], all: number) =>
    `Stayed out, since they hold credentials: ${named(paths, all)}. Drop them on the page of its secrets.`,
  leftOut: (paths: readonly string[], all: number) => `Left out: ${named(paths, all)}.`,
  takeFindings: 'Bring it in all the same, with them in its history',
  name: 'Name',
  stack: 'Stack',
  stackHint: 'What it is made with, in a line: node, python, rails.',
  missing: 'This is needed.',
  import: 'Make the project',
  importing: 'Making the project…',
  another: 'Choose something else',
  busy: 'Looking for secrets…',
  sample: 'A sample',
  sampleText: 'Four files that count words, with tests that pass.',
  sampleButton: 'Take the sample',
  empty: 'An empty project',
  emptyText: 'Its first cycle writes the first files.',
  emptyName: 'New project',
  emptyButton: 'Begin empty',
  terminal: 'From a terminal',
  terminalText: 'Keeps the history, links and executable files.',
  command: 'bin/atelier import path/to/repository',
  copy: 'Copy the command',
  scan: {
    label: 'Upload a repository',
    drop: 'Drop a folder or a git bundle here.',
    folder: 'Choose a folder',
    bundle: 'Choose a bundle',
    busy: 'Uploading and looking for secrets…',
    oneThing: 'Drop one folder or one bundle, not several things.',
    emptyFolder: 'There is no file in this folder.',
    tooMany: 'A folder may have up to 100,000 files. Use the command line for this one.',
    unreadable: 'The browser could not read this. Choose it with the button.',
  },
}
