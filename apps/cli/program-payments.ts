import { Argument, Option, type Command } from 'commander'
import type { Session } from './session.ts'
import { addCommands, byDefault, commandsIn } from './command-table.ts'

const fromPayments = commandsIn(() => import('./commands/invoices/payments.ts'))

/** The commands about the provider by which clients pay. */
export const addPayments = (program: Command, session: Session): void => {
  const payments = program.command('payments').description('payment provider and its notices')
  addCommands(payments, session, [
    ['show', 'the provider of the workspace, and where it sends its webhooks', fromPayments('showPayments'), byDefault],
    [
      'connect',
      'connect a provider: asks for its API key; run again for another one',
      fromPayments('connectPayments'),
      new Argument('<provider>', 'the provider that clients pay by').choices(['stripe', 'adyen']),
      ['--merchant-account <name>', 'Adyen only: the account that is paid'],
      ['--live-prefix <prefix>', 'Adyen only: the prefix of its live addresses'],
      ['--webhook-secret', 'store the secret that signs the webhooks in place of the API key'],
      ['--stdin', 'read it from standard input'],
    ],
    ['test', 'check that the provider accepts the key', fromPayments('testPayments')],
    ['disconnect', 'disconnect the provider, and close its open payment pages', fromPayments('disconnectPayments')],
    [
      'list',
      'payments that the provider reported, newest first',
      fromPayments('listPayments'),
      new Option('--outcome <outcome>', 'only this outcome').choices(['settled', 'repeated', 'mismatched']),
    ],
  ])
}
