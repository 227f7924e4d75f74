import type { IncomingMessage } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import type { Caller } from '../../../platform/access/index.ts'
import { record } from '../../../platform/audit/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { newLinkToken, openIfKeyed } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { publicAddressOf } from '../../../platform/fetch/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import { readBody } from '../../../platform/http/requests/bodies.ts'
import { openTries } from '../../../platform/jobs/index.ts'
import {
  linearAddress,
  readLinearDelivery,
  type LinearDelivery,
  linearAccount,
  TrackerFailure,
} from '../../../execution/trackers/index.ts'
import { isConnectedToHost } from '../../code/code-hosts/index.ts'
import { testConnection } from '../../code/connections/index.ts'
import { beginSession } from './begin-session.ts'
import * as contract from './contract.ts'
import { trackerDeliveryMostBytes, type ProjectTracker, type Tracker } from './contract.ts'
import { trackerKeys, type TrackerParts } from './parts.ts'
import { endsOf } from './rules.ts'
import {
  insertTracker,
  refusalOfTracker,
  findTracker,
  lockTrackers,
  projectsOfTracker,
  removeTracker,
  findTrackerLink,
  putTrackerLink,
  trackers,
  renewTracker as renew,
  setTrackerKeys,
  recordTrackerDelivery,
  linkOfTeam,
  trackerByHook,
  removeTrackerLink,
} from './store-trackers.ts'
import { linearSessionsOf, sessionByKey } from './store.ts'
import type { TrackerRow, TrackerLinkRow } from './tables.ts'
import { takeNote } from './take-note.ts'

/** The address for a tracker's webhooks; null for members, and if the vault of this server does not open it. */
const webhookUrlOf = async (
  tx: Transaction,
  { vault, linkTo }: Pick<TrackerParts, 'vault' | 'linkTo'>,
  row: TrackerRow,
  { role }: Pick<Caller, 'role'>,
): Promise<string | null> => {
  if (role !== 'owner' && role !== 'admin') return null
  const keys = vault.available ? await openIfKeyed(() => trackerKeys.open(tx, vault, row.id, row)) : undefined
  return keys ? linkTo(webhookPath(keys.hookToken)) : null
}

const wrongAddress = {
  path: 'baseUrl',
  message: 'has to be a public https address without user, query or fragment',
  rule: 'address',
}

const createTracker = ({ vault, fetcher, linkTo }: Pick<TrackerParts, 'vault' | 'fetcher' | 'linkTo'>) =>
  handle(contract.createTracker, async ({ tx, body, caller, now, fail, invalid, created }) => {
    const { kind, name, token, refresh, webhookSecret = null, baseUrl = linearAddress } = body
    if (!publicAddressOf(baseUrl, fetcher)) return invalid([wrongAddress])
    if (!vault.available) return fail.noVault()
    const refusal = await refusalOfTracker(tx, name)
    if (refusal) return fail[refusal]()
    const id = uuidv7()
    const { token: hookToken, tokenHash: hookTokenHash } = newLinkToken()
    const keys = { token, webhookSecret, hookToken, ...(refresh && { refresh }) }
    const sealed = await trackerKeys.seal(tx, vault, id, keys)
    const hasWebhookSecret = webhookSecret !== null
    const ends = endsOf(body, now)
    const fields = { id, kind, name, baseUrl, hasWebhookSecret, hookTokenHash, createdBy: caller.userId, now }
    const row = await insertTracker(tx, { ...fields, ...ends, ...sealed })
    return created(presentTracker(row, linkTo(webhookPath(hookToken))), trackerAuditSubject(row))
  })

const deleteTracker = handle(contract.deleteTracker, async ({ tx, params, fail, absent, ok }) => {
  await lockTrackers(tx)
  const row = (await findTracker(tx, params.id)) ?? absent()
  if ((await projectsOfTracker(tx, { trackerId: row.id })).length > 0) return fail.inUse()
  await removeTracker(tx, row.id)
  return ok({ deleted: true }, trackerAuditSubject(row))
})

const getProjectTracker = handle(contract.getProjectTracker, async ({ tx, params, ok }) =>
  ok(presentLink(await findTrackerLink(tx, { projectId: params.id }))),
)

const noTeam = { path: 'teamKey', message: 'is required for Linear', rule: 'required' }
const noTracker = { path: 'trackerId', message: 'is no tracker of this workspace', rule: 'exists' }

const linkProjectTracker = handle(contract.linkProjectTracker, async (context) => {
  const { tx, params, body, caller, now, fail, invalid, ok } = context
  const projectId = params.id
  const { source, trackerId, teamKey } = body
  await lockTrackers(tx)
  const by = { projectId, now, userId: caller.userId }
  if (source === 'code_host' && !(await isConnectedToHost(tx, projectId))) return fail.notConnected()
  if (source === 'linear') {
    if (teamKey === undefined) return invalid([noTeam])
    if (trackerId === undefined || !(await findTracker(tx, trackerId))) return invalid([noTracker])
  }
  const link =
    source === 'linear'
      ? { trackerId: trackerId!, teamKey: teamKey!, lookAt: null }
      : { trackerId: null, teamKey: null, lookAt: now }
  const row = (await putTrackerLink(tx, { ...by, ...link })) ?? fail.teamTaken()
  const subject = { resource: ['project', projectId] as const, within: { projectId } }
  return ok(presentLink(row), { ...subject, metadata: { source, trackerId: row.trackerId, teamKey: row.teamKey } })
})

const listProjectLinearSessions = handle(contract.listProjectLinearSessions, async ({ tx, params, ok }) =>
  ok(await linearSessionsOf(tx, { projectId: params.id })),
)

const listTrackers = (parts: Pick<TrackerParts, 'vault' | 'linkTo'>) =>
  handle(contract.listTrackers, async ({ tx, caller, ok }) => {
    const shown = []
    for (const row of await trackers(tx)) shown.push(presentTracker(row, await webhookUrlOf(tx, parts, row, caller)))
    return ok(shown)
  })

const renewTracker = ({ vault, linkTo }: Pick<TrackerParts, 'vault' | 'linkTo'>) =>
  handle(contract.renewTracker, async ({ tx, params, body, now, fail, absent, ok }) => {
    await lockTrackers(tx)
    const before = (await findTracker(tx, params.id)) ?? absent()
    if (!vault.available) return fail.noVault()
    const { token, refresh } = body
    const { webhookSecret, hookToken } = await trackerKeys.open(tx, vault, before.id, before)
    const keys = { token, webhookSecret, hookToken, ...(refresh && { refresh }) }
    const sealed = await trackerKeys.seal(tx, vault, before.id, keys)
    const { ciphertext } = before
    const row = (await renew(tx, { id: before.id, before: ciphertext, ...sealed, ...endsOf(body, now) })) ?? absent()
    return ok(presentTracker(row, linkTo(webhookPath(hookToken))), trackerAuditSubject(row, { changed: ['token'] }))
  })

const setTrackerSecret = ({ vault, linkTo }: Pick<TrackerParts, 'vault' | 'linkTo'>) =>
  handle(contract.setTrackerSecret, async ({ tx, params, body, fail, absent, ok }) => {
    await lockTrackers(tx)
    const before = (await findTracker(tx, params.id)) ?? absent()
    if (!vault.available) return fail.noVault()
    const keys = await trackerKeys.open(tx, vault, before.id, before)
    const sealed = await trackerKeys.seal(tx, vault, before.id, { ...keys, webhookSecret: body.webhookSecret })
    const row = (await setTrackerKeys(tx, { id: before.id, ...sealed })) ?? absent()
    const changed = { changed: ['webhookSecret'] }
    return ok(presentTracker(row, linkTo(webhookPath(keys.hookToken))), trackerAuditSubject(row, changed))
  })

const tries = openTries()

const takeTrackerDelivery = (parts: TrackerParts) =>
  handle(contract.takeTrackerDelivery, async ({ params, body, header, now, fail, ok }) => {
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
  if (!(await recordTrackerDelivery(tx, { trackerId, deliveryId: id, now: await tx.now() })) || !session) return
  const { note, teamKey, ...issue } = session
  const existing = await sessionByKey(tx, { sessionKey: session.sessionKey })
  // The conversation belongs to another connection, or to an issue at a code host.
  if (existing && existing.trackerId !== trackerId) return
  const link = existing ? undefined : await linkOfTeam(tx, { trackerId, teamKey })
  const conversation = existing ?? (link && (await beginSession(parts, tx, link, issue)))
  if (conversation && note) await takeNote(parts, tx, conversation, note)
}

/** Shows once that a webhook could not be handled. Its tracker still has the issue. */
const setAside = async (tx: Transaction, trackerId: string, deliveryId: string) => {
  if (!(await recordTrackerDelivery(tx, { trackerId, deliveryId, now: await tx.now() }))) return
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

const testTracker = ({ vault, fetcher }: Pick<TrackerParts, 'vault' | 'fetcher'>) =>
  handle(contract.testTracker, async ({ params, signal, read, commit, fail, absent }) => {
    const row = (await read((tx) => findTracker(tx, params.id))) ?? absent()
    if (!vault.available) return fail.noVault()
    const { token } = await read((tx) => trackerKeys.open(tx, vault, row.id, row))
    const tested = await testConnection(linearAccount(fetcher, { baseUrl: row.baseUrl, token }, signal), TrackerFailure)
    return commit(async ({ ok }) => ok(tested, trackerAuditSubject(row, { works: tested.works })))
  })

const unlinkProjectTracker = handle(contract.unlinkProjectTracker, async ({ tx, params, fail, ok }) => {
  const { projectId, trackerId, teamKey } = (await removeTrackerLink(tx, params.id)) ?? fail.notLinked()
  const subject = { resource: ['project', projectId] as const, within: { projectId } }
  return ok({ message: 'This project takes no more issues.' }, { ...subject, metadata: { trackerId, teamKey } })
})

export default (parts: TrackerParts) => ({
  listProjectLinearSessions,
  listTrackers: listTrackers(parts),
  createTracker: createTracker(parts),
  renewTracker: renewTracker(parts),
  setTrackerSecret: setTrackerSecret(parts),
  testTracker: testTracker(parts),
  deleteTracker,
  getProjectTracker,
  linkProjectTracker,
  unlinkProjectTracker,
  takeTrackerDelivery: takeTrackerDelivery(parts),
})

const webhookPath = (token: string): string => `/v1/api/trackers/deliveries/${token}`

/** `webhookUrl` is null if this server cannot open it, and for callers that may not see it. */
const presentTracker = (row: TrackerRow, webhookUrl: string | null): Static<typeof Tracker> => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  hasWebhookSecret: row.hasWebhookSecret,
  webhookUrl,
  tokenExpiresAt: row.tokenExpiresAt,
  renewsItself: row.nextRenewalAt !== null,
  renewalError: row.renewalError,
  lastDeliveryAt: row.lastDeliveryAt,
  createdAt: row.createdAt,
})

export const trackerAuditSubject = ({ id, kind, name }: TrackerRow, more: object = {}) => ({
  resource: ['tracker', id] as const,
  metadata: { kind, name, ...more },
})

const presentLink = (row: TrackerLinkRow | undefined): Static<typeof ProjectTracker> => {
  if (!row) return { source: null, trackerId: null, teamKey: null, error: null, linkedAt: null }
  const { trackerId, teamKey, error, linkedAt } = row
  return { source: trackerId === null ? 'code_host' : 'linear', trackerId, teamKey, error, linkedAt }
}
