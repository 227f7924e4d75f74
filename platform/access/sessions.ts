import { createHash } from 'node:crypto'
import { validate } from 'uuid'
import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Principal } from './caller.ts'
import type { SessionCookies } from './cookies.ts'
import { openCredentialCache } from './credential-cache.ts'
import { findLiveSession, findRole, type SessionRow } from './store.ts'

/** The parts of a request that a session needs. */
export interface SessionRequest {
  /** The workspace of `X-Organization-Id`; if undefined, the session's active workspace. */
  readonly workspaceId?: string | undefined
  /** The value of `X-Client-Portal`. */
  readonly portal?: string | undefined
}

/**
 * The workspace of the portal that this person has at `value`, an agency's workspace id or a client account's id:
 * derived from the person's own relationship and seats. Undefined for an unknown id and for another person's.
 */
export type FindPortal = (tx: Transaction, value: string, userId: string) => Promise<string | undefined>

/** Checks sessions of people by their cookies. */
export type Sessions = ReturnType<typeof openSessions>

/** A client of the agency reaches the agency's portal. */
const portalOfClient: FindPortal = async (tx, value, userId) =>
  validate(value) && (await findRole(tx, value, userId)) === 'client' ? value : undefined

/** The stored form of a session's token: its SHA-256 as base64url. */
export const tokenHashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Checks session cookies. */
export const openSessions = (database: Database, cookies: SessionCookies, findPortal: FindPortal = portalOfClient) => {
  const memory = openCredentialCache<SessionRow>()
  const read = (hash: string, { workspaceId, portal }: SessionRequest) =>
    database.identity(async (tx) => {
      const row = await findLiveSession(tx, hash, portal === undefined ? workspaceId : undefined)
      if (!row || portal === undefined) return row
      const own = await findPortal(tx, portal.toLowerCase(), row.userId)
      const there = own === undefined ? undefined : await findLiveSession(tx, hash, own)
      return there ?? { ...row, workspaceId: portal, place: null, needsCompany: false }
    })
  return {
    cookies,
    /** The principal behind a `Cookie` header, or undefined: one indexed read, remembered for at most five seconds. */
    principal: async (cookie: string | undefined, request: SessionRequest = {}): Promise<Principal | undefined> => {
      const token = cookies.tokenIn(cookie)
      if (token === undefined) return undefined
      const hash = tokenHashOf(token)
      const name = [
        hash,
        request.portal === undefined ? 'place' : 'portal',
        request.portal ?? request.workspaceId,
      ].join(' ')
      // A person who was admitted a moment ago is not refused from memory.
      const row = await memory.find(name, () => read(hash, request), isPlaced)
      return row && principalOf(row, request.portal !== undefined)
    },
    forget: () => memory.forget(),
    close: () => memory.close(),
  }
}

const isPlaced = ({ place }: SessionRow) => place !== null

const principalOf = (row: SessionRow, inPortal: boolean): Principal => {
  const place = row.place ?? undefined
  return {
    actor: { type: 'user', id: row.userId },
    userId: row.userId,
    person: { name: row.name, email: row.email, emailNormal: row.emailNormal, isVerified: row.isVerified },
    workspaceId: row.workspaceId ?? undefined,
    bound: false,
    membershipRole: place,
    role: place && inPortal ? 'client' : place,
    scopes: undefined,
    projectIds: undefined,
    task: undefined,
    credentialId: row.id,
    ...(row.needsCompany && { needsCompany: true as const }),
  }
}
