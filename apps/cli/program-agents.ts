import { Argument, Option, type Command } from 'commander'
import { pipelines } from '../../domains/agents/agents/rules.ts'
import type { AgentOptions, WhereOptions } from './commands/agents.ts'
import type { SetModelOptions } from './commands/models.ts'
import type { UseOptions } from './found/model-source.ts'
import { addEndpoints } from './program-endpoints.ts'
import { project } from './program-options.ts'
import type { Session } from './session.ts'

const workspace = ['--workspace', 'for the whole workspace, as an administrator'] as const
const instructions = ['--instructions <file>', 'how it works'] as const
const harnesses = ['native', ...[1, 2, 3, 4, 5, 6, 7].map((number) => `runtime-${number}`)]
const roles = ['planner', 'coder', 'reviewer', 'tester', 'writer', 'intake']

/** The commands about who carries work out, and with which model. */
export const addAgents = (program: Command, session: Session): void => {
  const agents = program.command('agents').description('who carries tasks out, and how')
  agents
    .command('list', { isDefault: true })
    .description('the active agents, of every project or of one')
    .option('--project <name or id>', 'those of this project and of the workspace')
    .action(async (options: WhereOptions) => (await import('./commands/agents.ts')).listAgents(session, options))
  const agent = ['<agent>', 'its name, or its id, or the beginning or end of that'] as const
  agents
    .command('show')
    .description('one, with its instructions')
    .argument(...agent)
    .action(async (named: string) => (await import('./commands/agents.ts')).showAgent(session, named))
  const made = (command: Command) =>
    command
      .option(...instructions)
      .option(...project)
      .option(...workspace)
  const set = (command: Command) =>
    command
      .option('--model <model>', 'the model that it works with')
      .addOption(new Option('--harness <harness>', 'the program that drives the model').choices(harnesses))
      .option('--runtime-version <version>', 'the version of Node of setups and checks, such as 22')
      .addOption(new Option('--pipeline <pipeline>', 'the rounds after the coder’s part of a task').choices(pipelines))
  set(
    made(agents.command('create').description('one that carries tasks out').argument('<name>', 'what it is called')),
  ).action(async (name: string, options: AgentOptions) =>
    (await import('./commands/agents.ts')).createAgent(session, name, options),
  )
  set(
    agents
      .command('set')
      .description('change one that people made; an empty text takes a setting back')
      .argument(...agent)
      .option(...instructions),
  ).action(async (named: string, options: AgentOptions) =>
    (await import('./commands/agents.ts')).setAgent(session, named, options),
  )
  made(
    agents
      .command('fork')
      .description('a copy that may be changed')
      .argument(...agent)
      .argument('<name>', 'what the copy is called'),
  ).action(async (named: string, name: string, options: AgentOptions) =>
    (await import('./commands/agents.ts')).forkAgent(session, named, name, options),
  )
  agents
    .command('deactivate')
    .description('give it no more work')
    .argument(...agent)
    .action(async (named: string) => (await import('./commands/agents.ts')).deactivateAgent(session, named))
  agents
    .command('reactivate')
    .description('give a deactivated one work again')
    .argument('<agent>', 'the name of a built-in one, or an id')
    .action(async (named: string) => (await import('./commands/agents.ts')).reactivateAgent(session, named))
}

const useOptions = (command: Command) =>
  command
    .option('--model <model>', 'another of its models than the one that is listed')
    .option('--price <input/output>', 'dollars for a million tokens, such as 1.25/10')

/** The commands about the models of roles. */
export const addModels = (program: Command, session: Session): void => {
  const models = program.command('models').description('which models roles work with')
  models
    .command('list', { isDefault: true })
    .description('the roles that have a model of their own')
    .action(async () => (await import('./commands/models.ts')).listModels(session))
  const role = () => new Argument('<role>', 'whose model').choices(roles)
  models
    .command('set')
    .description('have a role work with another model of the instance, or of an endpoint of the workspace')
    .addArgument(role())
    .argument('<model>', 'as the endpoint calls it, or acme/gpt-5 for one of the endpoint acme')
    .option('--temperature <number>', 'how varied answers are')
    .option('--max-tokens <number>', 'the longest answer')
    .action(async (named: string, model: string, options: SetModelOptions) =>
      (await import('./commands/models.ts')).setModel(session, named, model, options),
    )
  models
    .command('clear')
    .description('have a role work with the model of the instance')
    .addArgument(role())
    .action(async (named: string) => (await import('./commands/models.ts')).clearModel(session, named))
  models
    .command('catalog')
    .description('what the workspace’s endpoints and the configured router of models offer')
    .action(async () => (await import('./commands/models.ts')).listCatalog(session))
  models
    .command('found')
    .description('keys, model servers and coding agents of this machine; sends nothing off it, and uses nothing')
    .action(async () => (await import('./commands/found-models.ts')).listFoundModels(session))
  useOptions(models.command('use'))
    .description('try one of those once, and let agents work with it from then on')
    .argument('<name>', 'as models found lists it')
    .action(async (name: string, options: UseOptions) =>
      (await import('./commands/found-models.ts')).useFoundModel(session, name, options),
    )
  addEndpoints(models, session)
}
