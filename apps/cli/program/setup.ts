import { Argument, type Command, Option } from 'commander'
import { atelier } from './command.ts'
import type { EnvOptions } from '../commands/projects/env.ts'
import type { CallOptions } from '../commands/server/call.ts'
import { profileSettings } from '../profile/profile.ts'
import { addAgents, addModels } from './agents.ts'
import { project, several } from './options.ts'
import { addAi } from './ai.ts'
import { addPolicies } from './policies.ts'
import { addPreviews } from './previews.ts'
import { addSecrets } from './secrets.ts'
import type { Session } from '../session.ts'
import { type Run, addCommand, addCommands, byDefault, commandsIn } from './command-table.ts'

const fromConnect = commandsIn(() => import('../commands/people/connect.ts'))

/** Commands about code hosts, trackers and channels of the workspace, and connections of projects. */
const addConnections = (program: Command, session: Session): void => {
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
      project,
    ],
    ['status', 'where a project is connected, and its pull requests', fromConnect('connectionStatus'), project],
    ['disconnect', 'disconnect a project from its code host', fromConnect('disconnect'), project],
  ])
}

const fromRepos = commandsIn(() => import('../commands/projects/repos.ts'))

/** The commands about the repositories of a project. */
const addRepos = (program: Command, session: Session): void => {
  const repos = program.command('repos').description('the repositories of a project; cycles work in its primary one')
  const one = ['<repository>', 'its full name, label or id'] as const
  addCommands(repos, session, [
    ['list', 'all of them, the primary one first', fromRepos('listRepos'), byDefault, project],
    [
      'attach',
      'attach one of a code host, an empty one on this server, or one from a bundle',
      fromRepos('attachRepo'),
      project,
      ['[owner/name]', 'host of the repository, which is recorded and not connected'],
      ['--empty', 'a new one without files'],
      ['--bundle <file>', 'a git bundle with the whole history'],
      ['--branch <branch>', 'the branch that work goes to'],
      ['--label <label>', 'a short name'],
    ],
    [
      'set',
      'change its branch or its label',
      fromRepos('setRepo'),
      project,
      one,
      ['--branch <branch>', 'the branch that work goes to'],
      ['--label <label>', 'a short name; an empty one removes it'],
    ],
    ['primary', 'make it the one that cycles work in', fromRepos('makeRepoPrimary'), project, one],
    ['detach', 'detach it; one on this server is purged after 30 days', fromRepos('detachRepo'), project, one],
  ])
}

const fromDoctor = commandsIn(() => import('../commands/server/doctor.ts'))
const fromMcp = commandsIn(() => import('../commands/server/mcp.ts'))
const fromEnv = commandsIn(() => import('../commands/projects/env.ts'))
const fromTools = commandsIn(() => import('../commands/models/tools.ts'))
const fromSkills = commandsIn(() => import('../commands/models/skills.ts'))
const fromModelTest = commandsIn(() => import('../commands/models/test-model.ts'))
const fromConfig = commandsIn(() => import('../commands/projects/config.ts'))
const fromProject = commandsIn(() => import('../commands/projects/project.ts'))
const fromProjectBuilds = commandsIn(() => import('../commands/projects/project-builds.ts'))

/** The commands about how projects, the model and the command line itself are set up. */
export const addSetup = (program: Command, session: Session): void => {
  program.commandsGroup('Setup')
  addProject(program, session)
  addRepos(program, session)
  addConnections(program, session)
  addPreviews(program, session)
  addAi(program, session)
  addPolicies(program, session)
  addEnvironments(program, session)
  addSkills(program, session)
  addTools(program, session)
  addSecrets(program, session)
  addAgents(program, session)
  addModels(program, session)
  addModel(program, session)
  addConfig(program, session)
  addCommands(program, session, [
    ['doctor', 'check this machine: git, sandbox, disk, browser, registries, server and model', fromDoctor('doctor')],
    ['mcp', 'serve this Atelier to a coding agent by MCP, over standard input and output', fromMcp('mcpBridge')],
  ])
  const call = addCommand(program, session, [
    'call',
    'call any operation of the API by its id',
    async (session, id: string | undefined, fields: readonly string[], options: CallOptions) =>
      id === undefined
        ? call.help({ error: options.help === undefined })
        : (await import('../commands/server/call.ts')).callOperation(session, id, fields, options),
    ['[operation]', `its id: ${atelier} open docs lists them`],
    ['[field...]', 'name=value: fields of its path, query and body; what is no text, as JSON'],
    ['--body <file>', 'send this file as the body'],
    ['--out <file>', 'write bytes to this file; standard output without it'],
    ['-h, --help', 'show this, or the fields of the operation'],
  ])
  call.helpOption(false)
  addCommand(program, session, [
    'completion',
    'a script that completes these commands in a shell',
    async (session, shell: 'bash' | 'zsh' | 'fish') =>
      (await import('../commands/server/completion.ts')).completion(session, program, shell),
    new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']),
  ])
}

const addEnvironments = (program: Command, session: Session) => {
  const environments = program.command('env').description('variables that runs of a project get')
  const inOne = ['--in <environment>', 'its label or id; by default the only one of the project'] as const
  addCommands(environments, session, [
    [
      'list',
      'all of them, the oldest first; of one name the newest counts',
      fromEnv('listEnvironments'),
      byDefault,
      project,
    ],
    [
      'set',
      'set variables, for the next runs; creates the environment if missing',
      fromEnv('setVariables'),
      project,
      ['[variables...]', 'each as NAME=value'],
      inOne,
      ['--secret <name>', 'a secret of the project that checks get, by its name; more than once for several', several],
    ],
    [
      'unset',
      'take variables, or names of secrets, out again',
      fromEnv('unsetVariables'),
      project,
      ['<names...>', 'their names'],
      inOne,
    ],
    ['on', 'give it to the next runs', switching(true), project, environment],
    ['off', 'keep it from the next runs', switching(false), project, environment],
    ['delete', 'delete an environment', fromEnv('deleteEnvironment'), project, environment],
  ])
}

const environment = ['<environment>', 'its label or id'] as const
const switching =
  (isActive: boolean): Run =>
  async (session, named: string, options: EnvOptions) =>
    (await import('../commands/projects/env.ts')).switchEnvironment(session, named, isActive, options)

const addTools = (program: Command, session: Session) => {
  const tools = program.command('tools').description('servers whose tools agents of a project get (MCP)')
  addCommands(tools, session, [
    ['list', 'all of them', fromTools('listToolServers'), byDefault, project],
    [
      'add',
      'give the next runs the tools of a server; one with the same name is replaced',
      fromTools('addToolServer'),
      project,
      ['<name>', 'its name'],
      ['[command...]', 'the program and its arguments, after --'],
      ['--url <address>', 'its address, instead of a program'],
      ['--sse', 'it speaks the oldest form of the protocol'],
      ['--header <header>', 'sent with each request; ${NAME} is replaced by a secret', several],
      ['--secret <name>', 'a secret that the program gets as a variable', several],
    ],
    ['import', 'the servers of a file', fromTools('importToolServers'), project, ['<file>', 'such as .mcp.json']],
    ['delete', 'delete a tool server', fromTools('deleteToolServer'), project, ['<name>', 'as the list shows it']],
  ])
}

const addSkills = (program: Command, session: Session) => {
  const skills = program.command('skills').description('instructions that agents of a project read before certain work')
  addCommands(skills, session, [
    ['list', 'all of them', fromSkills('listSkills'), byDefault, project],
    [
      'import',
      'give the next runs a skill; one with the same slug is replaced',
      fromSkills('importSkill'),
      project,
      ['<file>', 'Markdown, such as write-migrations/SKILL.md'],
      ['--slug <slug>', 'its name; by default that of its file or folder'],
    ],
    ['delete', 'delete a skill', fromSkills('deleteSkill'), project, ['<slug>', 'as the list shows it']],
  ])
}

const addModel = (program: Command, session: Session) => {
  const model = program.command('model').description('the model that agents work with')
  addCommand(model, session, [
    'test',
    'ask the endpoint of the ATELIER_MODEL_… settings for one answer; needs no server',
    fromModelTest('modelTest'),
    ['--tokens <number>', 'how large a task to price', '1000000'],
  ])
}

const addConfig = (program: Command, session: Session) => {
  const config = program.command('config').description('your settings for the command line')
  addCommands(config, session, [
    ['list', 'the server and the settings, with their files; never the key', fromConfig('listSettings'), byDefault],
    ['get', 'one of them', fromConfig('getSetting'), ['<setting>', 'server, project or protect']],
    [
      'set',
      'set one',
      fromConfig('setSetting'),
      settings(),
      ['<value>', 'a name or id for project; ask, always or never for protect'],
    ],
    ['unset', 'forget one', fromConfig('setSetting'), settings()],
  ])
}

const settings = () => new Argument('<setting>', 'the setting').choices(Object.keys(profileSettings))

const addProject = (program: Command, session: Session) => {
  const projects = program.command('project').description('how a project is set up and checked')
  addCommands(projects, session, [
    [
      'show',
      'the commands that set a project up and check it, and how changes are reviewed',
      fromProject('showProject'),
      project,
    ],
    [
      'set',
      'set those commands, instead of those that the files of the project show, and the review',
      fromProject('setProject'),
      project,
      ['--setup <command>', 'installs packages, with all files and no network; an empty one switches setup off'],
      ['--fetch <command>', 'gets packages, with a network and with manifests and lock files alone'],
      ['--check <command>', 'a check, as name=command or a command; more than once for several', several],
      [
        '--review <policy>',
        'the rule for a change, such as checked=merge or model=required; checked= for the default; more than once',
        several,
      ],
      ['--approval <deadline>', 'how long requests wait: remind=<hours>, expire=<hours>; 0 for never', several],
      ['--derive', 'forget the commands, and use those that the files show'],
    ],
    [
      'builds',
      'the bases of a project’s sandboxes, and when each was built, the newest last; of one, its log',
      fromProjectBuilds('projectBuilds'),
      ['[build]', 'its id, or the beginning or end of that'],
      project,
    ],
    [
      'drop-setups',
      'drop the stored packages of a project, so that the next cycle fetches and installs them anew',
      fromProject('dropSetups'),
      project,
    ],
  ])
}
