import type { Transaction } from '../../../platform/db/transaction.ts'
import type { AccountProject } from './store-accounts.ts'
import type { GrantRow, GrantSource } from './store-grants.ts'
import { findGrant, hold, lockWithAccount, put, remove, removeOfSeats, removeOwn, setAccount } from './store-sharing.ts'

/** Adds a project to a client account; undefined if the project was deleted. */
export const joinAccount = async (
  tx: Transaction,
  id: string,
  accountId: string,
): Promise<{ readonly project: AccountProject; readonly isRepeated: boolean } | 'ofAnotherAccount' | undefined> => {
  const project = await lockWithAccount(tx, { id })
  if (!project) return undefined
  const isRepeated = project.clientAccountId === accountId
  if (project.clientAccountId && !isRepeated) return 'ofAnotherAccount'
  if (!isRepeated) await setAccount(tx, { projectId: id, accountId })
  return { project, isRepeated }
}

/** Removes a project from a client account, with the grants of its seats; undefined if the account does not have it. */
export const leaveAccount = async (
  tx: Transaction,
  id: string,
  accountId: string,
): Promise<{ readonly project: AccountProject; readonly userIds: readonly string[] } | undefined> => {
  const project = await lockWithAccount(tx, { id })
  if (project?.clientAccountId !== accountId) return undefined
  const ended = await removeOfSeats(tx, { projectId: id, accountId })
  await setAccount(tx, { projectId: id, accountId: null })
  return { project, userIds: ended.map(({ userId }) => userId) }
}

/** Shares a project at a level, and returns the previous level; undefined if the source has no such project. */
export const shareWith = async (
  tx: Transaction,
  { userId, accountId }: GrantSource,
  projectId: string,
  level: GrantRow['level'],
  now: Date,
): Promise<{ readonly grant: GrantRow; readonly before: GrantRow['level'] | undefined } | undefined> => {
  const project = await hold(tx, { projectId, accountId })
  if (!project) return undefined
  const before = await findGrant(tx, { userId, accountId, projectId })
  const given = await put(tx, { userId, accountId, projectId, level, now })
  return { grant: { ...project, ...given }, before: before?.level }
}

/** Deletes the grant of one source; undefined without a grant. */
export const removeGrant = (tx: Transaction, { userId, accountId }: GrantSource, projectId: string) =>
  remove(tx, { userId, accountId, projectId })

/** Deletes the person's own grants; grants of a seat are deleted with the seat. */
export const removeOwnGrants = (tx: Transaction, userId: string) => removeOwn(tx, { userId })
