import {
  actorIdsOf,
  type DetailRow,
  eraseDetails,
  founderOf,
  record,
  settleRepeatsOf,
} from '../../../../platform/audit/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { removeAnswersOf, rewriteAnswers } from '../../../../platform/idempotency/index.ts'
import type { Mailer } from '../../../../platform/mail/index.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { renameWorkspace } from '../../workspaces/index.ts'
import { settleAccountEvents } from '../account-events.ts'
import { ownWorkspaceSuffix, workspaceNameOf } from '../rules/me.ts'
import { erasedAs, type PersonIdentity, namesPerson, withoutPerson } from '../rules/own-data.ts'
import { deleteFormerNames, formerNamesOf } from '../store-me.ts'
import { endErasure, endErasureIn, openErasures, openErasuresByWorkspace, removeWaysIn } from '../store-erasure.ts'

export interface ErasureParts {
  readonly database: Database
  readonly mailer: Pick<Mailer, 'forget'>
  readonly everyDomain: EveryDomain
}

/**
 * Continues each erasure: one transaction for each workspace, which marks its part as done, so that another process can
 * continue after a crash. The address is deleted when all parts are done. See decisions/0020.
 */
export const erasePeople = async (parts: ErasureParts, signal: AbortSignal): Promise<void> => {
  const { database, mailer } = parts
  const failures: unknown[] = []
  for (const { userId, name, email } of await database.identity(openErasures)) {
    const names = await database.identity((tx) => namesOf(tx, { userId, name: name!, email: email! }))
    const open = await database.identity((tx) => openErasuresByWorkspace(tx, userId))
    const failed = await eraseInEach(parts, open, names, signal)
    if (signal.aborted) return
    if (failed.length === 0) {
      for (const address of new Set(names.map((each) => each.email))) await mailer.forget(address)
      await database.identity((tx) => finish(tx, names))
    }
    failures.push(...failed)
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Parts of an erasure failed; they are tried again')
}

/** A person by the name and address of today, then by those before. */
type PersonNames = readonly [PersonIdentity, ...PersonIdentity[]]

/** An address that belongs to another person by now is not searched for: rows with it may be about that person. */
const namesOf = async (tx: Transaction, person: PersonIdentity): Promise<PersonNames> => {
  const former = await formerNamesOf(tx, { userId: person.userId })
  return [person, ...former.map(({ name, email }) => ({ ...person, name, email: email ?? person.email }))]
}

/** One workspace that cannot be written to does not keep the others waiting. */
const eraseInEach = async (parts: ErasureParts, open: readonly string[], names: PersonNames, signal: AbortSignal) => {
  const failed: unknown[] = []
  for (const workspace of open) {
    if (signal.aborted) break
    await eraseInOne(parts, workspace, names).catch((error: unknown) => failed.push(error))
  }
  return failed
}

// Waiting rows are recorded first, so that they are erased with the rest.
const eraseInOne = async ({ database, everyDomain }: ErasureParts, workspace: string, names: PersonNames) => {
  const [{ userId }] = names
  await settleAccountEvents(database, workspace)
  const { actorIds, isFounder } = await database.within(workspace, async (tx) => {
    const ids = await actorIdsOf(tx, userId)
    await settleRepeatsOf(tx, ids)
    return { actorIds: ids, isFounder: (await founderOf(tx)) === userId }
  })
  if (isFounder) {
    const name = workspaceNameOf(erasedAs(userId).name)
    await database.identity((tx) => renameWorkspace(tx, { workspaceId: workspace, name, suffix: ownWorkspaceSuffix }))
  }
  await database.within(workspace, (tx) => eraseIn(everyDomain, tx, names, actorIds))
}

const eraseIn = async (
  everyDomain: EveryDomain,
  tx: Transaction,
  names: PersonNames,
  actorIds: ReadonlySet<string>,
) => {
  const [{ userId }] = names
  const part = await endErasureIn(tx, { userId })
  if (!part) return
  for (const person of names) await everyDomain.erasePersonIn(tx, person)
  await removeAnswersOf(tx, { principals: [...actorIds].flatMap((id) => [`user ${id}`, `api_key ${id}`]) })
  await rewriteAnswers(tx, (value) => names.reduce<unknown>(withoutPerson, value))
  const erased = await eraseDetails(tx, (row) => isPersonal(row, names, actorIds))
  if (part.wasMember) recordErasure(tx, userId, erased)
}

/** True if details are of the person's actions or of changes of their account, or name them. */
const isPersonal = (row: DetailRow, names: PersonNames, actorIds: ReadonlySet<string>) => {
  const { details, actorId, resourceType, resourceId } = row
  if (actorId !== null && actorIds.has(actorId)) return true
  const isAboutThem = resourceId === names[0].userId
  if (resourceType === 'user' && isAboutThem) return true
  return names.some((person) => namesPerson(details, isAboutThem, person))
}

const recordErasure = (tx: Transaction, userId: string, erasedDetails: number) => {
  const person = ['person', userId] as const
  record(
    tx,
    {
      action: 'person.erase',
      category: 'delete',
      severity: 'warning',
      outcome: 'success',
      actor: { type: 'user', id: userId },
      source: 'system',
      resource: person,
      details: { erasedDetails },
    },
    { name: 'person.erased', entity: person },
  )
}

/** Removes the ways in again: a sign-in or an invitation that raced the request has ended by now. */
const finish = async (tx: Transaction, names: PersonNames) => {
  const [{ userId }] = names
  for (const { email } of names) await removeWaysIn(tx, userId, email)
  await deleteFormerNames(tx, { userId })
  await endErasure(tx, userId)
}
