import { eraseDetails, record } from '../../../../platform/audit/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { removeMailTo } from '../../../../platform/mail/index.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { type Named, namesPerson } from '../rules/own-data.ts'
import { endErasure, endErasureIn, openErasures, openErasuresByWorkspace, removeWaysIn } from '../own-data/store.ts'

export interface ErasureParts {
  readonly database: Database
  readonly everyDomain: EveryDomain
}

/**
 * Does what is left of each erasure: one transaction for each workspace, which marks its part as done, so that a
 * process that dies on the way is followed by one that goes on. The address is forgotten when all parts are done.
 */
export const erasePeople = async (parts: ErasureParts, signal: AbortSignal): Promise<void> => {
  const { database } = parts
  const failures: unknown[] = []
  for (const { userId, name, email } of await database.identity(openErasures)) {
    const person = { userId, name: name!, email: email! }
    const open = await database.identity((tx) => openErasuresByWorkspace(tx, userId))
    const failed = await eraseInEach(parts, open, person, signal)
    if (signal.aborted) return
    if (failed.length === 0) await database.identity((tx) => finish(tx, person))
    failures.push(...failed)
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Parts of an erasure failed; they are tried again')
}

/** One workspace that cannot be written to does not keep the others waiting. */
const eraseInEach = async (
  { database, everyDomain }: ErasureParts,
  open: readonly string[],
  person: Named,
  signal: AbortSignal,
) => {
  const failed: unknown[] = []
  for (const workspace of open) {
    if (signal.aborted) break
    await database
      .within(workspace, (tx) => eraseIn(everyDomain, tx, person))
      .catch((error: unknown) => failed.push(error))
  }
  return failed
}

const eraseIn = async (everyDomain: EveryDomain, tx: Transaction, person: Named) => {
  const part = await endErasureIn(tx, person.userId)
  if (!part) return
  await everyDomain.erasePersonIn(tx, person)
  const erased = await eraseDetails(tx, ({ details, actorId, resourceId }) =>
    namesPerson(details, actorId === person.userId || resourceId === person.userId, person),
  )
  if (part.wasMember) recordErasure(tx, person.userId, erased)
}

const recordErasure = (tx: Transaction, userId: string, erasedDetails: number) =>
  record(tx, {
    action: 'person.erase',
    category: 'delete',
    severity: 'warning',
    outcome: 'success',
    actor: { type: 'user', id: userId },
    source: 'system',
    resource: ['person', userId],
    details: { erasedDetails },
  })

/** Once more what was taken at the request: a sign-in or an invitation that raced it has ended by now. */
const finish = async (tx: Transaction, { userId, email }: Named) => {
  await removeWaysIn(tx, userId, email)
  await removeMailTo(tx, email)
  await endErasure(tx, userId)
}
