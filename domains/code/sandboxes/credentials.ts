import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

export const credentialMs = 2 * 60_000
const credentialsMost = 1_000
const triesMost = 5

interface Minted<Holder> {
  readonly holder: Holder
  readonly passwordHash: Buffer
  readonly expiresAtMs: number
  tries: number
}

/** User and password for one connection. */
export interface Credential {
  readonly user: string
  readonly password: string
}

/**
 * Credentials that let their holder in once, within two minutes, in this process. Five wrong passwords end one. `now`
 * is in milliseconds. Of more than a thousand the oldest ends.
 */
export const openCredentials = <Holder>(now: () => number = Date.now) => {
  const minted = new Map<string, Minted<Holder>>()
  const removeExpired = () => {
    for (const [user, { expiresAtMs }] of minted) if (expiresAtMs <= now()) minted.delete(user)
  }
  return {
    mint: (holder: Holder): Credential => {
      removeExpired()
      if (minted.size >= credentialsMost) minted.delete(minted.keys().next().value!)
      const user = `t-${randomBytes(9).toString('hex')}`
      const password = randomBytes(24).toString('base64url')
      minted.set(user, { holder, passwordHash: hashOf(password), expiresAtMs: now() + credentialMs, tries: 0 })
      return { user, password }
    },
    /** Who may come in; the credential has ended with it. */
    redeem: (user: string, password: string): Holder | undefined => {
      removeExpired()
      const found = minted.get(user)
      if (!found) return undefined
      if (timingSafeEqual(hashOf(password), found.passwordHash)) {
        minted.delete(user)
        return found.holder
      }
      found.tries += 1
      if (found.tries >= triesMost) minted.delete(user)
      return undefined
    },
  }
}

const hashOf = (password: string): Buffer => hash('sha256', password, 'buffer')
