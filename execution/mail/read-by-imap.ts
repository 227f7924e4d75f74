import type { ImapFlow } from 'imapflow'
import type { Fetcher } from '../../platform/fetch/index.ts'
import { sentenceOf } from './send-by-smtp.ts'
import { MailFailure, placeOf, tlsFailure, type MailServer, type SignIn } from './servers.ts'

/** How far an inbox was read. */
interface MailCursor {
  readonly uidValidity: number
  readonly lastUid: number
}

export interface ReceivedMail {
  readonly uid: number
  /** Its first bytes, at most `mailMostBytes`. */
  readonly raw: Buffer
}

interface InboxReading {
  readonly server: MailServer
  readonly signIn: SignIn
  /** Null for an inbox that was never read: its present mails are not read. */
  readonly cursor: MailCursor | null
}

export const mailMostBytes = 4 * 2 ** 20
const mailsAtOnce = 100
// Mails that are read again if the server renumbers its mails; the caller recognizes them by their Message-ID.
const readAgain = 200

/** Signs in and leaves. Throws a MailFailure. */
export const checkImap = (
  fetcher: Pick<Fetcher, 'hostOf'>,
  server: MailServer,
  signIn: SignIn,
  signal: AbortSignal,
): Promise<void> => conversation(fetcher, server, signIn, signal, async () => undefined)

/**
 * Reads new mails of the inbox in their order, at most 100. Calls `begin` with the start of reading, and `take` with
 * each mail; flags stay as they are. Throws a MailFailure, and what `begin` and `take` throw. `signal` ends the exchange
 * with the server, and begins no more mails; what `begin` and `take` do has a time of its own.
 */
export const readByImap = (
  fetcher: Pick<Fetcher, 'hostOf'>,
  { server, signIn, cursor }: InboxReading,
  begin: (cursor: MailCursor) => Promise<void>,
  take: (mail: ReceivedMail, uidValidity: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> =>
  conversation(fetcher, server, signIn, signal, async (client, ours) => {
    const inbox = await client.mailboxOpen('INBOX', { readOnly: true })
    const from = beginningOf(cursor, Number(inbox.uidValidity), inbox.uidNext)
    if (from !== cursor) await ours(begin(from))
    if (inbox.uidNext <= from.lastUid + 1) return
    for (const uid of await newUids(client, from.lastUid)) {
      if (signal.aborted) return
      const found = await client.fetchOne(String(uid), { source: { maxLength: mailMostBytes } }, { uid: true })
      if (found && found.source)
        await ours(take({ uid, raw: found.source.subarray(0, mailMostBytes) }, from.uidValidity))
    }
  })

export const beginningOf = (cursor: MailCursor | null, uidValidity: number, uidNext: number): MailCursor => {
  // A server that renumbers its mails silently has fewer than were read.
  if (cursor?.uidValidity === uidValidity && cursor.lastUid < uidNext) return cursor
  return { uidValidity, lastUid: Math.max(0, uidNext - 1 - (cursor === null ? 0 : readAgain)) }
}

/** The next numbers, in order. A server answers a range that begins behind its last mail with that mail. */
const newUids = async (client: ImapFlow, lastUid: number): Promise<readonly number[]> => {
  const found = (await client.search({ uid: `${lastUid + 1}:*` }, { uid: true })) || []
  return found
    .filter((uid) => uid > lastUid)
    .sort((one, other) => one - other)
    .slice(0, mailsAtOnce)
}

type Ours = <T>(work: Promise<T>) => Promise<T>

/** Errors of `ours` belong to the caller, and are passed unchanged. The server's time does not end their work. */
const conversation = async (
  fetcher: Pick<Fetcher, 'hostOf'>,
  server: MailServer,
  signIn: SignIn,
  signal: AbortSignal,
  work: (client: ImapFlow, ours: Ours) => Promise<void>,
): Promise<void> => {
  const address = await placeOf(fetcher, server, 'imap', signal)
  const client = await openClient(server, address, signIn)
  const cut = Promise.withResolvers<never>()
  cut.promise.catch(() => undefined)
  client.on('error', (error: Error) => cut.reject(error))
  let own: { readonly error: unknown } | undefined
  let underWay: Promise<unknown> | undefined
  const stop = () => {
    if (!underWay) cut.reject(new Error('It took too long'))
  }
  signal.addEventListener('abort', stop, { once: true })
  const ours: Ours = async (promise) => {
    underWay = promise
    try {
      return await promise
    } catch (error) {
      own = { error }
      throw error
    } finally {
      underWay = undefined
    }
  }
  const converse = async () => {
    await client.connect()
    await work(client, ours)
  }
  try {
    signal.throwIfAborted()
    await Promise.race([converse(), cut.promise])
  } catch (error) {
    // A mail that the server sent before it left is handled to its end.
    await underWay?.catch(() => undefined)
    throw own ? own.error : failureOf(server.host, error as ImapError)
  } finally {
    signal.removeEventListener('abort', stop)
    client.close()
  }
}

const openClient = async ({ host, port, tls }: MailServer, address: string, signIn: SignIn): Promise<ImapFlow> => {
  const { ImapFlow: Client } = await import('imapflow')
  const { user, password, accessToken } = signIn
  return new Client({
    host: address,
    servername: host,
    port,
    secure: tls === 'implicit',
    ...(tls !== 'implicit' && { doSTARTTLS: tls === 'required' }),
    tls: { minVersion: 'TLSv1.2' },
    auth: accessToken === undefined ? { user, pass: password ?? '' } : { user, accessToken },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: 10_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
  })
}

interface ImapError extends Error {
  readonly code?: string
  readonly tlsFailed?: boolean
  readonly authenticationFailed?: boolean
  readonly serverResponseCode?: string
  readonly response?: unknown
  readonly responseText?: string
}

/** Answers to a sign-in that are unrelated to it. Source: RFC 5530. */
const passing = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG']

const failureOf = (host: string, error: ImapError) => {
  if (error instanceof MailFailure) return error
  const ofTls = tlsFailure(host, error)
  if (ofTls) return ofTls
  const reply = typeof error.response === 'string' ? error.response : (error.responseText ?? error.message)
  const isRefused = error.authenticationFailed === true && !passing.includes(error.serverResponseCode ?? '')
  return new MailFailure(isRefused ? 'sign_in' : 'unavailable', sentenceOf({ message: reply }), error)
}
