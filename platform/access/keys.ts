import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Principal } from './caller.ts'
import { openCredentialCache } from './credential-cache.ts'
import { findLiveKey, findLiveProgram, type KeyRow } from './store.ts'
import { hash, randomBytes } from 'node:crypto'

const form = /^at[lo]_[A-Za-z0-9_-]{43}$/
const isOfProgram = (secret: string) => secret.startsWith('ato_')

/** A new API key: the secret, shown once; its SHA-256, 32 bytes, which is stored; and a hint to distinguish keys. */
export const newKey = () => {
  const secret = newSecret('atl')
  return { secret, secretHash: hashOf(secret), hint: `${secret.slice(0, 8)}…` }
}

/** Lifetimes of a connected program's tokens. */
export const programTokenMs = { code: 60_000, access: 15 * 60_000, refresh: 30 * 24 * 60 * 60_000 } as const
export type ProgramTokenKind = keyof typeof programTokenMs

const kinds = { code: 'atc', access: 'ato', refresh: 'atr' } as const

/** A new code or token of a connected program: the secret, shown once, and its SHA-256. */
export const newProgramToken = (kind: ProgramTokenKind) => {
  const secret = newSecret(kinds[kind])
  return { secret, tokenHash: hashOf(secret) }
}

/** The hash by which a code or token is found; undefined for a text of another kind. */
export const programTokenHash = (kind: ProgramTokenKind, secret: string): Buffer | undefined =>
  secret.startsWith(`${kinds[kind]}_`) && /^.{4}[A-Za-z0-9_-]{43}$/.test(secret) ? hashOf(secret) : undefined

/** Checks API keys, and the access tokens of connected programs. */
export type Keys = ReturnType<typeof openKeys>

/** Records in an identity transaction that keys with these ids were used. */
export type TouchKeys = (tx: Transaction, ids: readonly string[]) => Promise<unknown>

/** Checks API keys. Last use is written in the background, at most once a minute for each key. */
export const openKeys = (database: Database, touchKeys: TouchKeys = () => Promise.resolve()) => {
  const memory = openCredentialCache<KeyRow>()
  const used = new Set<string>()
  const writing = setInterval(() => void writeUses(database, touchKeys, used).catch(() => undefined), 10_000).unref()
  return {
    /** The principal behind a key or the access token of a program, or undefined: one indexed read, remembered for at most five seconds. */
    principal: async (secret: string): Promise<Principal | undefined> => {
      if (!form.test(secret)) return undefined
      const secretHash = hashOf(secret)
      const row = await memory.find(secretHash.toString('base64'), () =>
        database.identity((tx) => (isOfProgram(secret) ? findLiveProgram : findLiveKey)(tx, { secretHash })),
      )
      if (!row) return undefined
      used.add(row.id)
      return { ...principalOf(row), ...(isOfProgram(secret) && { isProgram: true as const }) }
    },
    /** Empties the memory of this process. A revocation does it automatically. */
    forget: () => memory.forget(),
    /** Writes the last uses that are still in memory. */
    close: async () => {
      memory.close()
      clearInterval(writing)
      await writeUses(database, touchKeys, used)
    },
  }
}

const writeUses = async (database: Database, touchKeys: TouchKeys, used: Set<string>) => {
  if (used.size === 0) return
  const ids = [...used]
  used.clear()
  await database.identity((tx) => touchKeys(tx, ids))
}

const principalOf = (row: KeyRow): Principal => ({
  actor: { type: 'api_key', id: row.id },
  userId: row.userId,
  person: undefined,
  workspaceId: row.workspaceId,
  bound: true,
  membershipRole: row.role ?? undefined,
  role: row.role ?? undefined,
  ...(row.role === null && { needsCompany: true as const }),
  scopes: row.scopes,
  projectIds: row.projectIds ?? undefined,
  task: undefined,
  credentialId: row.id,
})

/** A secret that is shown once: its purpose, and 32 random bytes in base64url, 43 characters. */
export const newSecret = (kind: 'atl' | 'att' | 'ato' | 'atr' | 'atc'): string =>
  `${kind}_${randomBytes(32).toString('base64url')}`

/** The stored form of a secret: its SHA-256, 32 bytes. */
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')
