import type { Database } from '../../platform/db/database.ts'
import { workspaceOfHash } from './store-invitations.ts'
import { tokenHashOf } from './token.ts'

/** The workspace that the token of an invitation leads to; undefined for a text that leads to none. */
export const workspaceOfToken = async (database: Database, token: string): Promise<string | undefined> => {
  const hash = tokenHashOf(token)
  return hash && database.identity((tx) => workspaceOfHash(tx, hash))
}
