import { randomBytes } from 'node:crypto'
import { hashPassword } from '@better-auth/utils/password'
import { v7 as uuidv7 } from 'uuid'
import { newKey } from '../../../platform/access/index.ts'
import { openLedger, record } from '../../../platform/audit/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { addFirstKey, foundWorkspace, hasWorkspace, workspaceIds } from '../workspaces/index.ts'
import { writeOwnerFile } from './owner-file.ts'
import { insertFirstOwner } from './store-first-owner.ts'

const email = 'owner@atelier.invalid'

/**
 * Makes the first owner with a workspace and a key, once in the life of a database. The file is written before the
 * commit: after a crash in between, the next start makes another owner and writes it again.
 */
export const createFirstOwner = async (database: Database, file: string, baseUrl: string): Promise<void> => {
  const workspaceId = uuidv7()
  const made = await database.identity(async (tx) => {
    if (await hasWorkspace(tx)) return undefined
    const userId = uuidv7()
    const key = newKey()
    const password = randomBytes(18).toString('base64url')
    const ids = { userId, workspaceId, accountId: uuidv7(), keyId: uuidv7() }
    await insertFirstOwner(tx, { ...ids, email, passwordHash: await hashPassword(password) })
    await foundWorkspace(tx, { id: workspaceId, name: 'Atelier', ownerId: userId })
    await addFirstKey(tx, { ...ids, secretHash: key.secretHash, hint: key.hint })
    await writeOwnerFile(file, { baseUrl, workspaceId, email, password, apiKey: key.secret })
    return ids
  })
  for (const workspace of await database.identity(workspaceIds)) {
    await database.within(workspace, (tx) => openLedger(tx, workspace))
  }
  if (made) await database.within(workspaceId, async (tx) => recordFirst(tx, made))
}

const recordFirst = (
  tx: Parameters<typeof record>[0],
  { workspaceId, userId, keyId }: Record<'workspaceId' | 'userId' | 'keyId', string>,
) =>
  record(tx, {
    action: 'workspace.create',
    category: 'create',
    outcome: 'success',
    actor: { type: 'system', id: null },
    source: 'system',
    resource: ['workspace', workspaceId],
    details: { ownerId: userId, keyId },
  })
