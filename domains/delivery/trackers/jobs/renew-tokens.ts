import { renewLinearToken, TrackerFailure } from '../../../../execution/trackers/index.ts'
import { record } from '../../../../platform/audit/index.ts'
import { openIfKeyed } from '../../../../platform/crypto/index.ts'
import type { InTransaction, Transaction } from '../../../../platform/db/transaction.ts'
import { inWorkspacesOf, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { retryPauseMs } from '../../../../platform/waiting/index.ts'
import { trackerKeys, type TrackerParts } from '../parts.ts'
import { trackerAuditSubject } from '../handlers.ts'
import { renewalOf } from '../rules.ts'
import { dueRenewals, failRenewal, findTracker, renewTracker } from '../store-trackers.ts'

const rowsAtOnce = 200
/** A tracker that is away is asked again within minutes: its token ends within hours. */
const pauseMostMs = 10 * 60_000

/** Renews tokens by their refresh tokens, half-way to their ends. */
export const renewTokens = async (parts: TrackerParts, context: ScheduledContext): Promise<void> => {
  const due = await parts.database.identity((tx) => dueRenewals(tx, { rows: rowsAtOnce }))
  await inWorkspacesOf(due, (place, { signal }) => renewOne(parts, place, signal), context, {
    failure: 'Renewing the token of a tracker broke off; will retry',
  })
}

const renewOne = async (
  { database, vault, fetcher }: TrackerParts,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
  signal: AbortSignal,
) => {
  const within: InTransaction = (work) => database.within(workspaceId, work)
  const found = await within(async (tx) => {
    const row = await findTracker(tx, id)
    return row && { row, keys: await openIfKeyed(() => trackerKeys.open(tx, vault, row.id, row)) }
  })
  if (!found?.keys?.refresh) return
  const { row, keys } = found
  const refresh = keys.refresh!
  try {
    const renewed = await renewLinearToken(fetcher, { baseUrl: row.baseUrl, refresh }, signal)
    const { token, refreshToken, expiresInMs } = renewed
    await within(async (tx) => {
      const sealed = await trackerKeys.seal(tx, vault, id, { ...keys, token, refresh: { ...refresh, refreshToken } })
      const ends = renewalOf(await tx.now(), expiresInMs)
      const after = await renewTracker(tx, { id, before: row.ciphertext, ...sealed, ...ends })
      if (after) recordRenewal(tx, trackerAuditSubject(after), 'success')
    })
  } catch (error) {
    if (!(error instanceof TrackerFailure) || signal.aborted) throw error
    await within(async (tx) => {
      const attempts = row.renewalAttempts + 1
      const pauseMs = Math.min(pauseMostMs, retryPauseMs(attempts))
      const nextRenewalAt = error.isFinal ? null : new Date((await tx.now()).getTime() + pauseMs)
      await failRenewal(tx, { id, attempts, nextRenewalAt, error: error.message.slice(0, 1_000) })
      if (error.isFinal) recordRenewal(tx, trackerAuditSubject(row), 'failure')
    })
  }
}

const recordRenewal = (
  tx: Transaction,
  { resource, metadata: details }: ReturnType<typeof trackerAuditSubject>,
  outcome: 'success' | 'failure',
) =>
  record(tx, {
    action: 'tracker.update',
    category: 'update',
    outcome,
    actor: { type: 'system', id: null },
    source: 'system',
    resource,
    details: { ...details, changed: ['token'] },
  })
