import type { SessionCookies, Sessions } from '../../../../platform/access/index.ts'
import { openRepeats, type Repeats } from '../../../../platform/audit/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { Mailer } from '../../../../platform/mail/index.ts'
import { sessionDays } from '../rules/sign-in.ts'
import type { Auth } from './auth.ts'
import { openDevices, type Devices, openThrottle, type Throttle } from './throttle.ts'
import { openAccountMail, type AccountMail } from './account-mail.ts'
import { openStartLink, type StartLink } from './start-link.ts'
import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../../../platform/crypto/index.ts'

const sessionAttributes = `Max-Age=${sessionDays * 86_400}; Path=/; HttpOnly; SameSite=Lax`

export interface SignInParts {
  readonly database: Database
  readonly cookies: SessionCookies
  readonly sessions: Sessions
  /** This server's address for browsers. */
  readonly origin: () => string
  readonly log: Log
  /** The sign-in library, loaded at its first use; undefined without a root key. */
  readonly auth: () => Promise<Auth | undefined>
  readonly accountMail: () => AccountMail
  readonly signUpLinks: SignUpLinks
  readonly startLink: StartLink
  /** Whether there is a root key, which sign-in needs. */
  readonly canSignIn: boolean
  /** The `Set-Cookie` text for a session that was made without the library. */
  readonly sessionCookie: (token: string) => string
  readonly devices: Devices
  /** By the account within a network, or by the browser that is known. */
  readonly accounts: Throttle
  /** By the network, for all accounts: wrong passwords, and requested letters. */
  readonly networks: Throttle
  /** Letters that a network asks for to one address. */
  readonly requests: Throttle
  readonly repeats: Repeats
  close(): void
}

interface Log {
  readonly info: (fields: object, text: string) => void
  readonly error: (fields: object, text: string) => void
  readonly warn: (fields: object, text: string) => void
}

interface SignInDependencies {
  readonly database: Database
  readonly sessions: Sessions
  readonly mailer: Pick<Mailer, 'queueMail' | 'deliver'>
  readonly origin: () => string
  /** Secrets that sign cookies, newest first. */
  readonly secrets: readonly string[]
  readonly log: Log
}

/** Opens what signing in needs; the library itself is loaded by the first request, as it would double the start. */
export const openSignIn = ({ database, sessions, mailer, origin, secrets, log }: SignInDependencies): SignInParts => {
  const [secret] = secrets
  const { cookies } = sessions
  const onError = (error: unknown) => log.error({ err: error }, 'Could not write repeated sign-in failures')
  const accountMail = () => openAccountMail({ database, mailer, origin: origin() })
  const load = async (key: string) => {
    const { openAuth } = await import('./auth.ts')
    return openAuth({ database, accountMail: accountMail(), origin: origin(), secret: key })
  }
  const secure = cookies.name.startsWith('__Secure-')
  let loading: Promise<Auth> | undefined
  const repeats = openRepeats(database, onError)
  const throttle = { database, secret: secret ?? '' }
  return {
    database,
    cookies,
    sessions,
    origin,
    log,
    repeats,
    accountMail,
    auth: async () => (secret === undefined ? undefined : await (loading ??= load(secret))),
    sessionCookie: (token) => `${cookies.name}=${cookies.sign(token)}; ${sessionAttributes}${secure ? '; Secure' : ''}`,
    signUpLinks: openSignUpLinks(secrets, secure),
    startLink: openStartLink(),
    canSignIn: secret !== undefined,
    devices: openDevices(secret ?? '', secure),
    accounts: openThrottle({ ...throttle, kind: 'account', free: 5 }),
    networks: openThrottle({ ...throttle, kind: 'network', free: 100 }),
    requests: openThrottle({ ...throttle, kind: 'letter', free: 10 }),
    close: () => repeats.close(),
  }
}

/** The link of a sign-up, and the cookie of the browser that made it. Neither is stored: both are made from its id. */
interface SignUpLinks {
  /** The token in the link of a sign-up. */
  token(id: string): string
  /** The sign-up of a link's token; undefined for a token that this server did not make. */
  idIn(token: string): string | undefined
  /** The `Set-Cookie` text for the browser that made a sign-up. */
  remember(id: string): string
  /** True if the browser with this `Cookie` header made the sign-up. */
  isFrom(cookie: string | undefined, id: string): boolean
  /** The `Set-Cookie` text that ends the cookie. */
  readonly forget: string
}

const lifetimeSeconds = 3_600
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const signed = new RegExp(`^(${uuid})\\.([\\w-]{43})$`)

/** Signs with the first secret and takes what any of them signed, so that the root key may rotate. */
const openSignUpLinks = (secrets: readonly string[], secure: boolean): SignUpLinks => {
  // The prefix keeps a neighbouring host from setting it.
  const name = `${secure ? '__Host-' : ''}atelier.sign_up`
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const sign = (what: string, id: string, secret: string) =>
    createHmac('sha256', secret).update(`sign-up ${what} ${id}`).digest('base64url')
  const write = (what: string, id: string) => `${id}.${sign(what, id, secrets[0] ?? '')}`
  const read = (what: string, text: string) => {
    const [, id = '', signature = ''] = signed.exec(text) ?? []
    const isOurs = secrets.some((secret) => isSameSecret(signature, sign(what, id, secret)))
    return id !== '' && isOurs ? id : undefined
  }
  const idsOf = (cookie = '') =>
    cookie
      .split('; ')
      .filter((pair) => pair.startsWith(`${name}=`))
      .flatMap((pair) => read('browser', pair.slice(name.length + 1)) ?? [])
  return {
    token: (id) => write('link', id),
    idIn: (token) => read('link', token),
    remember: (id) => `${name}=${write('browser', id)}; Max-Age=${lifetimeSeconds}; ${attributes}`,
    isFrom: (cookie, id) => idsOf(cookie).includes(id),
    forget: `${name}=; Max-Age=0; ${attributes}`,
  }
}
