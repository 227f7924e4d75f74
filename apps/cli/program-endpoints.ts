import { Option, type Command } from 'commander'
import { several } from './program-options.ts'
import type { Session } from './session.ts'
import { addCommands, byDefault, commandsIn } from './command-table.ts'

const fromModelEndpoints = commandsIn(() => import('./commands/models/endpoints.ts'))

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
export const addEndpoints = (models: Command, session: Session): void => {
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
