import { Argument, Option, type Command } from 'commander'
import type { Session } from './session.ts'
import { addCommands, byDefault, commandsIn } from './command-table.ts'

const fromPayments = commandsIn(() => import('./commands/payments.ts'))

/** The commands about the provider by which clients pay. */
export const addPayments = (program: Command, session: Session): void => {
  const payments = program.command('payments').description('how clients pay: the provider, and what it told of')
  addCommands(payments, session, [
    ['show', 'the provider of the workspace, and where it sends its webhooks', fromPayments('showPayments'), byDefault],
    [
      'connect',
      'connect a provider: you are asked for its API key; run again for another one',
      fromPayments('connectPayments'),
      new Argument('<provider>', 'by which clients pay').choices(['stripe', 'adyen']),
      ['--merchant-account <name>', 'of Adyen: the account that is paid'],
      ['--live-prefix <prefix>', 'of Adyen: what its live addresses begin with'],
      ['--webhook-secret', 'store the secret that signs the webhooks in place of the API key'],
      ['--stdin', 'read it from standard input'],
    ],
    ['test', 'ask the provider whether it takes the key', fromPayments('testPayments')],
    [
      'disconnect',
      'disconnect the provider, and close the pages to pay on that are open there',
      fromPayments('disconnectPayments'),
    ],
    [
      'list',
      'payments that the provider told of, newest first',
      fromPayments('listPayments'),
      new Option('--outcome <outcome>', 'those alone').choices(['settled', 'repeated', 'mismatched']),
    ],
  ])
}
