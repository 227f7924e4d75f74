import { v7 as uuidv7 } from 'uuid'
import type { Caller } from '../../../platform/access/index.ts'
import { pageMost, type Static } from '../../../platform/contract/index.ts'
import { parseTimestamp } from '../../../platform/contract/timestamp.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type Fetcher, publicAddressOf } from '../../../platform/fetch/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import { visibleProjects } from '../../code/projects/index.ts'
import * as contract from './contract.ts'
import type { Webhook, WebhookDelivery } from './contract.ts'
import { makeSecret, testType } from './message.ts'
import { webhooksMost, hostOf } from './rules.ts'
import { attemptsOf, findDelivery, deliveryPage, insertDelivery } from './store-deliveries.ts'
import {
  findWebhook,
  insertWebhook,
  lockAndCountWebhooks,
  deleteWebhookRow,
  listWebhookRows,
  lockWebhook,
  beginReplay,
  rotateSecret,
  changeWebhook,
  disableWebhook,
  enableWebhook,
  type ShownWebhook,
} from './store.ts'
import type { DeliveryRow, WebhookRow } from './tables.ts'

const presentWebhook = (row: ShownWebhook, now: Date): Static<typeof Webhook> => {
  const { id, url, description, eventTypes, projectIds, disabledAt, disabledReason, failingSince, waiting } = row
  return {
    id,
    url,
    description,
    eventTypes,
    projectIds,
    enabled: disabledAt === null,
    disabledAt,
    disabledReason,
    failingSince,
    waiting,
    replayingUntil: row.replayUntil,
    previousSecretUntil: row.previousUntil && row.previousUntil > now ? row.previousUntil : null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

const presentDelivery = ({ eventPosition: _position, ...row }: DeliveryRow): Static<typeof WebhookDelivery> => row

/** The subject of a webhook's audit rows and events: the agency reads them, and a path may hold a token. */
const webhookAuditSubject = ({ id, url }: Pick<WebhookRow, 'id' | 'url'>, more: object = {}) => ({
  resource: ['webhook', id] as const,
  metadata: { host: hostOf(url), ...more },
})

/** The projects of a filter that do not belong to the workspace. */
const unknownProjects = async (tx: Transaction, projectIds: readonly string[] | null | undefined, caller: Caller) => {
  if (!projectIds || projectIds.length === 0) return []
  const visible = await visibleProjects(tx, projectIds, caller)
  return projectIds.flatMap((id, at) =>
    visible.has(id) ? [] : [{ path: `projectIds[${at}]`, message: 'is no project that you see', rule: 'project' }],
  )
}

/** True if messages may be sent to an address. */
const isAllowed = (url: string, fetcher: Fetcher): boolean =>
  publicAddressOf(url, fetcher, 'query', 'fragment') !== undefined

const wrongAddress = {
  path: 'url',
  message: 'has to be a public https address without a user, such as https://hooks.example.com/atelier',
  rule: 'address',
}

const createWebhook = ({ vault, fetcher }: { readonly vault: Vault; readonly fetcher: Fetcher }) =>
  handle(contract.createWebhook, async ({ tx, body, caller, now, fail, invalid, absent, created }) => {
    const { url, description = null, eventTypes = null, projectIds = null } = body
    const faults = [
      ...(isAllowed(url, fetcher) ? [] : [wrongAddress]),
      ...(await unknownProjects(tx, projectIds, caller)),
    ]
    if (faults.length > 0) return invalid(faults)
    if (!vault.available) return fail.noVault()
    if ((await lockAndCountWebhooks(tx)) >= webhooksMost) return fail.full()
    const id = uuidv7()
    const { secret, sealed } = await makeSecret(tx, vault, id)
    await insertWebhook(tx, { id, url, description, eventTypes, projectIds, now, userId: caller.userId, ...sealed })
    const row = (await findWebhook(tx, id)) ?? absent()
    return created({ ...presentWebhook(row, now), secret }, webhookAuditSubject(row, { eventTypes, projectIds }))
  })

const deleteWebhook = handle(contract.deleteWebhook, async ({ tx, params: { id }, absent, ok }) => {
  const { url } = (await deleteWebhookRow(tx, id)) ?? absent()
  return ok({ deleted: true }, webhookAuditSubject({ id, url }))
})

const getWebhook = handle(contract.getWebhook, async ({ tx, params, now, absent, ok }) =>
  ok(presentWebhook((await findWebhook(tx, params.id)) ?? absent(), now)),
)

const getWebhookDelivery = handle(contract.getWebhookDelivery, async ({ tx, params, absent, ok }) => {
  const row = (await findDelivery(tx, params.id, params.deliveryId)) ?? absent()
  return ok({ ...presentDelivery(row), attemptLog: await attemptsOf(tx, { deliveryId: row.id }) })
})

const listWebhookDeliveries = handle(
  contract.listWebhookDeliveries,
  async ({ tx, params, query, next, absent, ok }) => {
    const { cursor, limit = pageMost, status } = query
    const { id } = (await findWebhook(tx, params.id)) ?? absent()
    const page = await deliveryPage(tx, id, cursorOf(cursor), limit, status)
    next(page.next, page.count)
    return ok(page.rows.map(presentDelivery))
  },
)

const listWebhooks = handle(contract.listWebhooks, async ({ tx, now, ok }) =>
  ok((await listWebhookRows(tx)).map((row) => presentWebhook(row, now))),
)

const replayWebhookDelivery = handle(
  contract.replayWebhookDelivery,
  async ({ tx, params, now, fail, absent, accepted }) => {
    const webhook = (await lockWebhook(tx, params.id)) ?? absent()
    const { messageId, eventType, eventPosition } = (await findDelivery(tx, webhook.id, params.deliveryId)) ?? absent()
    if (eventPosition === null) return fail.test()
    if (webhook.disabledAt) return fail.disabled()
    const row = await insertDelivery(tx, webhook.id, { kind: 'replay', messageId, eventType, eventPosition }, now)
    return accepted(presentDelivery(row), webhookAuditSubject(webhook, { deliveryId: row.id, messageId }))
  },
)

const order = { path: 'from', message: 'has to be a time before until, and before now', rule: 'period' }

const replayWebhookEvents = handle(
  contract.replayWebhookEvents,
  async ({ tx, params, body, now, fail, invalid, absent, accepted }) => {
    const webhook = (await lockWebhook(tx, params.id)) ?? absent()
    const from = timeOf(body.from)
    const until = body.until === undefined ? now : timeOf(body.until)
    if (!from || !until || from >= until || from >= now) return invalid([order])
    if (webhook.disabledAt) return fail.disabled()
    if (webhook.replayUntil) return fail.replaying()
    // Later events are sent anyway.
    const period = { from, until: until < now ? until : now }
    await beginReplay(tx, { id: webhook.id, ...period })
    const row = (await findWebhook(tx, webhook.id)) ?? absent()
    return accepted(
      presentWebhook(row, now),
      webhookAuditSubject(row, { from: period.from.toISOString(), until: period.until.toISOString() }),
    )
  },
)

const timeOf = (text: string): Date | undefined => {
  const time = new Date(parseTimestamp(text) ?? NaN)
  return Number.isNaN(time.getTime()) ? undefined : time
}

const hourMs = 3_600_000

const rotateWebhookSecret = ({ vault }: { readonly vault: Vault }) =>
  handle(contract.rotateWebhookSecret, async ({ tx, params, body, caller, now, fail, absent, ok }) => {
    const { overlapHours = 24 } = body
    const { id } = (await lockWebhook(tx, params.id)) ?? absent()
    if (!vault.available) return fail.noVault()
    const { secret, sealed } = await makeSecret(tx, vault, id)
    const until = overlapHours === 0 ? null : new Date(now.getTime() + overlapHours * hourMs)
    await rotateSecret(tx, { id, until, now, userId: caller.userId, ...sealed })
    const row = (await findWebhook(tx, id)) ?? absent()
    return ok({ ...presentWebhook(row, now), secret }, webhookAuditSubject(row, { overlapHours }))
  })

const testWebhook = handle(contract.testWebhook, async ({ tx, params, now, fail, absent, accepted }) => {
  const webhook = (await lockWebhook(tx, params.id)) ?? absent()
  if (webhook.disabledAt) return fail.disabled()
  const about = { kind: 'test', messageId: uuidv7(), eventType: testType, eventPosition: null } as const
  const row = await insertDelivery(tx, webhook.id, about, now)
  return accepted(presentDelivery(row), webhookAuditSubject(webhook, { deliveryId: row.id }))
})

const updateWebhook = ({ fetcher }: { readonly fetcher: Fetcher }) =>
  handle(contract.updateWebhook, async ({ tx, params, body, caller, now, invalid, absent, ok }) => {
    const before = (await lockWebhook(tx, params.id)) ?? absent()
    const { enabled, ...settings } = body
    const after = { ...before, ...settings }
    const faults = [
      ...(after.url === before.url || isAllowed(after.url, fetcher) ? [] : [wrongAddress]),
      ...(await unknownProjects(tx, body.projectIds, caller)),
    ]
    if (faults.length > 0) return invalid(faults)
    const { id, url, description, eventTypes, projectIds } = after
    await changeWebhook(tx, { id, url, description, eventTypes, projectIds, now, userId: caller.userId })
    if (enabled === true) await enableWebhook(tx, { id })
    if (enabled === false) await disableWebhook(tx, id, 'person', now)
    const row = (await findWebhook(tx, id)) ?? absent()
    return ok(
      presentWebhook(row, now),
      webhookAuditSubject(row, {
        eventTypes,
        projectIds,
        enabled: row.disabledAt === null,
        changed: Object.keys(body),
      }),
    )
  })

export default (parts: { readonly vault: Vault; readonly fetcher: Fetcher }) => ({
  listWebhooks,
  createWebhook: createWebhook(parts),
  getWebhook,
  updateWebhook: updateWebhook(parts),
  deleteWebhook,
  rotateWebhookSecret: rotateWebhookSecret(parts),
  testWebhook,
  replayWebhookEvents,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhookDelivery,
})
