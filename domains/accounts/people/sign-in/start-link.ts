import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The credentials of the first owner, from their file. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** The one link that signs the first owner in. It is kept in the memory of this process alone. */
export interface StartLink {
  /** A token that works once within a quarter of an hour; the one before works no more. */
  readonly issue: (credentials: Credentials, now: Date) => string
  /** The credentials of the token, which it gives only once; undefined if it has none. */
  readonly take: (token: string, now: Date) => Credentials | undefined
}

export const startLinkMinutes = 15

const hashOf = (token: string) => createHash('sha256').update(token).digest()

export const openStartLink = (): StartLink => {
  let kept: { readonly hash: Buffer; readonly until: number; readonly credentials: Credentials } | undefined
  return {
    issue: (credentials, now) => {
      const token = randomBytes(32).toString('base64url')
      kept = { hash: hashOf(token), until: now.getTime() + startLinkMinutes * 60_000, credentials }
      return token
    },
    take: (token, now) => {
      if (!kept || !timingSafeEqual(kept.hash, hashOf(token))) return undefined
      const { until, credentials } = kept
      kept = undefined
      return now.getTime() < until ? credentials : undefined
    },
  }
}
