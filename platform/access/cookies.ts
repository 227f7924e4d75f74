import { createHmac } from 'node:crypto'
import { deriveSecrets, isSameSecret, type RootKeys } from '../crypto/index.ts'

// A SHA-256 in base64.
const signatureChars = 44
const tokenMost = 100

/** The signed cookie that carries a session's token, in the form of better-auth 1.7. */
export type SessionCookies = ReturnType<typeof sessionCookies>

/** Secrets that sign session cookies: the same in every process that has the root key. */
export const signingSecrets = (rootKeys: RootKeys | undefined): readonly string[] =>
  deriveSecrets(rootKeys, 'atelier session cookies')

/** Signs with the first secret and takes any, so that the root key may rotate. `secure`: browsers come by https. */
export const sessionCookies = (secrets: readonly string[], secure: boolean) => {
  const name = `${secure ? '__Secure-' : ''}atelier.session_token`
  return {
    /** `atelier.session_token`, behind TLS with the prefix that browsers accept only over TLS. */
    name,
    /** The cookie's value for a token. */
    sign: (token: string) => {
      if (secrets[0] === undefined) throw new Error('No key to sign sessions with')
      return encodeURIComponent(`${token}.${signatureOf(token, secrets[0]).toString('base64')}`)
    },
    /** The token in a `Cookie` header; undefined if it is absent, has a foreign signature, or appears twice. */
    tokenIn: (header: string | undefined) => {
      // A neighbouring host can put a second cookie of this name beside ours: then neither counts.
      const [value, ...others] = header === undefined ? [] : cookieValues(header, name)
      return value !== undefined && others.length === 0 ? verify(value, secrets) : undefined
    },
  }
}

/** All values of a name in a `Cookie` header, unchanged. */
export const cookieValues = (header: string, name: string): string[] =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))

const verify = (value: string, secrets: readonly string[]): string | undefined => {
  const text = decode(value)
  const at = text.lastIndexOf('.')
  const token = text.slice(0, Math.max(at, 0))
  const signature = text.slice(at + 1)
  if (token === '' || token.length > tokenMost || signature.length !== signatureChars) return undefined
  const bytes = Buffer.from(signature, 'base64')
  const isOurs = secrets.some((secret) => isSameSecret(bytes, signatureOf(token, secret)))
  return isOurs ? token : undefined
}

const decode = (value: string) => {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}

const signatureOf = (token: string, secret: string) => createHmac('sha256', secret).update(token).digest()
