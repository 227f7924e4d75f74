import { EventEmitter } from 'node:events'
import { validate } from 'uuid'
import type { Transaction } from '../db/transaction.ts'
import { revocationChannel, sendRevocation } from './store.ts'

/** The people whose access changed, in this workspace; all people if none is named. */
export interface Revocation {
  readonly userIds?: readonly string[]
  readonly workspaceId?: string
}

const announcements = new EventEmitter().setMaxListeners(0)
// A payload holds 8,000 bytes at most; a revocation of more people than this is announced as one of all people.
const peopleMost = 100

/**
 * Takes effect with the commit of `tx`: every process drops its cache of these people's keys and sessions, and checks
 * at once whether their open streams may continue. Call it wherever a role, a membership, a key, a session or a grant
 * is taken away or changed. A hint that is lost costs at most the five seconds of the memory.
 */
export const revoke = (tx: Transaction, { userIds, workspaceId }: Revocation): void => {
  const people = userIds && userIds.length <= peopleMost ? { userIds } : {}
  const revocation = { ...people, ...(workspaceId !== undefined && { workspaceId }) }
  tx.withCommit(() => [sendRevocation(tx, { revocationChannel, payload: JSON.stringify(revocation) })])
  tx.afterCommit(() => announce(revocation))
}

/** Announces it only in this process. */
export const announce = (revocation: Revocation): void => void announcements.emit('revoked', revocation)

/**
 * Announces a message of another process in this process; an unreadable message counts as a revocation of all people.
 */
export const announceText = (text: string | undefined): void => announce(readRevocation(text ?? ''))

const readRevocation = (text: string): Revocation => {
  try {
    const { userIds, workspaceId } = JSON.parse(text) as { userIds?: unknown; workspaceId?: unknown }
    const people = Array.isArray(userIds) && userIds.every((id) => validate(id)) ? { userIds: userIds as string[] } : {}
    return { ...people, ...(validate(workspaceId) && { workspaceId: workspaceId as string }) }
  } catch {
    return {}
  }
}

/** Calls `listener` for each revocation until the returned function is called. */
export const onRevocation = (listener: (revocation: Revocation) => void): (() => void) => {
  announcements.on('revoked', listener)
  return () => void announcements.off('revoked', listener)
}

/** Whether a revocation is about this person in this workspace; one without a workspace is about all of them. */
export const isRevoked = ({ userIds, workspaceId }: Revocation, held: CredentialOwner): boolean =>
  (userIds === undefined || userIds.includes(held.userId)) &&
  (workspaceId === undefined || held.workspaceId === null || held.workspaceId === workspaceId)

interface CredentialOwner {
  readonly userId: string
  readonly workspaceId: string | null
}
