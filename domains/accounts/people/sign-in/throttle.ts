import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from '../../../../platform/db/database.ts'
import { delayAfterMs } from '../rules/sign-in.ts'
import { countAttempt, releaseAttempt } from './store.ts'
import { isSameSecret } from '../../../../platform/crypto/index.ts'

/** Attempts that are counted under the same name, on every server of the database. */
export interface Throttle {
  /**
   * Counts an attempt before it is made, so that many at once do not pass together. If the name has failed too often,
   * returns the seconds to wait and counts nothing.
   */
  attempt(name: string): Promise<number | undefined>
  /** The attempt was right and does not count; with `anew`, earlier attempts do not count either. */
  succeeded(name: string, anew?: boolean): Promise<void>
}

interface ThrottleSettings {
  readonly database: Pick<Database, 'identity'>
  readonly kind: 'account' | 'network' | 'letter'
  /** Failures of a name within an hour that pass; the next ones have to wait, each longer. */
  readonly free: number
  /** Key for the hashes of names, so that a stranger cannot choose a slot to share. All servers have the same key. */
  readonly secret: string
}

/** The last of these delays is the longest one. */
const delaysPastFree = 20

export const openThrottle = ({ database, kind, free, secret }: ThrottleSettings): Throttle => {
  const slotOf = (name: string) =>
    createHmac('sha256', secret).update(`throttle ${kind} ${name}`).digest().readUInt16BE()
  const delaysMs = Array.from({ length: free + delaysPastFree }, (_, before) => delayAfterMs(before + 1, free))
  return {
    attempt: async (name) => {
      const waitMs = await database.identity((tx) => countAttempt(tx, { kind, slot: slotOf(name), delaysMs }))
      return waitMs === undefined ? undefined : Math.max(1, Math.ceil(waitMs / 1_000))
    },
    succeeded: async (name, anew = false) => {
      await database.identity((tx) => releaseAttempt(tx, { kind, slot: slotOf(name), anew }))
    },
  }
}

const lifetimeSeconds = 180 * 86_400

/**
 * A browser with an earlier sign-in has a counter of its own, so that guesses of passwords elsewhere, or in the same
 * network, do not lock the person out.
 */
export interface Devices {
  /** The name of the browser for this address, from its `Cookie` header; undefined if it was never signed in. */
  known(cookie: string | undefined, emailNormal: string): string | undefined
  /** The `Set-Cookie` text for a browser in which this address has just signed in. */
  remember(emailNormal: string): string
}

export const openDevices = (secret: string, secure: boolean): Devices => {
  const name = `${secure ? '__Secure-' : ''}atelier.device`
  const sign = (id: string, email: string) =>
    createHmac('sha256', secret).update(`device ${id} ${email}`).digest('base64url')
  return {
    known: (cookie, email) => {
      const [, id = '', signature = ''] =
        new RegExp(`(?:^|;\\s*)${name}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`).exec(cookie ?? '') ?? []
      return isSameSecret(signature, sign(id, email)) ? id : undefined
    },
    remember: (email) => {
      const id = randomBytes(16).toString('base64url')
      const attributes = `Max-Age=${lifetimeSeconds}; Path=/v1/api/auth; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
      return `${name}=${id}.${sign(id, email)}; ${attributes}`
    },
  }
}
