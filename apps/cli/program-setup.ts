import { Argument, type Command } from 'commander'
import type { ModelTestOptions } from './commands/model-test.ts'
import type { EnvOptions } from './commands/env.ts'
import type { SetOptions } from './commands/project.ts'
import type { SkillOptions } from './commands/skills.ts'
import type { ToolsOptions } from './commands/tools.ts'
import { profileSettings } from './profile/profile.ts'
import { addAgents, addModels } from './program-agents.ts'
import { project, several } from './program-options.ts'
import { addAi } from './program-ai.ts'
import { addPolicies } from './program-policies.ts'
import { addConnections } from './program-connect.ts'
import { addPreviews } from './program-previews.ts'
import { addRepos } from './program-repos.ts'
import { addSecrets } from './program-secrets.ts'
import type { Session } from './session.ts'

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
  program
    .command('doctor')
    .description('check this machine: git, sandbox, disk, browser, registries, server and model')
    .action(async () => (await import('./commands/doctor.ts')).doctor(session))
  program
    .command('mcp')
    .description('serve this Atelier to a coding agent by MCP, over standard input and output')
    .action(async () => (await import('./commands/mcp.ts')).mcpBridge(session))
  program
    .command('completion')
    .description('a script that completes these commands in a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: 'bash' | 'zsh' | 'fish') =>
      (await import('./commands/completion.ts')).completion(session, program, shell),
    )
}

const addEnvironments = (program: Command, session: Session) => {
  const environments = program.command('env').description('variables that runs of a project get')
  const command = (name: string, description: string, isDefault = false) =>
    environments
      .command(name, { isDefault })
      .description(description)
      .option(...project)
  const inOne = ['--in <environment>', 'its label or id; by default the only one of the project'] as const
  command('list', 'all of them, the oldest first; of one name the newest counts', true).action(
    async (options: EnvOptions) => (await import('./commands/env.ts')).listEnvironments(session, options),
  )
  command('set', 'set variables, for the next runs; the environment is made where there is none')
    .argument('[variables...]', 'each as NAME=value')
    .option(...inOne)
    .option(
      '--secret <name>',
      'a secret of the project that checks get, by its name; more than once for several',
      several,
    )
    .action(async (words: string[], options: EnvOptions) =>
      (await import('./commands/env.ts')).setVariables(session, words, options),
    )
  command('unset', 'take variables, or names of secrets, out again')
    .argument('<names...>', 'their names')
    .option(...inOne)
    .action(async (names: string[], options: EnvOptions) =>
      (await import('./commands/env.ts')).unsetVariables(session, names, options),
    )
  for (const [name, isActive] of [
    ['on', true],
    ['off', false],
  ] as const)
    command(name, isActive ? 'give it to the next runs' : 'keep it from the next runs')
      .argument('<environment>', 'its label or id')
      .action(async (named: string, options: EnvOptions) =>
        (await import('./commands/env.ts')).switchEnvironment(session, named, isActive, options),
      )
  command('delete', 'delete an environment')
    .argument('<environment>', 'its label or id')
    .action(async (named: string, options: EnvOptions) =>
      (await import('./commands/env.ts')).deleteEnvironment(session, named, options),
    )
}

const addTools = (program: Command, session: Session) => {
  const tools = program.command('tools').description('servers whose tools agents of a project get (MCP)')
  const command = (name: string, description: string, isDefault = false) =>
    tools
      .command(name, { isDefault })
      .description(description)
      .option(...project)
  command('list', 'all of them', true).action(async (options: ToolsOptions) =>
    (await import('./commands/tools.ts')).listToolServers(session, options),
  )
  command('add', 'give the next runs the tools of a server; one with the same name is replaced')
    .argument('<name>', 'what it is called')
    .argument('[command...]', 'the program and its arguments, after --')
    .option('--url <address>', 'where it is, in the place of a program')
    .option('--sse', 'it speaks the oldest form of the protocol')
    .option('--header <header>', 'sent with each request; ${NAME} stands for a secret', several)
    .option('--secret <name>', 'a secret that the program gets as a variable', several)
    .action(async (name: string, words: string[], options: ToolsOptions) =>
      (await import('./commands/tools.ts')).addToolServer(session, name, words, options),
    )
  command('import', 'the servers of a file')
    .argument('<file>', 'such as .mcp.json')
    .action(async (path: string, options: ToolsOptions) =>
      (await import('./commands/tools.ts')).importToolServers(session, path, options),
    )
  command('delete', 'delete a tool server')
    .argument('<name>', 'as the list shows it')
    .action(async (name: string, options: ToolsOptions) =>
      (await import('./commands/tools.ts')).deleteToolServer(session, name, options),
    )
}

const addSkills = (program: Command, session: Session) => {
  const skills = program.command('skills').description('what agents of a project read before certain work')
  const command = (name: string, description: string, isDefault = false) =>
    skills
      .command(name, { isDefault })
      .description(description)
      .option(...project)
  command('list', 'all of them', true).action(async (options: SkillOptions) =>
    (await import('./commands/skills.ts')).listSkills(session, options),
  )
  command('import', 'give the next runs a skill; one with the same slug is replaced')
    .argument('<file>', 'Markdown, such as write-migrations/SKILL.md')
    .option('--slug <slug>', 'what it is called; by default as its file or folder')
    .action(async (path: string, options: SkillOptions) =>
      (await import('./commands/skills.ts')).importSkill(session, path, options),
    )
  command('delete', 'delete a skill')
    .argument('<slug>', 'as the list shows it')
    .action(async (slug: string, options: SkillOptions) =>
      (await import('./commands/skills.ts')).deleteSkill(session, slug, options),
    )
}

const addModel = (program: Command, session: Session) => {
  program
    .command('model')
    .description('the model that agents work with')
    .command('test')
    .description('ask the endpoint of the ATELIER_MODEL_… settings for one answer; needs no server')
    .option('--tokens <number>', 'how large a task to price', '1000000')
    .action(async (options: ModelTestOptions) => (await import('./commands/model-test.ts')).modelTest(session, options))
}

const addConfig = (program: Command, session: Session) => {
  const config = program.command('config').description('what you set for your own use of the command line')
  config
    .command('list', { isDefault: true })
    .description('the server, what is set, and where it lies; never the key')
    .action(async () => (await import('./commands/config.ts')).listSettings(session))
  config
    .command('get')
    .description('one of them')
    .argument('<setting>', 'server, project or protect')
    .action(async (name: string) => (await import('./commands/config.ts')).getSetting(session, name))
  config
    .command('set')
    .description('set one')
    .addArgument(settings())
    .argument('<value>', 'a name or id for project; ask, always or never for protect')
    .action(async (name: string, value: string) =>
      (await import('./commands/config.ts')).setSetting(session, name, value),
    )
  config
    .command('unset')
    .description('forget one')
    .addArgument(settings())
    .action(async (name: string) => (await import('./commands/config.ts')).setSetting(session, name))
}

const settings = () => new Argument('<setting>', 'which one').choices(Object.keys(profileSettings))

const addProject = (program: Command, session: Session) => {
  const projects = program.command('project').description('how a project is set up and checked')
  projects
    .command('show')
    .description('the commands that set a project up and check it, and how changes are reviewed')
    .option(...project)
    .action(async (options: { readonly project?: string }) =>
      (await import('./commands/project.ts')).showProject(session, options),
    )
  projects
    .command('set')
    .description('set those commands, in the place of what the files of the project say, and the review')
    .option(...project)
    .option('--setup <command>', 'installs packages, with all files and no network; an empty one switches setup off')
    .option('--fetch <command>', 'gets packages, with a network and with manifests and lock files alone')
    .option('--check <command>', 'a check, as name=command or a command; more than once for several', several)
    .option(
      '--review <policy>',
      'what happens to a change, such as checked=merge or model=required; checked= for the default; more than once',
      several,
    )
    .option('--approval <deadline>', 'how long requests wait: remind=<hours>, expire=<hours>; 0 for never', several)
    .option('--derive', 'forget the commands, and do what the files say')
    .action(async (options: SetOptions) => (await import('./commands/project.ts')).setProject(session, options))
  projects
    .command('builds')
    .description('what sandboxes of a project begin with, and when it was built, the newest last; of one, its log')
    .argument('[build]', 'its id, or the beginning or end of that')
    .option(...project)
    .action(async (named: string | undefined, options: { readonly project?: string }) =>
      (await import('./commands/project-builds.ts')).projectBuilds(session, named, options),
    )
  projects
    .command('drop-setups')
    .description('drop the packages that are kept for a project, so that the next cycle fetches and installs them anew')
    .option(...project)
    .action(async (options: { readonly project?: string }) =>
      (await import('./commands/project.ts')).dropSetups(session, options),
    )
}
