import type SMTPConnection from 'nodemailer/lib/smtp-connection/index.js'
import type { SmtpServer } from '../mail-address/smtp-server.ts'

export interface Envelope {
  readonly from: string
  readonly to: string
}

interface Refusal {
  /** No other attempt can go better: 5xx to the recipient or the content. */
  readonly isFinal?: boolean
  /** The server puts this recipient off, and may take the mail of others: 4xx to the recipient, but for 421. */
  readonly isOfRecipient?: boolean
}

/** The server did not take a message. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken'
  readonly isFinal: boolean
  readonly isOfRecipient: boolean
  constructor(message: string, { isFinal = false, isOfRecipient = false }: Refusal = {}) {
    super(message)
    this.isFinal = isFinal
    this.isOfRecipient = isOfRecipient
  }
}

/**
 * Hands one message over, in a connection of its own. Resolves when the server has said that it is responsible for it;
 * throws NotTaken otherwise, and when `signal` aborts, which cuts the connection. Source: RFC 5321, RFC 3207.
 */
export const sendBySmtp = async (
  server: SmtpServer,
  envelope: Envelope,
  content: Buffer,
  signal: AbortSignal,
): Promise<void> => {
  const connection = await openConnection(server)
  const cut = Promise.withResolvers<never>()
  const fail = (error: Error) => cut.reject(error)
  const stop = () => fail(new Error('Given up: it took too long, or this process is stopping'))
  connection.on('error', fail)
  connection.on('end', () => fail(new Error('The server ended the connection')))
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    await Promise.race([converse(connection, server, envelope, content), cut.promise])
  } catch (error) {
    throw notTaken(error as SmtpError)
  } finally {
    signal.removeEventListener('abort', stop)
    // The message is the server's by now, or not: how the farewell goes changes nothing.
    connection.close()
  }
}

const openConnection = async ({ host, port, tls }: SmtpServer): Promise<SMTPConnection> => {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection/index.js')
  return new Connection({
    host,
    port,
    secure: tls === 'implicit',
    ...(tls === 'required' && { requireTLS: true }),
    ...(tls === 'off' && { ignoreTLS: true }),
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 45_000,
    dnsTimeout: 10_000,
    socketCloseTimeout: 0,
    allowInternalNetworkInterfaces: true,
  })
}

const converse = async (
  connection: SMTPConnection,
  { user, password }: SmtpServer,
  envelope: Envelope,
  content: Buffer,
) => {
  await called((done) => connection.connect(done))
  if (user !== undefined) {
    await called((done) => connection.login({ credentials: { user, pass: password ?? '' } }, done))
  }
  await called((done) => connection.send({ ...envelope, size: content.length }, content, done))
}

const called = (call: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => call((error) => (error ? reject(error) : resolve())))

interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** Our own faults (the sender, the sign-in, the connection) can be mended; a fault of the message cannot. */
const notTaken = (error: SmtpError) => {
  const { command, responseCode = 0, response } = error
  const isOurs = !['RCPT TO', 'DATA'].includes(command ?? '')
  const isUnfit = error.code === 'EENVELOPE' && command === 'API'
  const said = response === undefined ? error.message : `${command ?? 'The server'}: ${response}`
  const isFinal = isUnfit || (!isOurs && responseCode >= 500 && responseCode !== 503)
  const isOfRecipient = command === 'RCPT TO' && responseCode >= 400 && responseCode < 500 && responseCode !== 421
  return new NotTaken(withoutSecrets(said), { isFinal, isOfRecipient })
}

/** A server may quote what it was sent: addresses, and the links and tokens of the message. */
export const withoutSecrets = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .split(' ', 500)
    .map((word) => (/:\/\/|@/.test(word) ? '…' : word.replaceAll(/[\w+/=-]{24,}/g, '…')))
    .join(' ')
    .slice(0, 300)
    .trim()
