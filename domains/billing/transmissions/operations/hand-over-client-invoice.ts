import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { chosenProfile, keepSentDocuments, precedingOf, xmlObstacle, xmlOf } from '../../documents/index.ts'
import { aboutInvoice, findInvoiceFor, linesOf, lockInvoice, reconciles } from '../../invoices/index.ts'
import { transmissionDetails } from '../audit-subject.ts'
import { handOverClientInvoice } from '../contract.ts'
import { presentTransmission } from '../present.ts'
import { handOverObstacle } from '../rules.ts'
import { keepConnection } from '../store.ts'
import { beginTransmission, keepStatus, statusesOf, transmissionsOf } from '../store-transmissions.ts'

export default handle(handOverClientInvoice, async ({ tx, params, caller, now, fail, created }) => {
  const { id } = (await findInvoiceFor(tx, params.id, caller)) ?? fail.hidden()
  // The lock of the invoice decides between callers, and between this and a void.
  const row = (await lockInvoice(tx, id))!
  const profile = chosenProfile(row)
  const obstacle = handOverObstacle(row, profile)
  if (obstacle) return fail[obstacle]()
  const lines = await linesOf(tx, id)
  if (!reconciles(row, lines)) return fail.notReconciled()
  const missing = xmlObstacle({ row, lines }, profile)
  if (missing?.reason === 'lacking') return fail.lacking({ which: [...missing.which] })
  if (missing) return fail[missing.reason]()
  const connection = (await keepConnection(tx)) ?? fail.notConnected()
  if ((await transmissionsOf(tx, id)).some(({ state }) => state !== 'failed')) return fail.handedOver()
  const xml = xmlOf({ row, lines, preceding: await precedingOf(tx, row, lines) }, profile)
  const [sha256] = await keepSentDocuments(tx, id, [xml], now)
  const begun = await beginTransmission(tx, {
    id: uuidv7(),
    invoiceId: id,
    sha256: sha256!,
    profile: 'peppol',
    connection,
    now,
    userId: caller.userId,
  })
  await keepStatus(tx, {
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
    presentTransmission(begun, await statusesOf(tx, [begun.id]), true),
    aboutInvoice(row, transmissionDetails(begun)),
  )
})
