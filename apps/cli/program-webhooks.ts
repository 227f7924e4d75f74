import { Option, type Command } from 'commander'
import type { AddWebhookOptions, SetWebhookOptions } from './commands/webhooks.ts'
import type { DeliveriesOptions, ReplayOptions } from './commands/webhook-deliveries.ts'
import { several } from './program-options.ts'
import type { Session } from './session.ts'

const webhook = ['<webhook>', 'its id, or the beginning or end of it'] as const

/** The commands about webhooks, for administrators. */
export const addWebhooks = (program: Command, session: Session): void => {
  const webhooks = program.command('webhooks').description('where the events of the workspace are sent to')
  webhooks
    .command('list', { isDefault: true })
    .description('every webhook, with its filters and how it does')
    .action(async () => (await import('./commands/webhooks.ts')).listWebhooks(session))
  filtered(webhooks.command('add'))
    .description('have events sent to an address from now on, and get the secret that signs them')
    .argument('<url>', 'a public https address')
    .action(async (url: string, options: AddWebhookOptions) =>
      (await import('./commands/webhooks.ts')).addWebhook(session, url, options),
    )
  filtered(webhooks.command('set'))
    .description('change its address or filters')
    .argument(...webhook)
    .option('--url <address>', 'another address')
    .option('--every-event', 'no filter of events any more')
    .option('--every-project', 'no filter of projects any more')
    .action(async (named: string, options: SetWebhookOptions) =>
      (await import('./commands/webhooks.ts')).setWebhook(session, named, options),
    )
  addSwitches(webhooks, session)
  addDeliveries(webhooks, session)
}

const filtered = (command: Command) =>
  command
    .option('--event <name>', 'a type such as task.merged, or task.* for all of a subject; several times', several)
    .option('--project <name or id>', 'a project whose events are sent; several times', several)
    .option('--description <text>', 'what it is for')

const addSwitches = (webhooks: Command, session: Session) => {
  for (const [name, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const)
    webhooks
      .command(name)
      .description(enabled ? 'send it events again, from now on' : 'send it nothing any more')
      .argument(...webhook)
      .action(async (named: string) => (await import('./commands/webhooks.ts')).switchWebhook(session, named, enabled))
  webhooks
    .command('rotate')
    .description('get another secret; the one from before signs too for a time')
    .argument(...webhook)
    .option('--overlap <hours>', 'how long both sign, 0 to 168', '24')
    .action(async (named: string, { overlap }: { readonly overlap: string }) =>
      (await import('./commands/webhooks.ts')).rotateWebhook(session, named, overlap),
    )
  webhooks
    .command('remove')
    .description('delete it with its secret and the log of its deliveries')
    .argument(...webhook)
    .action(async (named: string) => (await import('./commands/webhooks.ts')).removeWebhook(session, named))
}

const addDeliveries = (webhooks: Command, session: Session) => {
  webhooks
    .command('deliveries')
    .description('what was sent to it and what waits, newest first; with an id every attempt of one')
    .argument(...webhook)
    .argument('[delivery]', 'its id, or the beginning or end of it')
    .addOption(new Option('--status <status>', 'those alone').choices(['waiting', 'delivered', 'failed']))
    .option('--limit <number>', 'at most so many', '20')
    .action(async (named: string, delivery: string | undefined, options: DeliveriesOptions) =>
      (await import('./commands/webhook-deliveries.ts')).showDeliveries(session, named, delivery, options),
    )
  webhooks
    .command('replay')
    .description('send one delivery again, or the events of a period')
    .argument(...webhook)
    .argument('[delivery]', 'its id, or the beginning or end of it')
    .option('--from <time>', 'the beginning of the period, such as 2026-03-04T10:00:00Z')
    .option('--until <time>', 'its end; now unless told')
    .action(async (named: string, delivery: string | undefined, options: ReplayOptions) =>
      (await import('./commands/webhook-deliveries.ts')).replay(session, named, delivery, options),
    )
  webhooks
    .command('test')
    .description('send it one message, and wait for what it answers')
    .argument(...webhook)
    .action(async (named: string) => (await import('./commands/webhook-deliveries.ts')).testOne(session, named))
}
