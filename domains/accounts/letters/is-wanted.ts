import type { Database } from '../../../platform/db/database.ts'
import { letterMailKind } from './rules.ts'
import { lettersOfMail, reopenLetters } from './store.ts'

interface Queued {
  readonly id: string
  readonly kind: string
  readonly workspaceId: string | null
}

/**
 * True if a queued mail may still go to its reader: a mail server can be away for days, and the reader may lose access
 * in between. A mail that names a thing the reader may no longer see is not sent; the rest goes out in a new mail.
 */
export const isLetterWanted =
  (database: Database) =>
  async ({ id, kind, workspaceId }: Queued): Promise<boolean> => {
    if (kind !== letterMailKind || workspaceId === null) return true
    return database.within(workspaceId, async (tx) => {
      const { unwanted } = await lettersOfMail(tx, id)
      if (unwanted > 0) await reopenLetters(tx, id, await tx.now())
      return unwanted === 0
    })
  }
