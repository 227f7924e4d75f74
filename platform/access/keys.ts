import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { Principal } from './caller.ts'
import { findLiveKey, liveKeys, touchKeys, type KeyRow } from './store.ts'

const rememberedMs = 5_000
const rememberedMost = 10_000
const form = /^atl_[A-Za-z0-9_-]{43}$/

/** A new API key: the secret, shown once; its SHA-256, 32 bytes, which is stored; and a hint to tell keys apart. */
export const newKey = () => {
  const secret = `atl_${randomBytes(32).toString('base64url')}`
  return { secret, secretHash: hashOf(secret), hint: `${secret.slice(0, 8)}…` }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

export interface Keys {
  /** The principal behind a key, or undefined: one indexed read, remembered for at most five seconds. */
  principal(secret: string): Promise<Principal | undefined>
  /** Which of these keys are still good, read from the table. */
  stillGood(keyIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Empties the memory: a revocation calls it, so that on this process it takes effect at once. */
  forget(): void
  /** Writes the last uses that are still in memory. */
  close(): Promise<void>
}

interface Remembered {
  readonly row: KeyRow
  readonly untilMs: number
}

/** Checks API keys. Last use is written in the background, at most once a minute for each key. */
export const openKeys = (database: Database): Keys => {
  const remembered = new Map<string, Remembered>()
  const used = new Set<string>()
  const writing = setInterval(() => void writeUses(database, used).catch(() => undefined), 10_000).unref()

  const find = async (secret: string) => {
    const hash = hashOf(secret)
    const name = hash.toString('base64')
    const known = remembered.get(name)
    if (known && known.untilMs > Date.now()) return known.row
    remembered.delete(name)
    const row = await database.identity((tx) => findLiveKey(tx, hash))
    if (!row) return undefined
    if (remembered.size >= rememberedMost) remembered.clear()
    remembered.set(name, { row, untilMs: Math.min(Date.now() + rememberedMs, row.expiresAt?.getTime() ?? Infinity) })
    return row
  }

  return {
    principal: async (secret) => {
      if (!form.test(secret)) return undefined
      const row = await find(secret)
      if (!row) return undefined
      used.add(row.id)
      return principalOf(row)
    },
    stillGood: async (keyIds) => new Set(await database.identity((tx) => liveKeys(tx, keyIds))),
    forget: () => remembered.clear(),
    close: async () => {
      clearInterval(writing)
      await writeUses(database, used)
    },
  }
}

const writeUses = async (database: Database, used: Set<string>) => {
  if (used.size === 0) return
  const ids = [...used]
  used.clear()
  await database.identity((tx) => touchKeys(tx, ids))
}

const principalOf = (row: KeyRow): Principal => ({
  actor: { type: 'api_key', id: row.id },
  userId: row.userId,
  workspaceId: row.workspaceId,
  bound: true,
  role: row.role,
  scopes: row.scopes,
  projectIds: row.projectIds ?? undefined,
  credentialId: row.id,
})
