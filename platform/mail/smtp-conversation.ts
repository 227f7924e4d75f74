import type SMTPConnection from 'nodemailer/lib/smtp-connection/index.js'
import type { SmtpServer } from '../mail-address/address.ts'

interface SmtpPlace {
  readonly host: string
  readonly port: number
  /** `implicit` is TLS from the first byte; `required` and `off` are about STARTTLS. */
  readonly tls: SmtpServer['tls']
  /** The name on the server's certificate, if `host` is an address. */
  readonly servername?: string
  readonly timeouts: Pick<
    SMTPConnection.Options,
    'connectionTimeout' | 'greetingTimeout' | 'socketTimeout' | 'dnsTimeout'
  >
  /** The message of the error if `signal` aborts. */
  readonly abortMessage: string
}

/** Runs `work` in a connection to a server, and closes it. An abort of `signal` cuts it. Source: RFC 5321, RFC 3207. */
export const withSmtpServer = async (
  place: SmtpPlace,
  signal: AbortSignal,
  work: (connection: SMTPConnection) => Promise<void>,
): Promise<void> => {
  const connection = await openConnection(place)
  const cut = Promise.withResolvers<never>()
  // It also rejects after the race: our own close ends the connection.
  cut.promise.catch(() => undefined)
  const fail = (error: Error) => cut.reject(error)
  const stop = () => fail(new Error(place.abortMessage))
  connection.on('error', fail)
  connection.on('end', () => fail(new Error('The server ended the connection')))
  signal.addEventListener('abort', stop, { once: true })
  const converse = async () => {
    await untilDone((done) => connection.connect(done))
    await work(connection)
  }
  try {
    signal.throwIfAborted()
    await Promise.race([converse(), cut.promise])
  } finally {
    signal.removeEventListener('abort', stop)
    // Without QUIT: the server has accepted or refused the message by now, and nothing changes that.
    connection.close()
  }
}

const openConnection = async ({ host, port, tls, servername, timeouts }: SmtpPlace): Promise<SMTPConnection> => {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection/index.js')
  return new Connection({
    host,
    port,
    ...(servername !== undefined && { servername }),
    secure: tls === 'implicit',
    ...(tls === 'required' && { requireTLS: true }),
    ...(tls === 'off' && { ignoreTLS: true }),
    tls: { minVersion: 'TLSv1.2', ...(servername !== undefined && { servername }) },
    ...timeouts,
    socketCloseTimeout: 0,
    // A server on this machine is found even if the machine has no network.
    allowInternalNetworkInterfaces: true,
  })
}

/** Calls a function of the connection, and resolves once it is done. */
export const untilDone = (call: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise<void>((resolve, reject) => call((error) => (error ? reject(error) : resolve())))

/** An error of the SMTP client, with the answer of the server. */
export interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** A server may quote its input: addresses, and the links and tokens of the message. */
export const withoutSecrets = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .split(' ', 500)
    .map((word) => (/:\/\/|@/.test(word) ? '…' : word.replaceAll(/[\w+/=-]{24,}/g, '…')))
    .join(' ')
    .slice(0, 300)
    .trim()
