import type { IncomingMessage } from 'node:http'
import { readLinearDelivery, type LinearDelivery } from '../../../../execution/trackers/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { record } from '../../../../platform/audit/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { openTries } from '../../../../platform/jobs/index.ts'
import { readBody } from '../../../../platform/http/read-body.ts'
import { beginSession } from '../begin-session.ts'
import { takeTrackerDelivery, trackerDeliveryMostBytes } from '../contract.ts'
import { trackerKeys } from '../keys.ts'
import type { TrackerParts } from '../parts.ts'
import { sessionByKey } from '../store.ts'
import { findTracker, keepTrackerDelivery, linkOfTeam, trackerByHook } from '../store-trackers.ts'
import { takeNote } from '../take-note.ts'

const tries = openTries()

export default (parts: TrackerParts) =>
  handle(takeTrackerDelivery, async ({ params, body, header, now, fail, ok }) => {
    const { database, vault } = parts
    const found = (await database.identity((tx) => trackerByHook(tx, params.token))) ?? fail.unknown()
    // No connection of the database waits for a sender that is slow.
    const bytes = await readBody(body as IncomingMessage, trackerDeliveryMostBytes)
    if (!vault.available) return fail.noVault()
    const keys = await database.reading(found.workspaceId, async (tx) => {
      const row = await findTracker(tx, found.id)
      return row && trackerKeys.open(tx, vault, row.id, row)
    })
    if (!keys) return fail.unknown()
    if (keys.webhookSecret === null) return fail.unsigned()
    const delivery = readLinearDelivery({ bytes, header }, keys.webhookSecret, now) ?? fail.unsigned()
    const within = database.within.bind(database, found.workspaceId)
    await tries.take(
      `${found.id} ${delivery.id}`,
      () => within((tx) => take(parts, tx, found.id, delivery)),
      () => within((tx) => setAside(tx, found.id, delivery.id)),
    )
    return ok({ accepted: true })
  })

/** An answer may come before the beginning of its conversation: it begins it. */
const take = async (parts: TrackerParts, tx: Transaction, trackerId: string, { id, session }: LinearDelivery) => {
  if (!(await keepTrackerDelivery(tx, { trackerId, deliveryId: id, now: await tx.now() })) || !session) return
  const { note, teamKey, ...issue } = session
  const known = await sessionByKey(tx, session.sessionKey)
  // Its name is that of another connection, or of an issue at a code host.
  if (known && known.trackerId !== trackerId) return
  const link = known ? undefined : await linkOfTeam(tx, trackerId, teamKey)
  const conversation = known ?? (link && (await beginSession(parts, tx, link, issue)))
  if (conversation && note) await takeNote(parts, tx, conversation, note)
}

/** Shows once that a webhook could not be taken. Its tracker still has what it was about. */
const setAside = async (tx: Transaction, trackerId: string, deliveryId: string) => {
  if (!(await keepTrackerDelivery(tx, { trackerId, deliveryId, now: await tx.now() }))) return
  record(
    tx,
    {
      action: 'tracker.set_aside',
      category: 'execute',
      outcome: 'failure',
      actor: { type: 'system', id: null },
      source: 'tracker',
      resource: ['tracker', trackerId],
      details: { deliveryId },
    },
    { name: 'tracker.delivery_set_aside', entity: ['tracker', trackerId], payload: { deliveryId } },
  )
}
