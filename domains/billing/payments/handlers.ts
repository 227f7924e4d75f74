import type { IncomingMessage } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import { isAgency } from '../../../platform/access/index.ts'
import { pageMost } from '../../../platform/contract/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { readBody } from '../../../platform/http/requests/bodies.ts'
import { openTries } from '../../../platform/jobs/index.ts'
import { PaymentFailure, deliveryReaders, type PaymentNotice } from '../../../execution/payments/index.ts'
import { aboutInvoice } from '../invoices/index.ts'
import { connect, reconnect, webhookUrlOf, type PaymentParts, presentConnection, presentNotice } from './connect.ts'
import { noticeMostBytes } from './contract.ts'
import * as contract from './contract.ts'
import { openWebhookKeys, readSigned, openAccount } from './keys.ts'
import { beginCheckout, openAtProvider, tried } from './open-checkout.ts'
import { isReturnAddress } from './rules.ts'
import { faultsOfKeys, isOtherAccount } from './rules/keys.ts'
import { countLive } from './store-checkouts.ts'
import * as store from './store.ts'
import type { ConnectionRow } from './tables.ts'
import { connectionAuditSubject, reportUnmatchedPayment, takeNotice } from './take-notice.ts'

/**
 * Shows a payment whose notice failed twice among those that settle no invoice, and notifies the administrators. Its
 * row has a name of its own, so that the same event settles the invoice if a person lets the provider send it again. A
 * checkout that ended needs no person: the schedule of checkouts ends it here as well.
 */
const setNoticeAside = async (
  tx: Transaction,
  parts: Pick<PaymentParts, 'linkTo' | 'mailer'>,
  connection: ConnectionRow,
  notice: PaymentNotice,
): Promise<void> => {
  if (notice.kind !== 'paid' || notice.workspaceId !== tx.workspace) return
  const reason = 'not_taken'
  const isNew = await store.recordPaymentNotice(tx, {
    id: uuidv7(),
    connectionId: connection.id,
    eventId: `${notice.eventId} ${reason}`,
    now: await tx.now(),
    // The checkout or the invoice may be what failed: neither is read again.
    checkoutId: null,
    invoiceId: null,
    paymentReference: notice.paymentReference,
    currency: notice.currency,
    providerAmount: notice.providerAmount,
    outcome: 'mismatched',
    reason,
  })
  if (isNew) await reportUnmatchedPayment(tx, parts, { connection, invoice: undefined, notice, reason })
}

const connectPaymentProvider = (parts: PaymentParts) =>
  handle(contract.connectPaymentProvider, async ({ tx, body, caller, now, fail, invalid, ok }) => {
    await store.lockConnecting(tx)
    const before = await store.holdConnection(tx)
    if (before && before.provider !== body.provider) return fail.otherConnected()
    const faults = faultsOfKeys(body, !before)
    if (faults.length > 0) return invalid(faults)
    if (before && isOtherAccount(body, before) && (await countLive(tx)).count > 0) return fail.checkoutsOpen()
    if (!parts.vault.available) return fail.noVault()
    const by = { now, userId: caller.userId }
    const row = await (before ? reconnect(tx, parts, { before, given: body }, by) : connect(tx, parts, body, by))
    const changed = (['apiKey', 'webhookSecret'] as const).filter((name) => body[name] !== undefined)
    return ok(presentConnection(row, await webhookUrlOf(tx, parts, row)), connectionAuditSubject(row, { changed }))
  })

const createClientInvoicePaymentLink = (parts: PaymentParts) =>
  handle(
    contract.createClientInvoicePaymentLink,
    async ({ params, body, caller, workspace, fail, invalid, commit }) => {
      const home = parts.linkTo('/')
      const successUrl = body.successUrl ?? home
      if (!isReturnAddress(successUrl, { home, isAgency: isAgency(caller.role) })) return invalid([wrongAddress])
      const wanted = { invoiceId: params.id, successUrl, userId: caller.userId }
      const begun = await parts.database.within(workspace, (tx) => beginCheckout(tx, parts, wanted))
      if (typeof begun === 'string') return fail[begun]()
      const opened = await openAtProvider(parts, workspace, begun)
      if (opened === 'ended') return fail.notPayable()
      if (opened instanceof PaymentFailure)
        return opened.kind === 'refused' ? fail.refused({ reason: opened.reason }) : fail.unavailable()
      const { checkout, connection, invoice } = begun
      const details = { checkoutId: checkout.id, provider: connection.provider, reference: opened.reference }
      return commit(async ({ ok }) =>
        ok(opened, {
          ...aboutInvoice(invoice, details),
          ...(checkout.status === 'open' && { repeated: true as const }),
        }),
      )
    },
  )

const wrongAddress = {
  path: 'successUrl',
  message: 'has to be an https address; a client may only name one of this server',
  rule: 'address',
}

const disconnectPaymentProvider = handle(contract.disconnectPaymentProvider, async ({ tx, caller, now, fail, ok }) => {
  const row = (await store.holdConnection(tx)) ?? fail.notConnected()
  const { count: openCheckouts } = await countLive(tx)
  await store.disconnectConnection(tx, { id: row.id, now, userId: caller.userId })
  await store.clearSpentKeys(tx)
  return ok(presentConnection(undefined, null), connectionAuditSubject(row, { openCheckouts }))
})

const getPaymentProvider = (parts: PaymentParts) =>
  handle(contract.getPaymentProvider, async ({ tx, ok }) => {
    const row = await store.findConnection(tx)
    return ok(presentConnection(row, row ? await webhookUrlOf(tx, parts, row) : null))
  })

const listPaymentNotices = handle(contract.listPaymentNotices, async ({ tx, caller, query, next, ok }) => {
  // As each invoice is absent for a key that names projects.
  if (caller.projectIds) return ok([])
  const { cursor, limit = pageMost, outcome = null } = query
  const page = await store.noticePage(tx, cursorOf(cursor), limit, outcome)
  next(page.next, page.count)
  return ok(page.rows.map(presentNotice))
})

const tries = openTries()

const takePaymentNotice = (parts: PaymentParts) =>
  handle(contract.takePaymentNotice, async ({ params, body, header, now, fail, ok }) => {
    const { database, vault } = parts
    const found = (await database.identity((tx) => store.connectionByToken(tx, params.token))) ?? fail.unknown()
    const within = database.within.bind(database, found.workspaceId)
    const connection = await database.reading(found.workspaceId, (tx) => store.connectionOf(tx, found.connectionId))
    if (connection?.provider !== params.provider) return fail.unknown()
    // No connection of the database waits for a sender that is slow.
    const bytes = await readBody(body as IncomingMessage, noticeMostBytes)
    if (!vault.available) return fail.noVault()
    const keys = await database.reading(found.workspaceId, (tx) => openWebhookKeys(tx, vault, connection))
    const read = deliveryReaders[connection.provider]
    const notices = readSigned(keys, now, (secret) => read({ bytes, header }, secret, now)) ?? fail.unsigned()
    await within(async (tx) => store.keepNoticeTime(tx, connection.id, await tx.now()))
    for (const notice of notices)
      await tries.take(
        `${connection.id} ${notice.eventId}`,
        () => within((tx) => takeNotice(tx, parts, connection, notice)),
        () => within((tx) => setNoticeAside(tx, parts, connection, notice)),
      )
    return ok({ notificationResponse: '[accepted]' })
  })

const testPaymentProvider = ({ vault, payments }: PaymentParts) =>
  handle(contract.testPaymentProvider, async ({ read, commit, fail }) => {
    const row = (await read(store.findConnection)) ?? fail.notConnected()
    if (!vault.available) return fail.noVault()
    const account = (await read((tx) => openAccount(tx, vault, row))) ?? fail.notConnected()
    const tested = await tried(() => payments[row.provider].test(account))
    const reason = tested instanceof PaymentFailure ? tested.reason : null
    const reply = { works: reason === null, reason, lastNoticeAt: row.noticeAt }
    return commit(async ({ ok }) => ok(reply, connectionAuditSubject(row, { works: reply.works, reason })))
  })

export default (parts: PaymentParts) => ({
  connectPaymentProvider: connectPaymentProvider(parts),
  createClientInvoicePaymentLink: createClientInvoicePaymentLink(parts),
  disconnectPaymentProvider,
  getPaymentProvider: getPaymentProvider(parts),
  listPaymentNotices,
  takePaymentNotice: takePaymentNotice(parts),
  testPaymentProvider: testPaymentProvider(parts),
})
