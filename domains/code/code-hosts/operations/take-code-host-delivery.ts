import type { IncomingMessage } from 'node:http'
import { readHostDelivery, type HostDelivery } from '../../../../execution/code-hosts/index.ts'
import { record } from '../../../../platform/audit/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { openTries } from '../../../../platform/jobs/index.ts'
import { readBody } from '../../../../platform/http/read-body.ts'
import { deliveryMostBytes, takeCodeHostDelivery } from '../contract.ts'
import type { CodeHostParts } from '../parts.ts'
import { codeHostByHook, findCodeHost, keepDelivery } from '../store.ts'
import { lookSoon } from '../store-links.ts'
import { hintPullRequests } from '../store-pull-requests.ts'
import { openedHook } from '../token.ts'

const tries = openTries()

export default ({ database, vault, everyDomain }: Pick<CodeHostParts, 'database' | 'vault' | 'everyDomain'>) =>
  handle(takeCodeHostDelivery, async ({ params, body, header, fail, ok }) => {
    const found = (await database.identity((tx) => codeHostByHook(tx, params.token))) ?? fail.unknown()
    // No connection of the database waits for a sender that is slow.
    const bytes = await readBody(body as IncomingMessage, deliveryMostBytes)
    if (!vault.available) return fail.noVault()
    const { host, keys } = await database.reading(found.workspaceId, async (tx) => {
      const row = await findCodeHost(tx, found.id)
      return { host: row, keys: row && (await openedHook(tx, vault, row)) }
    })
    if (!host || !keys) return fail.unknown()
    const delivery = readHostDelivery(host.kind, { bytes, header }, keys.secret) ?? fail.unsigned()
    const within = database.within.bind(database, found.workspaceId)
    await tries.take(
      `${host.id} ${delivery.id}`,
      () => within((tx) => takeDelivery(everyDomain, tx, host.id, delivery)),
      () => within((tx) => setAside(tx, host.id, delivery)),
    )
    return ok({ accepted: true })
  })

/**
 * Has the host asked about the repository that a webhook names. Its words are not believed: what is old, came in another
 * order, or names a repository that this connection does not push to changes nothing.
 */
const takeDelivery = async (
  everyDomain: CodeHostParts['everyDomain'],
  tx: Transaction,
  codeHostId: string,
  { id, event, fullName }: HostDelivery,
) => {
  const now = await tx.now()
  if (!(await keepDelivery(tx, { codeHostId, deliveryId: id, event, now })) || fullName === undefined) return
  const projectId = await lookSoon(tx, { codeHostId, fullName, now })
  if (projectId === undefined) return
  await hintPullRequests(tx, projectId, now)
  await everyDomain.noticeHostDelivery(tx, { projectId, now })
}

/** Shows once that a webhook could not be taken. Its subject is still at the host, which is asked anyway. */
const setAside = async (tx: Transaction, codeHostId: string, { id, event }: HostDelivery) => {
  if (!(await keepDelivery(tx, { codeHostId, deliveryId: id, event, now: await tx.now() }))) return
  const details = { deliveryId: id, event }
  record(
    tx,
    {
      action: 'code_host.set_aside',
      category: 'execute',
      outcome: 'failure',
      actor: { type: 'system', id: null },
      source: 'codehost',
      resource: ['code_host', codeHostId],
      details,
    },
    { name: 'code_host.delivery_set_aside', entity: ['code_host', codeHostId], payload: details },
  )
}
