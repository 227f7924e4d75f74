import { Option, type Command } from 'commander'
import type { AddEndpointOptions, SetEndpointOptions } from './commands/model-endpoints.ts'
import { several } from './program-options.ts'
import type { Session } from './session.ts'
import { addCommand, addCommands, byDefault, commandsIn } from './command-table.ts'

const fromModelEndpoints = commandsIn(() => import('./commands/model-endpoints.ts'))

const name = ['<name>', 'its name'] as const

/** The commands about model endpoints of the workspace, for administrators. */
export const addEndpoints = (models: Command, session: Session): void => {
  const endpoints = models.command('endpoints').description('model endpoints of the workspace itself')
  const listing = (command: Command) =>
    command
      .option('--model <model=prices>', 'with dollars for a million tokens, gpt-5=1.25/10; once for each', several)
      .option('--priced-on <day>', 'when the prices were looked up; today unless told')
      .option('--context-tokens <number>', 'tokens of input and output together that these models take')
      .option('--output-tokens <number>', 'the longest answer of these models')
      .option('--stdin', 'the key comes on standard input')
      .option('--no-key', 'the endpoint asks for no key')
  addCommand(endpoints, session, [
    'list',
    'all of them, with their models and prices',
    fromModelEndpoints('listEndpoints'),
    byDefault,
  ])
  listing(endpoints.command('add'))
    .description('add one; its key is typed unseen')
    .argument('<name>', 'what stands before its models, as in acme/gpt-5')
    .argument('<base-url>', 'a public https address, as far as the version')
    .addOption(new Option('--shape <shape>', 'how it is spoken to').choices(['chat', 'messages', 'responses']))
    .action(async (named: string, baseUrl: string, options: AddEndpointOptions) =>
      (await import('./commands/model-endpoints.ts')).addEndpoint(session, named, baseUrl, options),
    )
  // Before `--no-key`: alone, that would make a key the default.
  listing(endpoints.command('set').option('--key', 'another key'))
    .description('change its address, its key, or the list of its models')
    .argument(...name)
    .option('--base-url <address>', 'another address, which needs the key again')
    .action(async (named: string, options: SetEndpointOptions) =>
      (await import('./commands/model-endpoints.ts')).setEndpoint(session, named, options),
    )
  addCommands(endpoints, session, [
    ['delete', 'delete it with its key', fromModelEndpoints('deleteEndpoint'), name],
    [
      'test',
      'ask it twice what agents ask, and say what works and what that cost',
      fromModelEndpoints('testEndpoint'),
      name,
      ['[model]', 'the first one unless told'],
    ],
  ])
}
