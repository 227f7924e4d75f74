import { Argument, Option, type Command } from 'commander'
import { pipelines } from '../../../domains/agents/agents/rules.ts'
import { project, several } from './options.ts'
import type { Session } from '../session.ts'
import { addCommand, addCommands, byDefault, commandsIn } from './command-table.ts'

const fromAgents = commandsIn(() => import('../commands/models/agents.ts'))
const fromModels = commandsIn(() => import('../commands/models/models.ts'))
const fromFoundModels = commandsIn(() => import('../commands/models/found-models.ts'))

const workspace = ['--workspace', 'for the whole workspace, as an administrator'] as const
const instructions = ['--instructions <file>', 'how it works'] as const
const harnesses = ['native', ...[1, 2, 3, 4, 5, 6, 7].map((number) => `runtime-${number}`)]
const roles = ['planner', 'coder', 'reviewer', 'tester', 'writer', 'intake']

/** The commands about who carries work out, and with which model. */
export const addAgents = (program: Command, session: Session): void => {
  const agents = program.command('agents').description('the agents that carry tasks out, and their instructions')
  addCommand(agents, session, [
    'list',
    'the active agents, of every project or of one',
    fromAgents('listAgents'),
    byDefault,
    ['--project <name or id>', 'agents of this project and of the workspace'],
  ])
  const agent = ['<agent>', 'its name, or its id, or the beginning or end of that'] as const
  addCommand(agents, session, ['show', 'one, with its instructions', fromAgents('showAgent'), agent])
  const made = [instructions, project, workspace] as const
  const set = [
    ['--model <model>', 'the model that it works with'],
    new Option('--harness <harness>', 'the program that drives the model').choices(harnesses),
    ['--runtime-version <version>', 'the version of Node of setups and checks, such as 22'],
    new Option('--pipeline <pipeline>', 'the rounds after the coder’s part of a task').choices(pipelines),
  ] as const
  const called = ['<name>', 'its name'] as const
  addCommands(agents, session, [
    ['create', 'one that carries tasks out', fromAgents('createAgent'), called, ...made, ...set],
    [
      'set',
      'change an agent that people made; an empty text resets a setting',
      fromAgents('setAgent'),
      agent,
      instructions,
      ...set,
    ],
    ['fork', 'a copy that may be changed', fromAgents('forkAgent'), agent, ['<name>', 'name of the copy'], ...made],
    ['deactivate', 'deactivate an agent, which then gets no more work', fromAgents('deactivateAgent'), agent],
    [
      'reactivate',
      'activate an agent again',
      fromAgents('reactivateAgent'),
      ['<agent>', 'the name of a built-in agent, or an id'],
    ],
  ])
}

/** The commands about the models of roles. */
export const addModels = (program: Command, session: Session): void => {
  const models = program.command('models').description('which models roles work with')
  addCommand(models, session, ['list', 'roles with a model of their own', fromModels('listModels'), byDefault])
  const role = () => new Argument('<role>', 'the role').choices(roles)
  addCommands(models, session, [
    [
      'set',
      'use another model for a role',
      fromModels('setModel'),
      role(),
      ['<model>', 'the endpoint’s name for it, or acme/gpt-5 for a model of the endpoint acme'],
      ['--temperature <number>', 'how varied answers are'],
      ['--max-tokens <number>', 'the longest answer'],
    ],
    ['clear', 'use the server’s model for a role again', fromModels('clearModel'), role()],
    ['catalog', 'the models of the workspace’s endpoints and the configured router', fromModels('listCatalog')],
    [
      'found',
      'keys, model servers and coding agents of this machine; sends nothing off it, and uses nothing',
      fromFoundModels('listFoundModels'),
    ],
    [
      'use',
      'try a found source once, and let agents work with it from then on',
      fromFoundModels('useFoundModel'),
      ['<name>', 'its name in the list of models found'],
      ['--model <model>', 'another of its models than the one that is listed'],
      ['--price <input/output>', 'dollars for a million tokens, such as 1.25/10'],
    ],
  ])
  addEndpoints(models, session)
}

const fromModelEndpoints = commandsIn(() => import('../commands/models/endpoints.ts'))

const name = ['<name>', 'its name'] as const

const listing = [
  ['--model <model=prices>', 'with dollars for a million tokens, gpt-5=1.25/10; once for each', several],
  ['--priced-on <day>', 'when the prices were looked up; default: today'],
  ['--context-tokens <number>', 'tokens of input and output together that these models take'],
  ['--output-tokens <number>', 'the longest answer of these models'],
  ['--stdin', 'read the key from standard input'],
  ['--no-key', 'the endpoint needs no key'],
] as const

/** The commands about model endpoints of the workspace, for administrators. */
const addEndpoints = (models: Command, session: Session): void => {
  const endpoints = models.command('endpoints').description('model endpoints of the workspace itself')
  addCommands(endpoints, session, [
    ['list', 'all of them, with their models and prices', fromModelEndpoints('listEndpoints'), byDefault],
    [
      'add',
      'add an endpoint; its key is typed unseen',
      fromModelEndpoints('addEndpoint'),
      ...listing,
      ['<name>', 'prefix of its models, as in acme/gpt-5'],
      ['<base-url>', 'a public https address, as far as the version'],
      new Option('--shape <shape>', 'the shape of its API').choices(['chat', 'messages', 'responses']),
    ],
    [
      'set',
      'change its address, its key, or the list of its models',
      fromModelEndpoints('setEndpoint'),
      // Before `--no-key`: alone, that would make a key the default.
      ['--key', 'another key'],
      ...listing,
      name,
      ['--base-url <address>', 'another address, which needs the key again'],
    ],
    ['delete', 'delete it with its key', fromModelEndpoints('deleteEndpoint'), name],
    [
      'test',
      'send it two questions as agents do, and report what works and the cost',
      fromModelEndpoints('testEndpoint'),
      name,
      ['[model]', 'default: the first one'],
    ],
  ])
}
