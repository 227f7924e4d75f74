import { hash, randomBytes } from 'node:crypto'

/** A secret that is shown once: its purpose, and 32 random bytes in base64url, 43 characters. */
export const newSecret = (kind: 'atl' | 'att' | 'ato' | 'atr' | 'atc'): string =>
  `${kind}_${randomBytes(32).toString('base64url')}`

/** The stored form of a secret: its SHA-256, 32 bytes. */
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')
