import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The credentials of the first owner, from their file. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** The only link that signs the first owner in. Only the memory of this process has it. */
export interface StartLink {
  /** Makes a token that works once within a quarter of an hour; the previous token stops working. */
  readonly issue: (credentials: Credentials, now: Date) => string
  /** The credentials of the token, returned only once; undefined if the token has none. */
  readonly take: (token: string, now: Date) => Credentials | undefined
}

export const startLinkMinutes = 15

const hashOf = (token: string) => createHash('sha256').update(token).digest()

export const openStartLink = (): StartLink => {
  let current: { readonly hash: Buffer; readonly until: number; readonly credentials: Credentials } | undefined
  return {
    issue: (credentials, now) => {
      const token = randomBytes(32).toString('base64url')
      current = { hash: hashOf(token), until: now.getTime() + startLinkMinutes * 60_000, credentials }
      return token
    },
    take: (token, now) => {
      if (!current || !timingSafeEqual(current.hash, hashOf(token))) return undefined
      const { until, credentials } = current
      current = undefined
      return now.getTime() < until ? credentials : undefined
    },
  }
}
