import { Argument, type Command, Option } from 'commander'
import type { AddHostOptions, ConnectProjectOptions, ProjectOptions } from './commands/connect.ts'
import type { Session } from './session.ts'

const ofProject = [
  '--project <name or id>',
  'which project; by default the one that this folder was imported as',
] as const

/** The commands about code hosts, trackers and channels of the workspace, and where a project is connected. */
export const addConnections = (program: Command, session: Session): void => {
  const connect = program.command('connect').description('code hosts, trackers and chat channels, and their tests')
  connect
    .command('list', { isDefault: true })
    .description('the connections of the workspace')
    .action(async () => (await import('./commands/connect.ts')).listConnections(session))
  connect
    .command('add')
    .description('connect a code host: you are asked for its token, unless you name an app of GitHub')
    .addArgument(new Argument('<kind>', 'gitea is Forgejo as well').choices(['github', 'gitea', 'gitlab']))
    .argument('<name>', 'what the agency calls it')
    .option('--url <address>', 'where people open it; without it github.com or gitlab.com')
    .option('--stdin', 'read the token from standard input')
    .option('--app <id>', 'an app of GitHub in the place of a token')
    .option('--installation <id>', 'which installation of the app')
    .option('--key <file>', 'the private key of the app, as PEM')
    .action(async (kind: 'github' | 'gitea' | 'gitlab', name: string, options: AddHostOptions) =>
      (await import('./commands/connect.ts')).addHost(session, kind, name, options),
    )
  connect
    .command('test')
    .description('ask a connection whether it works; a channel gets a message')
    .argument('<connection>', 'its name')
    .action(async (name: string) => (await import('./commands/connect.ts')).testConnection(session, name))
  connect
    .command('project')
    .description('push the history of a project to an empty repository, and deliver its cycles there')
    .argument('<host>', 'the name of the code host')
    .argument('<repository>', 'owner/name there; at GitLab also group/subgroup/name')
    .option('--create', 'create the repository')
    .addOption(new Option('--no-pull-requests', 'let Atelier merge and push'))
    .option(...ofProject)
    .action(async (host: string, repository: string, options: ConnectProjectOptions) =>
      (await import('./commands/connect.ts')).connectProject(session, host, repository, options),
    )
  connect
    .command('status')
    .description('where a project is connected, and its pull requests')
    .option(...ofProject)
    .action(async (options: ProjectOptions) =>
      (await import('./commands/connect.ts')).connectionStatus(session, options),
    )
  connect
    .command('disconnect')
    .description('disconnect a project from its code host')
    .option(...ofProject)
    .action(async (options: ProjectOptions) => (await import('./commands/connect.ts')).disconnect(session, options))
}
