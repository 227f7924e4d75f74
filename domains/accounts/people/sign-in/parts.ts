import type { SessionCookies, Sessions } from '../../../../platform/access/index.ts'
import { openRepeats, type Repeats } from '../../../../platform/audit/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { Mailer } from '../../../../platform/mail/index.ts'
import type { Auth } from './auth.ts'
import { openDevices, type Devices } from './device.ts'
import { openLetters } from './letters.ts'
import { openThrottle, type Throttle } from './throttle.ts'

/** What this domain works with. */
export interface SignInParts {
  readonly database: Database
  readonly cookies: SessionCookies
  readonly sessions: Sessions
  /** What browsers call this server. */
  readonly origin: () => string
  readonly log: Log
  /** The sign-in library, loaded at its first use; undefined where there is no root key. */
  readonly auth: () => Promise<Auth | undefined>
  readonly devices: Devices
  /** By the account within a network, or by the browser that is known. */
  readonly accounts: Throttle
  /** By the network, whatever the account: wrong passwords, and letters that were asked for. */
  readonly networks: Throttle
  /** Letters that a network asks for to one address. */
  readonly letters: Throttle
  readonly repeats: Repeats
  close(): void
}

interface Log {
  readonly info: (fields: object, text: string) => void
  readonly error: (fields: object, text: string) => void
}

interface Given {
  readonly database: Database
  readonly sessions: Sessions
  readonly mailer: Pick<Mailer, 'queueMail' | 'deliver'>
  readonly origin: () => string
  /** What cookies are signed with, newest first. */
  readonly secrets: readonly string[]
  readonly log: Log
}

/** Opens what signing in needs; the library itself is loaded by the first request, as it would double the start. */
export const openSignIn = ({ database, sessions, mailer, origin, secrets, log }: Given): SignInParts => {
  const [secret] = secrets
  const { cookies } = sessions
  const onError = (error: unknown) => log.error({ err: error }, 'Repeated failures to sign in could not be written')
  const load = async (key: string) => {
    const { openAuth } = await import('./auth.ts')
    const letters = openLetters({ database, mailer, origin: origin() })
    return openAuth({ database, letters, origin: origin(), secret: key })
  }
  let loading: Promise<Auth> | undefined
  const repeats = openRepeats(database, onError)
  return {
    ...{ database, cookies, sessions, origin, log, repeats },
    auth: async () => (secret === undefined ? undefined : await (loading ??= load(secret))),
    devices: openDevices(secret ?? '', cookies.name.startsWith('__Secure-')),
    accounts: openThrottle(5),
    networks: openThrottle(100),
    letters: openThrottle(10),
    close: () => repeats.close(),
  }
}
