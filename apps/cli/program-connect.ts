import { Argument, type Command, Option } from 'commander'
import type { Session } from './session.ts'
import { addCommands, byDefault, commandsIn } from './command-table.ts'

const fromConnect = commandsIn(() => import('./commands/people/connect.ts'))

const ofProject = [
  '--project <name or id>',
  'which project; by default the one that this folder was imported as',
] as const

/** The commands about code hosts, trackers and channels of the workspace, and where a project is connected. */
export const addConnections = (program: Command, session: Session): void => {
  const connect = program.command('connect').description('code hosts, trackers and chat channels, and their tests')
  addCommands(connect, session, [
    ['list', 'the connections of the workspace', fromConnect('listConnections'), byDefault],
    [
      'add',
      'connect a code host: asks for its token, unless you name an app of GitHub',
      fromConnect('addHost'),
      new Argument('<kind>', 'gitea is Forgejo as well').choices(['github', 'gitea', 'gitlab']),
      ['<name>', 'the agency’s name for it'],
      ['--url <address>', 'its address for people; by default github.com or gitlab.com'],
      ['--stdin', 'read the token from standard input'],
      ['--app <id>', 'an app of GitHub in the place of a token'],
      ['--installation <id>', 'the installation of the app'],
      ['--key <file>', 'the private key of the app, as PEM'],
    ],
    [
      'test',
      'test a connection; a channel gets a message',
      fromConnect('testConnection'),
      ['<connection>', 'its name'],
    ],
    [
      'project',
      'push the history of a project to an empty repository, and deliver its cycles there',
      fromConnect('connectProject'),
      ['<host>', 'the name of the code host'],
      ['<repository>', 'owner/name there; at GitLab also group/subgroup/name'],
      ['--create', 'create the repository'],
      new Option('--no-pull-requests', 'let Atelier merge and push'),
      ofProject,
    ],
    ['status', 'where a project is connected, and its pull requests', fromConnect('connectionStatus'), ofProject],
    ['disconnect', 'disconnect a project from its code host', fromConnect('disconnect'), ofProject],
  ])
}
