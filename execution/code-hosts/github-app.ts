import { createHash, createPrivateKey, sign } from 'node:crypto'
import type { Fetcher } from '../../platform/fetch/index.ts'
import { CodeHostFailure, statusFailure } from './failure.ts'
import { askWith, fieldsOf, type CodeHostAccess, type GitHubApp, type HostAnswer } from './host-request.ts'

type AppAccess = Extract<CodeHostAccess, { readonly app: GitHubApp }>

const keyBitsLeast = 2_048
const issuedBeforeSeconds = 60
const validSeconds = 9 * 60
const renewedBeforeMs = 60_000

/** Only in this process: a token of an installation is neither stored nor shown, and another process asks for its own. */
const tokens = new Map<string, Awaited<ReturnType<typeof createToken>>>()

/** Whether a text is a private key of an app: RSA as PEM, without a password. */
export const isAppKey = (pem: string): boolean => {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= keyBitsLeast
  } catch {
    return false
  }
}

/**
 * The token by which an app proves itself. It begins a minute ago and ends in nine, since the clocks of two machines
 * differ and GitHub takes ten at most. Source: GitHub, “Generating a JSON Web Token (JWT) for a GitHub App”; RFC 7519;
 * RFC 7518, RS256.
 */
export const appProof = ({ appId, privateKey }: GitHubApp, now: Date): string => {
  const second = Math.floor(now.getTime() / 1_000)
  const claims = { iat: second - issuedBeforeSeconds, exp: second + validSeconds, iss: appId }
  const signed = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${signed}.${sign('sha256', Buffer.from(signed), createPrivateKey(privateKey)).toString('base64url')}`
}

/** The token by which a host is spoken to. Throws a `CodeHostFailure` if an app gets none. */
export const tokenOf = async (fetcher: Fetcher, host: CodeHostAccess, signal: AbortSignal): Promise<string> => {
  if (!host.app) return host.token
  const key = keyOf(host)
  const before = tokens.get(key)
  if (before && before.expiresAt - renewedBeforeMs > Date.now()) return before.token
  const created = await createToken(fetcher, host, signal)
  removeExpired()
  tokens.set(key, created)
  return created.token
}

/** Has the next request ask for a new token: the host refused this token before it expired. */
export const forgetToken = (host: AppAccess): void => {
  tokens.delete(keyOf(host))
}

// With the private key: who names the installation of another workspace without it gets no token of theirs.
const keyOf = ({ baseUrl, app: { appId, installationId, privateKey } }: AppAccess) =>
  createHash('sha256')
    .update(JSON.stringify([baseUrl, appId, installationId, privateKey]))
    .digest('base64')

const removeExpired = () => {
  for (const [key, { expiresAt }] of tokens) if (expiresAt <= Date.now()) tokens.delete(key)
}

/** Source: GitHub REST API 2022-11-28, “Create an installation access token for an app”. */
const createToken = async (fetcher: Fetcher, host: AppAccess, signal: AbortSignal) => {
  const path = `/app/installations/${host.app.installationId}/access_tokens`
  const answer = await askAsApp(fetcher, host, { path, method: 'POST' }, signal)
  if (answer.status !== 201) throw appFailure(host, answer)
  const { token, expires_at: expires } = fieldsOf(answer.body)
  const expiresAt = typeof expires === 'string' ? Date.parse(expires) : Number.NaN
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,1000}$/.test(token) || Number.isNaN(expiresAt))
    throw new CodeHostFailure('unreachable', `${nameOf(host)} does not answer as GitHub does. Look at its address.`)
  return { token, expiresAt }
}

/**
 * The account by which an app writes. Throws a `CodeHostFailure` if its installation no longer exists or is suspended.
 * Source: GitHub REST API 2022-11-28, “Get an installation for the authenticated app”.
 */
export const accountOfApp = async (fetcher: Fetcher, host: AppAccess, signal: AbortSignal): Promise<string> => {
  const answer = await askAsApp(fetcher, host, { path: `/app/installations/${host.app.installationId}` }, signal)
  const { app_slug: slug, suspended_at: suspended } = fieldsOf(answer.body)
  if (answer.status !== 200 || typeof slug !== 'string') throw appFailure(host, answer)
  if (typeof suspended === 'string') throw appFailure(host, { ...answer, status: 403 })
  await tokenOf(fetcher, host, signal)
  return `${slug.slice(0, 190)}[bot]`
}

const askAsApp = (
  fetcher: Fetcher,
  host: AppAccess,
  call: { readonly path: string; readonly method?: 'POST' },
  signal: AbortSignal,
): Promise<HostAnswer> => askWith(appProof(host.app, new Date()), fetcher, host, call, signal)

const nameOf = ({ baseUrl }: AppAccess) => `The code host ${new URL(baseUrl).host}`

const appFailure = (host: AppAccess, answer: HostAnswer): CodeHostFailure => {
  const failure = statusFailure(answer, host.baseUrl)
  const rest = failure.reason === 'limited' ? undefined : appRefusals[answer.status]
  return rest === undefined ? failure : new CodeHostFailure('token', `${nameOf(host)} ${rest}`)
}

const appRefusals: Readonly<Record<number, string>> = {
  401: 'does not accept the key of the app. Look at its id and private key, and at the clock of this server.',
  403: 'says that the installation of the app is suspended. Resume it there.',
  404: 'has no such installation of the app. Install it there, and connect anew.',
}
