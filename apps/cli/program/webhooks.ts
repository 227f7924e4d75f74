import { Option, type Command } from 'commander'
import { several } from './options.ts'
import type { Session } from '../session.ts'
import { addCommand, addCommands, byDefault, commandsIn, type Run } from './command-table.ts'

const fromWebhooks = commandsIn(() => import('../commands/people/webhooks.ts'))
const fromWebhookDeliveries = commandsIn(() => import('../commands/people/webhook-deliveries.ts'))

const webhook = ['<webhook>', 'its id, or the beginning or end of it'] as const

const filters = [
  ['--event <name>', 'a type such as task.merged, or task.* for all of a subject; several times', several],
  ['--project <name or id>', 'a project whose events are sent; several times', several],
  ['--description <text>', 'its purpose'],
] as const
const switching =
  (enabled: boolean): Run =>
  async (session, named: string) =>
    (await import('../commands/people/webhooks.ts')).switchWebhook(session, named, enabled)

/** The commands about webhooks, for administrators. */
export const addWebhooks = (program: Command, session: Session): void => {
  const webhooks = program.command('webhooks').description('where the events of the workspace are sent to')
  addCommands(webhooks, session, [
    ['list', 'every webhook, with its filters and how it does', fromWebhooks('listWebhooks'), byDefault],
    [
      'add',
      'send events to an address from now on, and print the secret that signs them',
      fromWebhooks('addWebhook'),
      ...filters,
      ['<url>', 'a public https address'],
    ],
    [
      'set',
      'change its address or filters',
      fromWebhooks('setWebhook'),
      ...filters,
      webhook,
      ['--url <address>', 'another address'],
      ['--every-event', 'no filter of events any more'],
      ['--every-project', 'no filter of projects any more'],
    ],
    ['enable', 'send it events again, from now on', switching(true), webhook],
    ['disable', 'send it nothing any more', switching(false), webhook],
  ])
  addSwitches(webhooks, session)
  addDeliveries(webhooks, session)
}

const addSwitches = (webhooks: Command, session: Session) => {
  addCommand(webhooks, session, [
    'rotate',
    'get another secret; the one from before signs too for a time',
    async (session, named: string, { overlap }: { readonly overlap: string }) =>
      (await import('../commands/people/webhooks.ts')).rotateWebhook(session, named, overlap),
    webhook,
    ['--overlap <hours>', 'how long both sign, 0 to 168', '24'],
  ])
  addCommand(webhooks, session, [
    'remove',
    'delete it with its secret and the log of its deliveries',
    fromWebhooks('removeWebhook'),
    webhook,
  ])
}

const addDeliveries = (webhooks: Command, session: Session) => {
  addCommands(webhooks, session, [
    [
      'deliveries',
      'its sent and waiting deliveries, newest first; with an id every attempt of one',
      fromWebhookDeliveries('showDeliveries'),
      webhook,
      ['[delivery]', 'its id, or the beginning or end of it'],
      new Option('--status <status>', 'only this status').choices(['waiting', 'delivered', 'failed']),
      ['--limit <number>', 'at most so many', '20'],
    ],
    [
      'replay',
      'send one delivery again, or the events of a period',
      fromWebhookDeliveries('replay'),
      webhook,
      ['[delivery]', 'its id, or the beginning or end of it'],
      ['--from <time>', 'the beginning of the period, such as 2026-03-04T10:00:00Z'],
      ['--until <time>', 'its end; default: now'],
    ],
    ['test', 'send it one message, and wait for its answer', fromWebhookDeliveries('testOne'), webhook],
  ])
}
