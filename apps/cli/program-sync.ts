import { Option, type Command } from 'commander'
import { project } from './program-options.ts'
import type { Session } from './session.ts'
import { addCommands, commandsIn } from './command-table.ts'

const fromPush = commandsIn(() => import('./commands/projects/push.ts'))
const fromSync = commandsIn(() => import('./commands/projects/sync.ts'))
const fromPull = commandsIn(() => import('./commands/projects/pull.ts'))
const fromSsh = commandsIn(() => import('./commands/work/ssh.ts'))

const path = ['[path]', 'a folder in a git repository', '.'] as const

const dryRun = ['--dry-run', 'show what would move, and move nothing'] as const

const sending = [
  path,
  project,
  dryRun,
  ['--wait', 'wait while an agent is at work on the project'],
  new Option('--on-findings <what>', 'when new commits hold something to review')
    .choices(['keep', 'stop'])
    .default('keep'),
  ['--protect', 'send new files with secrets, encrypted, without asking'],
  ['--no-protect', 'leave files with secrets out, without asking'],
] as const

/** The commands that keep a checkout and its project in step. */
export const addSync = (program: Command, session: Session): void => {
  addCommands(program, session, [
    [
      'pull',
      'get the newest revision into a repository, or into an empty folder',
      fromPull('pull'),
      path,
      project,
      dryRun,
      ['--no-protect', 'leave the project’s files with secrets out'],
    ],
    ['push', 'make the commits of a repository the next revision of its project', fromPush('push'), ...sending],
    ['sync', 'pull new commits of the project, then push new ones from here', fromSync('sync'), ...sending],
    [
      'ssh',
      'open a shell with the project’s files, or run a command there',
      fromSsh('sshCommand'),
      ['[project]', 'name or id of the project; by default that of this folder'],
      ['[command...]', 'a command, and its words'],
    ],
  ])
}
