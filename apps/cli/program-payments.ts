import { Argument, Option, type Command } from 'commander'
import type { ConnectOptions } from './commands/payments.ts'
import type { Session } from './session.ts'

/** The commands about the provider by which clients pay. */
export const addPayments = (program: Command, session: Session): void => {
  const payments = program.command('payments').description('how clients pay: the provider, and what it told of')
  payments
    .command('show', { isDefault: true })
    .description('the provider of the workspace, and where it sends its webhooks')
    .action(async () => (await import('./commands/payments.ts')).showPayments(session))
  payments
    .command('connect')
    .description('connect a provider: you are asked for its API key; run again for another one')
    .addArgument(new Argument('<provider>', 'by which clients pay').choices(['stripe', 'adyen']))
    .option('--merchant-account <name>', 'of Adyen: the account that is paid')
    .option('--live-prefix <prefix>', 'of Adyen: what its live addresses begin with')
    .option('--webhook-secret', 'store the secret that signs the webhooks in place of the API key')
    .option('--stdin', 'read it from standard input')
    .action(async (provider: 'stripe' | 'adyen', options: ConnectOptions) =>
      (await import('./commands/payments.ts')).connectPayments(session, provider, options),
    )
  payments
    .command('test')
    .description('ask the provider whether it takes the key')
    .action(async () => (await import('./commands/payments.ts')).testPayments(session))
  payments
    .command('disconnect')
    .description('disconnect the provider, and close the pages to pay on that are open there')
    .action(async () => (await import('./commands/payments.ts')).disconnectPayments(session))
  payments
    .command('list')
    .description('payments that the provider told of, newest first')
    .addOption(new Option('--outcome <outcome>', 'those alone').choices(['settled', 'repeated', 'mismatched']))
    .action(async (options: { readonly outcome?: 'settled' | 'repeated' | 'mismatched' }) =>
      (await import('./commands/payments.ts')).listPayments(session, options),
    )
}
