import type { Words } from '../words.ts'
import { plural } from '../plural.ts'

const named = (paths: readonly string[], all: number) =>
  paths.join(', ') + (all > paths.length ? ` and ${all - paths.length} more` : '')

/** Texts of the page that imports a project. */
export const en = {
  title: 'New project',
  question: 'Choose the code of the project.',
  text: 'It is scanned for secrets first. Then you describe the first change.',
  found: (findings: number) =>
    findings === 0 ? 'No secrets found.' : `${plural(findings, 'likely secret', 'likely secrets')} found.`,
  at: (branch: string, commit: string) => `Branch ${branch}, at commit ${commit}.`,
  moreFindings: (count: number) => `And ${count} more.`,
  pastFindings: (count: number) =>
    `Only in older commits: ${plural(count, 'likely secret or file', 'likely secrets or files')}.`,
  exampleFindings: (count: number) =>
    `In comments, documentation, tests or examples, or placeholders: ${plural(count, 'value', 'values')}. They ask for nothing.`,
  kept: (paths: readonly string[], all: number) =>
    `Not imported because they contain credentials: ${named(paths, all)}. Add them on the Secrets page.`,
  leftOut: (paths: readonly string[], all: number) => `Left out: ${named(paths, all)}.`,
  takeFindings: 'Import anyway, with the secrets in its history',
  name: 'Name',
  stack: 'Stack',
  stackHint: 'Languages and frameworks, in one line: node, python, rails.',
  import: 'Create project',
  importing: 'Creating…',
  another: 'Choose other code',
  host: {
    title: 'From a code host',
    text: 'A repository of GitHub, GitLab, Gitea or Forgejo, with its history.',
    none: 'After you connect it, its repositories are listed here.',
    connect: 'Connect a code host',
    askAdministrator: 'An administrator connects one in the settings of the workspace.',
    connection: 'Connection',
    search: 'Search repositories',
    searchHint: 'A part of the name, or owner/name.',
    searchButton: 'Search',
    asking: 'Reading the repositories…',
    found: 'Repositories',
    nothing: 'No repository has this name, or the connection does not see it.',
    empty: 'The connection sees no repository yet.',
    more: 'The host has more: search for a part of the name.',
    isPrivate: 'Private',
    fetching: 'Fetching and scanning for secrets…',
    connectTo: (name: string) => `Deliver cycles to ${name} by pull requests`,
    connectToText:
      'The project is connected to the repository that it comes from. You can disconnect it in its settings.',
    notConnected: 'The project was created, and is not connected yet',
    openSettings: 'Open its settings',
  },
  address: {
    title: 'From a Git address',
    text: 'A public repository with an https address.',
    label: 'Address',
    placeholder: 'https://git.example.com/acme/shop',
    button: 'Fetch',
    busy: 'Fetching and scanning for secrets…',
  },
  codes: {} as Words['errors']['codes'],
  upload: 'From this computer',
  uploadText: 'A folder or a Git bundle with its history.',
  withoutCode: 'Or begin without code of your own',
  sample: 'A sample',
  sampleText: 'A small word counter with tests, to try a first cycle on.',
  sampleButton: 'Use the sample',
  empty: 'An empty project',
  emptyText: 'Agents write the first files in the first cycle.',
  emptyName: 'New project',
  emptyButton: 'Start empty',
  terminal: 'From a terminal',
  terminalText: 'Keeps the history, links and executable files.',
  command: 'bin/atelier import path/to/repository',
  copy: 'Copy the command',
  scan: {
    label: 'Upload a repository',
    drop: 'Drop a folder or a Git bundle here.',
    folder: 'Choose a folder',
    bundle: 'Choose a Git bundle',
    busy: 'Uploading and scanning for secrets…',
    oneThing: 'Drop one folder or one bundle.',
    emptyFolder: 'This folder has no files.',
    tooMany: 'A folder may have up to 100,000 files. Use the command line for this one.',
    unreadable: 'The browser could not read this. Choose it with the button.',
  },
}
