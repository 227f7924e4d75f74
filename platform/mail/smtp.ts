import type { SmtpServer } from '../mail-address/address.ts'
import { untilDone, type SmtpError, withoutSecrets, withSmtpServer } from './smtp-conversation.ts'

/** The addresses for the server; the message has its own. */
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
 * Hands one message over, in a connection of its own. Resolves when the server has accepted responsibility for it;
 * throws NotTaken otherwise, and when `signal` aborts, which cuts the connection. Source: RFC 5321, RFC 3207.
 */
export const sendBySmtp = async (server: SmtpServer, envelope: Envelope, content: Buffer, signal: AbortSignal) => {
  const { host, port, tls, user, password } = server
  const place = { host, port, tls, timeouts, abortMessage: 'Given up: it took too long, or this process is stopping' }
  try {
    await withSmtpServer(place, signal, async (connection) => {
      if (user !== undefined)
        await untilDone((done) => connection.login({ credentials: { user, pass: password ?? '' } }, done))
      await untilDone((done) => connection.send({ ...envelope, size: content.length }, content, done))
    })
  } catch (error) {
    throw notTaken(error as SmtpError)
  }
}

const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 45_000, dnsTimeout: 10_000 }

/** Our own faults (the sender, the sign-in, the connection) can be mended; a fault of the message cannot. */
const notTaken = (error: SmtpError) => {
  const { command, responseCode = 0, response } = error
  const isOurs = !['RCPT TO', 'DATA'].includes(command ?? '')
  const isUnfit = error.code === 'EENVELOPE' && command === 'API'
  const answer = response === undefined ? error.message : `${command ?? 'The server'}: ${response}`
  const isFinal = isUnfit || (!isOurs && responseCode >= 500 && responseCode !== 503)
  const isOfRecipient = command === 'RCPT TO' && responseCode >= 400 && responseCode < 500 && responseCode !== 421
  return new NotTaken(withoutSecrets(answer), { isFinal, isOfRecipient })
}
