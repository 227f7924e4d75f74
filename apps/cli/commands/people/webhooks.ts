import { webhooks as contract } from '../../../../domains/record/webhooks/contract.ts'
import { defined, type Client, type Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { usage } from '../../failure.ts'
import { chooseId, shortId } from '../../ids.ts'
import { chooseProject } from '../../project.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

type Webhook = Reply<typeof contract.getWebhook>

interface AddWebhookOptions {
  readonly event?: readonly string[]
  readonly project?: readonly string[]
  readonly description?: string
}
interface SetWebhookOptions extends AddWebhookOptions {
  readonly url?: string
  readonly everyEvent?: boolean
  readonly everyProject?: boolean
}

/** `atelier webhooks`: prints all webhooks. */
export const listWebhooks = async ({ client, output }: Session): Promise<void> => {
  const rows = await (await client()).call(contract.listWebhooks)
  output.document(rows)
  if (rows.length === 0) output.print('The workspace has no webhooks.')
  for (const line of rows.flatMap(linesOf)) output.print(line)
}

/** `atelier webhooks add`: adds a webhook, and prints its secret, which is never shown again. */
export const addWebhook = async (session: Session, url: string, options: AddWebhookOptions): Promise<void> => {
  const body = { url, ...(await filtersOf(session, options)) }
  const added = await (await session.client()).call(contract.createWebhook, { body })
  showSecret(session, added)
}

/** `atelier webhooks set`: changes the address or the filters of a webhook. */
export const setWebhook = async (session: Session, named: string, options: SetWebhookOptions): Promise<void> => {
  const { url, everyEvent, everyProject } = options
  const body = {
    ...defined({ url }),
    ...(await filtersOf(session, options)),
    ...(everyEvent && { eventTypes: null }),
    ...(everyProject && { projectIds: null }),
  }
  if (Object.keys(body).length === 0) throw usage('Say what to change: --url, --event, --project or --description.')
  await update(session, named, body)
}

/** `atelier webhooks enable` and `disable`. */
export const switchWebhook = (session: Session, named: string, enabled: boolean): Promise<void> =>
  update(session, named, { enabled })

/** `atelier webhooks rotate`: replaces the secret, and prints it; it is never shown again. */
export const rotateWebhook = async (session: Session, named: string, overlap: string): Promise<void> => {
  if (!/^\d{1,3}$/.test(overlap)) throw usage(`--overlap is ${printable(overlap)}. Give hours from 0 to 168.`)
  const client = await session.client()
  const params = { id: await webhookNamed(client, named) }
  const body = { overlapHours: Number(overlap) }
  const rotated = await client.call(contract.rotateWebhookSecret, { params, body })
  showSecret(session, rotated)
  if (rotated.previousSecretUntil)
    session.output.say(`The secret from before signs too until ${rotated.previousSecretUntil}.`)
}

/** `atelier webhooks remove`. */
export const removeWebhook = async ({ client, output }: Session, named: string): Promise<void> => {
  const at = await client()
  const id = await webhookNamed(at, named)
  output.show(await at.call(contract.deleteWebhook, { params: { id } }), `The webhook ${shortId(id)} is deleted.`)
}

/** Returns the id of a webhook by the beginning or end of its id. */
export const webhookNamed = async (client: Client, named: string): Promise<string> => {
  const every = async function* () {
    yield* await client.call(contract.listWebhooks)
  }
  return chooseId(named, every(), {
    one: 'webhook',
    list: `${atelier} webhooks`,
    describe: ({ url }) => url,
  })
}

const filtersOf = async (session: Session, { event, project, description }: AddWebhookOptions) => {
  const projectIds = project && (await Array.fromAsync(project, (named) => chooseProject(session, named)))
  return defined({ eventTypes: event && [...event], projectIds, description })
}

const update = async ({ client, output }: Session, named: string, body: object) => {
  const at = await client()
  const row = await at.call(contract.updateWebhook, { params: { id: await webhookNamed(at, named) }, body })
  output.show(row, linesOf(row))
}

const showSecret = ({ output }: Session, row: Reply<typeof contract.createWebhook>) => {
  output.show(row, linesOf(row))
  output.print(`  secret ${row.secret}`)
  output.say('The secret is shown this once. Keep it where your receiver reads it.')
}

const reasons = { person: 'by a person', failures: 'after days of failures', gone: 'after its answer 410' } as const

const stateOf = ({ enabled, disabledReason, failingSince, waiting }: Webhook) => {
  if (!enabled) return `off ${reasons[disabledReason ?? 'person']}`
  const waits = waiting > 0 ? `, ${waiting} waiting` : ''
  return failingSince ? `failing since ${failingSince.slice(0, 16)}${waits}` : `on${waits}`
}

const linesOf = (row: Webhook) => {
  const { id, url, description, eventTypes, projectIds } = row
  const events = eventTypes ? eventTypes.join(', ') : 'every event'
  const projects = projectIds ? `of ${projectIds.map(shortId).join(', ') || 'no project'}` : 'of every project'
  return [
    `${shortId(id)}  ${printable(url)} · ${stateOf(row)}`,
    `  ${printable(events)} ${projects}${description === null ? '' : ` · ${printable(description)}`}`,
  ]
}
