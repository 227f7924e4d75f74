import { createHmac } from 'node:crypto'
import { parse, stringify } from 'uuid'
import { deriveSecrets, isSameSecret, type RootKeys } from '../../../platform/crypto/index.ts'

/** Tokens in letters that switch letters off. They never end, since a letter may be read years later. */
export interface LetterTokens {
  /** The token of a person; undefined without a root key. */
  tokenFor(userId: string): string | undefined
  /** The person of a token; undefined for a token that this server did not make. */
  personOf(token: string): string | undefined
}

const idBytes = 16

/** The person's id and an HMAC of it: nothing is stored, and every process that has the root key knows its tokens. */
export const openLetterTokens = (rootKeys: RootKeys | undefined): LetterTokens => {
  const secrets = deriveSecrets(rootKeys, 'atelier letters')
  return {
    tokenFor: (userId) => {
      const [secret] = secrets
      if (secret === undefined) return undefined
      const id = parse(userId)
      return Buffer.concat([id, seal(secret, id)]).toString('base64url')
    },
    personOf: (token) => {
      const bytes = Buffer.from(token, 'base64url')
      const id = bytes.subarray(0, idBytes)
      const given = bytes.subarray(idBytes)
      const isOurs = secrets.some((secret) => isSameSecret(given, seal(secret, id)))
      return isOurs ? stringify(id) : undefined
    },
  }
}

const seal = (secret: string, id: Uint8Array) => createHmac('sha256', secret).update(id).digest()
