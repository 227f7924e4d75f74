import { createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from '../../../../platform/crypto/index.ts'

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
