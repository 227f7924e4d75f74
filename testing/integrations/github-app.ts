import { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface TestGitHubApp {
  readonly appId: string
  readonly installationId: string
  /** PEM, as GitHub gives it. */
  readonly privateKey: string
  /** Tokens that it gave, the newest last; a test takes one out to revoke it. */
  readonly tokens: string[]
  /** How many requests came with a proof that counts. */
  proofs: number
  isSuspended: boolean
  isRemoved: boolean
  /** For how long a token counts. */
  tokenSeconds: number
  /** The answer to a request below `/app`; undefined for other paths. */
  readonly answer: (request: IncomingMessage, path: string) => readonly [status: number, body: object] | undefined
}

/** An app of GitHub and its installation, as the documentation describes them: 401 for a proof that does not count. */
export const testGitHubApp = (): TestGitHubApp => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const app = {
    appId: '1204733',
    installationId: '58112046',
    privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    tokens: [] as string[],
    proofs: 0,
    isSuspended: false,
    isRemoved: false,
    tokenSeconds: 3_600,
  }
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  return Object.assign(app, {
    answer: (request: IncomingMessage, path: string) => {
      const [, first, , id, last] = path.split('/')
      if (first !== 'app') return undefined
      const proof = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
      if (!counts(proof, publicPem, app.appId))
        return [401, { message: 'A JSON web token could not be decoded' }] as const
      app.proofs += 1
      if (id !== app.installationId || app.isRemoved) return [404, { message: 'Not Found' }] as const
      if (last !== 'access_tokens') {
        const suspended = app.isSuspended ? '2026-01-02T03:04:05Z' : null
        return [200, { id: Number(id), app_slug: 'acme-atelier', suspended_at: suspended }] as const
      }
      if (app.isSuspended) return [403, { message: 'This installation has been suspended' }] as const
      const token = `ghs_${randomBytes(12).toString('hex')}`
      app.tokens.push(token)
      const expires = new Date(Date.now() + app.tokenSeconds * 1_000).toISOString()
      return [201, { token, expires_at: expires, permissions: { contents: 'write' } }] as const
    },
  })
}

/** Whether a proof is signed by the app, of now, and for ten minutes at most. */
export const counts = (proof: string, publicPem: string, appId: string, now = Date.now()): boolean => {
  const [head = '', claims = '', signature = ''] = proof.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    createPublicKey(publicPem),
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return false
  const { alg } = read(head)
  const { iat, exp, iss } = read(claims)
  const second = now / 1_000
  if (typeof iat !== 'number' || typeof exp !== 'number') return false
  return alg === 'RS256' && iss === appId && iat <= second && exp > second && exp <= second + 600
}

const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
