const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const named = (paths: readonly string[], all: number) =>
  paths.join(', ') + (all > paths.length ? ` and ${all - paths.length} more` : '')

/** Texts of the page that imports a project. */
export const en = {
  title: 'New project',
  question: 'Choose the code of the project.',
  text: 'It is scanned for secrets before it becomes a project. Nothing leaves this server.',
  found: (findings: number) =>
    findings === 0 ? 'No secrets found.' : `${plural(findings, 'likely secret', 'likely secrets')} found.`,
  at: (branch: string, commit: string) => `Branch ${branch}, at commit ${commit}.`,
  moreFindings: (count: number) => `And ${count} more.`,
  kept: (paths: readonly string[], all: number) =>
    `Not imported because they contain credentials: ${named(paths, all)}. Add them on the Secrets page.`,
  leftOut: (paths: readonly string[], all: number) => `Left out: ${named(paths, all)}.`,
  takeFindings: 'Import anyway, with the secrets in its history',
  name: 'Name',
  stack: 'Stack',
  stackHint: 'Languages and frameworks, in one line: node, python, rails.',
  missing: 'Required.',
  import: 'Create project',
  importing: 'Creating…',
  another: 'Choose other code',
  busy: 'Scanning for secrets…',
  sample: 'A sample',
  sampleText: 'Four files that count words, with tests that pass.',
  sampleButton: 'Use the sample',
  empty: 'An empty project',
  emptyText: 'Its first cycle writes the first files.',
  emptyName: 'New project',
  emptyButton: 'Start empty',
  terminal: 'From a terminal',
  terminalText: 'Keeps the history, links and executable files.',
  command: 'bin/atelier import path/to/repository',
  copy: 'Copy the command',
  scan: {
    label: 'Upload a repository',
    drop: 'Drop a folder or a git bundle here.',
    folder: 'Choose a folder',
    bundle: 'Choose a bundle',
    busy: 'Uploading and scanning for secrets…',
    oneThing: 'Drop one folder or one bundle.',
    emptyFolder: 'This folder has no files.',
    tooMany: 'A folder may have up to 100,000 files. Use the command line for this one.',
    unreadable: 'The browser could not read this. Choose it with the button.',
  },
}
