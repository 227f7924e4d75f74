import type { Database } from '../../../../platform/db/database.ts'
import { placeOfLabel } from '../store-hosts.ts'
import { labelInToken } from './toolbar-token.ts'

/** The workspace that the label in a token of a toolbar belongs to; whether the token is good is decided there. */
export const workspaceOfToolbar = async (database: Database, token: string): Promise<string | undefined> => {
  const label = labelInToken(token)
  return label === undefined ? undefined : (await database.identity((tx) => placeOfLabel(tx, label)))?.workspaceId
}
