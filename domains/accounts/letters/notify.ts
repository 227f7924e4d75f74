import type { Transaction } from '../../../platform/db/transaction.ts'
import * as store from './store.ts'
import type { Database } from '../../../platform/db/database.ts'
import { letterMailKind } from './rules.ts'

interface LetterOptions {
  /** The person who did it, and gets no letter. */
  readonly doneBy?: string | undefined
  readonly reminds?: boolean
}

const valuesOf = (cause: store.LetterCause, { doneBy, reminds = false }: LetterOptions) => ({
  ...cause,
  unshown: cause.unshown ?? null,
  decideBy: cause.decideBy && cause.decideBy > cause.now ? cause.decideBy : null,
  pictureKey: cause.pictureKey ?? null,
  why: cause.why ?? null,
  reminds,
  doneBy: doneBy ?? null,
})

/** Writes a letter to everybody of the agency, in the transaction of its cause. */
export const notifyAgency = (tx: Transaction, cause: store.LetterCause, how: LetterOptions = {}) =>
  store.writeToAgency(tx, valuesOf(cause, how))

/** Queues a letter about the workspace itself to its owners and administrators. */
export const notifyAdministrators = (tx: Transaction, cause: Omit<store.LetterCause, 'projectId' | 'cycleId'>) =>
  store.writeToAdministrators(tx, valuesOf({ ...cause, projectId: null, cycleId: null }, {}))

/** Queues a letter to the clients who may steer the project. */
export const notifyClients = (tx: Transaction, cause: store.LetterCause, how: LetterOptions = {}) =>
  store.writeToClients(tx, valuesOf(cause, how))

/** Queues a letter to one person. */
export const notifyPerson = (tx: Transaction, userId: string, cause: store.LetterCause, how: LetterOptions = {}) =>
  store.writeToPerson(tx, { ...valuesOf(cause, how), userId })

/**
 * True if a queued mail may still go to its reader: a mail server can be away for days, and the reader may lose access
 * in between. A mail that names a thing the reader may no longer see is not sent; the rest goes out in a new mail.
 */
export const isLetterWanted =
  (database: Database) =>
  async ({ id, kind, workspaceId }: { id: string; kind: string; workspaceId: string | null }): Promise<boolean> => {
    if (kind !== letterMailKind || workspaceId === null) return true
    return database.within(workspaceId, async (tx) => {
      const { unwanted } = await store.lettersOfMail(tx, { mailId: id })
      if (unwanted > 0) await store.reopenLetters(tx, { mailId: id, now: await tx.now() })
      return unwanted === 0
    })
  }
