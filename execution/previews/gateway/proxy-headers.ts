import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'

/** The headers that describe a request's route to a program, and the cookie that it neither gets nor sets. */
export interface ProxyRules {
  readonly accessCookie: string
  /** Whether visitors come by HTTPS. */
  readonly isSecure: boolean
}

// Source: RFC 9110, section 7.6.1.
const hopByHop = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
)

/** Headers that only a proxy may send, and headers that this proxy answers itself. */
const ownRequestHeaders = new Set(['cookie', 'expect', 'forwarded', 'x-real-ip'])
const essentialHeaders = new Set(['host', 'content-length'])

/** The headers that a program gets for a request. */
export const requestHeaders = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  { accessCookie, isSecure }: ProxyRules,
): OutgoingHttpHeaders => {
  const ofConnection = namesIn(headers.connection)
  const isPassedOn = (name: string) =>
    !hopByHop.has(name) && !ofConnection.has(name) && !ownRequestHeaders.has(name) && !name.startsWith('x-forwarded-')
  const others = Object.entries(headers).filter(([name, value]) => value !== undefined && isPassedOn(name))
  const cookie = withoutCookie(headers.cookie, accessCookie)
  return {
    ...Object.fromEntries(others),
    ...(cookie !== undefined && { cookie }),
    ...(headers['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' }),
    ...(headers.host !== undefined && { 'x-forwarded-host': headers.host }),
    'x-forwarded-proto': isSecure ? 'https' : 'http',
  }
}

const namesIn = (connection: string | undefined): ReadonlySet<string> =>
  new Set(
    (connection ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
      .filter((name) => !essentialHeaders.has(name)),
  )

/** A `Cookie` header without one of its cookies; undefined if none is left. */
export const withoutCookie = (cookies: string | undefined, name: string): string | undefined => {
  const others = pairsIn(cookies).filter((pair) => nameOf(pair).toLowerCase() !== name.toLowerCase())
  return others.length === 0 ? undefined : others.join('; ')
}

/** The values of the cookies of a name, at most eight. */
export const cookiesIn = (cookies: string | undefined, name: string): readonly string[] =>
  pairsIn(cookies)
    .filter((pair) => nameOf(pair) === name)
    .slice(0, 8)
    .map((pair) => pair.slice(name.length + 1))

const pairsIn = (cookies: string | undefined): readonly string[] =>
  (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')

const nameOf = (pair: string) => pair.split('=', 1)[0]!.trim()

// A page could send its visitors' browsers to another port by alt-svc, and take the cookies of all previews away.
const refusedAnswerHeaders = new Set(['alt-svc', 'clear-site-data'])

/** Headers of a program's answer for `writeHead`: `rawHeaders` has names and values by turns, `port` its port. */
export const answerHeaders = (
  rawHeaders: readonly string[],
  { accessCookie, port }: Pick<ProxyRules, 'accessCookie'> & { readonly port: number },
): string[] => {
  const pairs = pairsOf(rawHeaders)
  const connections = pairs.flatMap(([name, value]) => (name.toLowerCase() === 'connection' ? [value] : []))
  const ofConnection = namesIn(connections.join(','))
  return pairs.flatMap(([name, value]) => {
    const lower = name.toLowerCase()
    if (hopByHop.has(lower) || ofConnection.has(lower) || refusedAnswerHeaders.has(lower)) return []
    if (lower === 'location') return [name, pathOnSelf(value, port)]
    if (lower !== 'set-cookie') return [name, value]
    const cookie = hostCookie(value, accessCookie)
    return cookie === undefined ? [] : [name, cookie]
  })
}

/** Names and values by turns, as pairs. */
export const pairsOf = (headers: readonly string[]): (readonly [name: string, value: string])[] =>
  headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]!] as const] : []))

/**
 * A `Set-Cookie` value for the host only; undefined if it would set the access cookie. A cookie without a name is
 * refused as well: a browser sends only its value, which may look like another cookie.
 */
export const hostCookie = (value: string, accessCookie: string): string | undefined => {
  const [pair = '', ...attributes] = value.split(';')
  const name = nameOf(pair)
  if (!pair.includes('=') || name === '' || name.toLowerCase() === accessCookie.toLowerCase()) return undefined
  return [pair, ...attributes.filter((attribute) => nameOf(attribute).toLowerCase() !== 'domain')].join(';')
}

/** Programs that know no address but their own redirect there, if no visitor comes: only the path is used. */
const pathOnSelf = (location: string, port: number) => {
  const [, ownPort, path] =
    /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):(\d{1,5})(\/.*)?$/i.exec(location) ?? []
  return ownPort !== undefined && Number(ownPort) === port ? (path ?? '/').replace(/^\/+/, '/') : location
}
