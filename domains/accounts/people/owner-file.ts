import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { verifyPassword, hashPassword } from '@better-auth/utils/password'
import { firstOwnerPassword, insertFirstOwner } from './store-me.ts'
import type { SignInParts } from './sign-in/parts.ts'
import { v7 as uuidv7 } from 'uuid'
import { newKey } from '../../../platform/access/index.ts'
import { openLedger, record } from '../../../platform/audit/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { addFirstKey, foundWorkspace, hasWorkspace, workspaceIds } from '../workspaces/index.ts'

/** The first owner's credentials and address. */
interface OwnerFile {
  readonly baseUrl: string
  readonly workspaceId: string
  readonly email: string
  readonly password: string
  readonly apiKey: string
}

/** Writes the file whole or not at all, for its owner's eyes only. */
const writeOwnerFile = async (path: string, content: OwnerFile): Promise<void> => {
  const fresh = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(fresh, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(content, undefined, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(fresh, path)
}

/**
 * Updates the address in an existing file when the server listens elsewhere than the last time. A file that was edited
 * by hand stays unchanged.
 */
export const updateOwnerFile = async (path: string, baseUrl: string, log: Log): Promise<void> => {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const content = contentOf(text)
  if (!content) log.warn(`${path} was changed by hand, so its base URL was not updated`)
  else if (content.baseUrl !== baseUrl) await writeOwnerFile(path, { ...content, baseUrl })
}

/** The credentials in an owner's file; undefined if it is not one of ours. */
const ownerFileIn = (text: string): OwnerFile | undefined => {
  const content = contentOf(text)
  return typeof content?.email === 'string' && typeof content.password === 'string' ? content : undefined
}

interface Log {
  warn(sentence: string): void
}

const contentOf = (text: string): OwnerFile | undefined => {
  try {
    const content: unknown = JSON.parse(text)
    const isOurs = typeof content === 'object' && content !== null && 'baseUrl' in content
    return isOurs ? (content as OwnerFile) : undefined
  } catch {
    return undefined
  }
}

/**
 * The address that signs the first owner in once, for the person who started this server at a terminal. It allows no
 * more than the owner's file does: undefined if the file was deleted, or its password no longer signs in.
 */
export const issueStartLink = async (
  { database, origin, startLink, canSignIn }: SignInParts,
  file: string,
  now: Date,
): Promise<string | undefined> => {
  const owner = ownerFileIn(await readFile(file, 'utf8').catch(() => ''))
  if (!owner || !canSignIn) return undefined
  const { email, password } = owner
  const hash = await database.identity((tx) => firstOwnerPassword(tx, email))
  if (hash === undefined || !(await verifyPassword(hash, password))) return undefined
  // Behind the hash sign it is in no server's log, and the next page does not get it.
  return `${origin()}/console/start#${startLink.issue({ email, password }, now)}`
}

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
