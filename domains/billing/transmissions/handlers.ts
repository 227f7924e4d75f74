import type { IncomingMessage } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import { isAgency } from '../../../platform/access/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import { readBody } from '../../../platform/http/requests/bodies.ts'
import type { Reach } from '../../../execution/access-points/index.ts'
import { chosenProfile, recordSentDocuments, precedingOf, xmlObstacle, xmlOf } from '../documents/index.ts'
import {
  findInvoice,
  type InvoiceRow,
  aboutInvoice,
  findInvoiceFor,
  linesOf,
  lockInvoice,
  reconciles,
} from '../invoices/index.ts'
import {
  connect,
  lacksOf,
  reconnect,
  webhookUrlOf,
  type TransmissionParts,
  presentConnection,
  presentTransmission,
} from './connect.ts'
import { noticeMostBytes } from './contract.ts'
import * as contract from './contract.ts'
import { openAccount, openWebhookKeys, readSigned } from './keys.ts'
import { connectionAuditSubject, transmissionDetails, endUnsent } from './learn.ts'
import { handOverObstacle } from './rules.ts'
import * as transmissionStore from './store-transmissions.ts'
import * as store from './store.ts'

const connectAccessPoint = (parts: TransmissionParts) =>
  handle(contract.connectAccessPoint, async ({ tx, body, caller, now, fail, invalid, ok }) => {
    await store.lockConnecting(tx)
    const before = await store.holdConnection(tx)
    const { environment = before?.environment } = body
    if (before && before.environment !== environment) return fail.otherEnvironment()
    const lacks = before ? [] : lacksOf(body)
    if (lacks.length > 0) return invalid(lacks)
    if (!parts.vault.available) return fail.noVault()
    const by = { now, userId: caller.userId }
    const row = await (before ? reconnect(tx, parts, { before, given: body }, by) : connect(tx, parts, body, by))
    const changed = (['apiKey', 'webhookSecret'] as const).filter((name) => body[name] !== undefined)
    return ok(presentConnection(row, await webhookUrlOf(tx, parts, row)), connectionAuditSubject(row, { changed }))
  })

const disconnectAccessPoint = handle(contract.disconnectAccessPoint, async ({ tx, caller, now, fail, ok }) => {
  const row = (await store.holdConnection(tx)) ?? fail.notConnected()
  const unsent = await transmissionStore.lockUnsent(tx, { connectionId: row.id })
  for (const transmission of unsent) await endUnsent(tx, transmission, { reason: 'disconnected', detail: null })
  await store.disconnectConnection(tx, { id: row.id, now, userId: caller.userId })
  await transmissionStore.stopPollingDisconnected(tx)
  await store.clearSpentKeys(tx)
  return ok(presentConnection(undefined, null), connectionAuditSubject(row, { unsent: unsent.length }))
})

const getAccessPoint = (parts: TransmissionParts) =>
  handle(contract.getAccessPoint, async ({ tx, ok }) => {
    const row = await store.findConnection(tx)
    return ok(presentConnection(row, row ? await webhookUrlOf(tx, parts, row) : null))
  })

const getClientInvoiceTransmissions = (parts: TransmissionParts) =>
  handle(contract.getClientInvoiceTransmissions, async ({ read, params, query, caller, workspace, ok }) => {
    const isOfAgency = isAgency(caller.role)
    const { invoice, transmissions, environment } = await read(async (tx) => {
      const rows = await transmissionStore.transmissionsOf(tx, { invoiceId: params.id })
      // A test reaches no client, and no client sees it.
      const shown = rows.filter(({ environment }) => isOfAgency || environment === 'live')
      const statuses = await transmissionStore.statusesOf(tx, { ids: shown.map(({ id }) => id) })
      return {
        invoice: (await findInvoice(tx, { id: params.id }))!,
        transmissions: shown.map((row) => presentTransmission(row, statuses, isOfAgency)),
        environment: isOfAgency ? ((await store.findConnection(tx))?.environment ?? null) : null,
      }
    })
    const reach = isOfAgency && query.reach ? await reachOf(parts, workspace, invoice) : null
    return ok({ environment, reach, transmissions })
  })

const reachOf = async (
  { database, vault, accessPoints }: TransmissionParts,
  workspace: string,
  { buyerElectronic }: InvoiceRow,
): Promise<Reach | null> => {
  const endpoint = buyerElectronic?.endpoint ?? null
  if (endpoint === null || !vault.available) return null
  const asked = await database.reading(workspace, async (tx) => {
    const connection = await store.findConnection(tx)
    const account = connection && (await openAccount(tx, vault, connection))
    return account && { account, driver: connection.driver }
  })
  return asked ? accessPoints[asked.driver].reach(asked.account, endpoint) : null
}

const handOverClientInvoice = handle(
  contract.handOverClientInvoice,
  async ({ tx, params, caller, now, fail, created }) => {
    const { id } = (await findInvoiceFor(tx, params.id, caller)) ?? fail.hidden()
    // The lock of the invoice decides between callers, and between this and a void.
    const row = (await lockInvoice(tx, id))!
    const profile = chosenProfile(row)
    const obstacle = handOverObstacle(row, profile)
    if (obstacle) return fail[obstacle]()
    const lines = await linesOf(tx, { invoiceId: id })
    if (!reconciles(row, lines)) return fail.notReconciled()
    const missing = xmlObstacle({ row, lines }, profile)
    if (missing?.reason === 'lacking') return fail.lacking({ which: [...missing.which] })
    if (missing) return fail[missing.reason]()
    const connection = (await store.keepConnection(tx)) ?? fail.notConnected()
    if ((await transmissionStore.transmissionsOf(tx, { invoiceId: id })).some(({ state }) => state !== 'failed'))
      return fail.handedOver()
    const xml = xmlOf({ row, lines, preceding: await precedingOf(tx, row, lines) }, profile)
    const [sha256] = await recordSentDocuments(tx, id, [xml], now)
    const begun = await transmissionStore.beginTransmission(tx, {
      id: uuidv7(),
      invoiceId: id,
      sha256: sha256!,
      profile: 'peppol',
      connectionId: connection.id,
      driver: connection.driver,
      environment: connection.environment,
      now,
      userId: caller.userId,
    })
    await transmissionStore.insertStatus(tx, {
      id: uuidv7(),
      transmissionId: begun.id,
      state: 'waiting',
      code: 'hand_over',
      source: 'person',
      at: now,
      rawSha256: null,
      now,
    })
    return created(
      presentTransmission(begun, await transmissionStore.statusesOf(tx, { ids: [begun.id] }), true),
      aboutInvoice(row, transmissionDetails(begun)),
    )
  },
)

const takeAccessPointNotice = ({ database, vault, accessPoints }: TransmissionParts) =>
  handle(contract.takeAccessPointNotice, async ({ params, body, header, now, fail, ok }) => {
    const found = (await database.identity((tx) => store.connectionByToken(tx, params.token))) ?? fail.unknown()
    const connection = await database.reading(found.workspaceId, (tx) => store.connectionOf(tx, found.id))
    if (connection?.driver !== params.driver) return fail.unknown()
    // No connection of the database waits for a sender that is slow.
    const bytes = await readBody(body as IncomingMessage, noticeMostBytes)
    if (!vault.available) return fail.noVault()
    const keys = await database.reading(found.workspaceId, (tx) => openWebhookKeys(tx, vault, connection))
    const { read } = accessPoints[connection.driver]
    const notice = readSigned(keys, now, (secret) => read({ bytes, header }, secret)) ?? fail.unsigned()
    await database.within(found.workspaceId, async (tx) => {
      await store.keepNoticeTime(tx, connection.id, now)
      if (notice.reference !== null)
        await transmissionStore.wakeTransmission(tx, { connectionId: connection.id, reference: notice.reference, now })
    })
    return ok({ received: true })
  })

export default (parts: TransmissionParts) => ({
  connectAccessPoint: connectAccessPoint(parts),
  disconnectAccessPoint,
  getAccessPoint: getAccessPoint(parts),
  getClientInvoiceTransmissions: getClientInvoiceTransmissions(parts),
  handOverClientInvoice,
  takeAccessPointNotice: takeAccessPointNotice(parts),
})
