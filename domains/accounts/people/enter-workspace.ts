import { revoke, type Visitor } from '../../../platform/access/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { chooseWorkspace } from './store-me.ts'

/** Makes a workspace the session's own, on every process at once. False if the person has no membership there. */
export const enterWorkspace = (
  database: Database,
  { credentialId, userId }: Pick<Visitor, 'credentialId' | 'userId'>,
  workspaceId: string,
): Promise<boolean> =>
  database.identity(async (tx) => {
    const isChosen = await chooseWorkspace(tx, { sessionId: credentialId, userId, workspaceId })
    if (isChosen) revoke(tx, { userIds: [userId] })
    return isChosen
  })
