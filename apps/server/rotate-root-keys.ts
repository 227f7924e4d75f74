import { projectKeys, tablesWithRootKeys, workspaceKeysOfRoots } from '../../domains/code/secrets/index.ts'
import { StartRefusal } from '../../platform/configuration/index.ts'
import { openVault, type RootKeys, type WrappedKeys } from '../../platform/crypto/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { instanceKeys } from '../../platform/instance-keys/index.ts'
import { mailKeys } from '../../platform/mail/index.ts'

const tables: readonly WrappedKeys[] = [projectKeys, workspaceKeysOfRoots, mailKeys, instanceKeys]
const batch = 100

interface RotationOptions {
  readonly database: Database
  /** The current one first; all that wrap anything are among them. */
  readonly rootKeys: RootKeys
  readonly signal: AbortSignal
  /** How many data keys are done, of how many. */
  progress(done: number, all: number): void
}

interface RotationResult {
  readonly current: string
  readonly rewrapped: number
  /** Root keys that are configured and wrap nothing any more. */
  readonly unused: readonly string[]
}

/**
 * Wraps every data key of all workspaces with the current root key, in batches, while servers work. It can be ended at
 * any time and begun again: the rows hold the progress. Throws StartRefusal, before anything changes, if a root key
 * that is in use is not configured or if a table has data keys that this does not know, and at the end if a server that
 * still writes with an older key was faster.
 */
export const rotateRootKeys = async ({
  database,
  rootKeys,
  signal,
  progress,
}: RotationOptions): Promise<RotationResult> => {
  const vault = openVault(rootKeys)
  const current = rootKeys[0].id
  const configuredIds = rootKeys.map(({ id }) => id)
  await refuseUnknownTables(database)
  const before = await usedRootKeys(database)
  const missing = [...before.keys()].filter((id) => !configuredIds.includes(id))
  if (missing.length > 0)
    throw new StartRefusal(
      `Secrets are wrapped with root keys that are not configured: ${missing.join(', ')}. Put them behind the new one.`,
    )
  const all = sumOf(before) - (before.get(current) ?? 0)
  let rewrapped = 0
  for (const keys of tables) {
    for (let some = -1; some !== 0; rewrapped += some) {
      signal.throwIfAborted()
      some = await keys.rewrap(database, vault, batch)
      if (some > 0) progress(rewrapped + some, all)
    }
  }
  const after = await usedRootKeys(database)
  const olderIds = [...after.keys()].filter((id) => id !== current)
  if (olderIds.length > 0)
    throw new StartRefusal(
      `A server still wraps keys with ${olderIds.join(', ')}. Restart every process with the new root key first, then run this again.`,
    )
  return { current, rewrapped, unused: configuredIds.filter((id) => id !== current) }
}

/** How many data keys each root key wraps. */
const usedRootKeys = async (database: Database): Promise<Map<string, number>> => {
  const used = new Map<string, number>()
  for (const { count } of tables)
    for (const [id, some] of await count(database)) used.set(id, (used.get(id) ?? 0) + some)
  return used
}

const sumOf = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)

const refuseUnknownTables = async (database: Database): Promise<void> => {
  const found = await database.identity((tx) => tablesWithRootKeys(tx))
  const unknown = found.filter((name) => !tables.some(({ table }) => table === name))
  if (unknown.length > 0)
    throw new StartRefusal(
      `${unknown.join(', ')} has data keys that this version cannot wrap anew. Keep all root keys.`,
    )
}
