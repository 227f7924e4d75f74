import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { sessionCookies, signingSecrets, tokenHashOf } from '../../platform/access/index.ts'
import { parseRootKeys } from '../../platform/crypto/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { callerOf, type Caller } from '../caller.ts'

/** The root key of every server of the tests. */
export const testRootKey = Buffer.alloc(32, 7).toString('base64')
export const testCookies = sessionCookies(signingSecrets(parseRootKeys('the tests', testRootKey)), false)

interface SignInScene {
  readonly baseUrl: string
  readonly database: Database
}

/** A person's browser: calls carry the cookie, and the origin of our own pages. */
export interface SignedIn extends Caller {
  readonly sessionId: string
  readonly cookie: string
}

interface SessionOptions {
  /** The session's own workspace. */
  readonly workspace?: string
  readonly expiresAt?: Date
  /** Whether the person's address is verified; by default true. */
  readonly isVerified?: boolean
}

/** A new session of a person. */
export const signIn = async (
  { baseUrl, database }: SignInScene,
  userId: string,
  { workspace, expiresAt = new Date(Date.now() + 3_600_000), isVerified = true }: SessionOptions = {},
): Promise<SignedIn> => {
  const sessionId = uuidv7()
  const token = randomBytes(24).toString('base64url')
  await database.identity(async (tx) => {
    const values = [sessionId, userId, tokenHashOf(token), workspace ?? null, expiresAt]
    await tx.query({ text: 'update users set email_verified = $2 where id = $1', values: [userId, isVerified] })
    await tx.query({
      text: `insert into session (id, user_id, token_hash, active_workspace_id, expires_at) values ($1, $2, $3, $4, $5)`,
      values,
    })
  })
  const cookie = `${testCookies.name}=${testCookies.sign(token)}`
  return { ...callerOf(baseUrl, { cookie, origin: baseUrl }), sessionId, cookie }
}

interface NewPerson {
  readonly userId: string
  readonly email: string
  readonly caller: SignedIn
}

/** A person with an account and a session, without any place. */
export const newPerson = async (
  place: SignInScene,
  { name = 'Person', email, isVerified = true }: Partial<{ name: string; email: string; isVerified: boolean }> = {},
): Promise<NewPerson> => {
  const userId = uuidv7()
  const address = email ?? `${userId}@example.com`
  const text = 'insert into users (id, name, email, email_normal) values ($1, $2, $3, $4)'
  await place.database.identity((tx) => tx.query({ text, values: [userId, name, address, address.toLowerCase()] }))
  return { userId, email: address, caller: await signIn(place, userId, { isVerified }) }
}
