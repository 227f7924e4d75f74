import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection/index.js'
import type { Fetcher } from '../../platform/fetch/index.ts'
import { type SmtpError, untilDone, withoutSecrets, withSmtpServer } from '../../platform/mail/smtp-conversation.ts'
import { MailFailure, placeOf, tlsFailure, type MailServer, type SignIn } from './servers.ts'

export type SendOutcome =
  | { readonly kind: 'sent' }
  /** The server refused the message. */
  | { readonly kind: 'refused'; readonly reason: string; readonly permanent: boolean }
  /** Nothing was handed over: it can be tried again. `isSignIn` if the server refuses the sign-in. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly isSignIn?: boolean }
  /** The connection ended after the content was begun, without an answer. */
  | { readonly kind: 'unknown'; readonly reason: string }

interface HandOver {
  readonly server: MailServer
  readonly signIn: SignIn
  readonly envelope: { readonly from: string; readonly to: string }
  readonly content: Buffer
}

/** Hands a mail over, in a connection of its own, and returns the result. Never throws for a server's behaviour. */
export const sendBySmtp = async (
  fetcher: Pick<Fetcher, 'hostOf'>,
  { server, signIn, envelope, content }: HandOver,
  signal: AbortSignal,
): Promise<SendOutcome> => {
  let isBegun = false
  try {
    await conversation(fetcher, server, signal, async (connection) => {
      await signedIn(connection, signIn)
      // It is read once the server has asked for the content.
      const message = new Readable({
        read() {
          isBegun = true
          this.push(content)
          this.push(null)
        },
      })
      await untilDone((done) => connection.send({ ...envelope, size: content.length }, message, done))
    })
    return { kind: 'sent' }
  } catch (error) {
    return outcomeOf(error as SmtpError, isBegun)
  }
}

/** Signs in and leaves. Throws a MailFailure. */
export const checkSmtp = async (
  fetcher: Pick<Fetcher, 'hostOf'>,
  server: MailServer,
  signIn: SignIn,
  signal: AbortSignal,
): Promise<void> => {
  try {
    await conversation(fetcher, server, signal, (connection) => signedIn(connection, signIn))
  } catch (error) {
    if (error instanceof MailFailure) throw error
    const reason = isSignInRefused(error as SmtpError) ? 'sign_in' : 'unavailable'
    throw new MailFailure(reason, sentenceOf(error as SmtpError), error)
  }
}

const conversation = async (
  fetcher: Pick<Fetcher, 'hostOf'>,
  server: MailServer,
  signal: AbortSignal,
  work: (connection: SMTPConnection) => Promise<void>,
) => {
  const { host, port, tls } = server
  const address = await placeOf(fetcher, server, 'smtp', signal)
  const place = { host: address, servername: host, port, tls, timeouts, abortMessage: 'It took too long' }
  try {
    await withSmtpServer(place, signal, work)
  } catch (error) {
    throw tlsFailure(host, error as SmtpError) ?? error
  }
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

const signedIn = (connection: SMTPConnection, { user, password, accessToken }: SignIn) =>
  untilDone((done) =>
    connection.login(
      accessToken === undefined
        ? { credentials: { user, pass: password ?? '' } }
        : ({ user, oauth2: bearer(user, accessToken) } as unknown as SMTPConnection.AuthenticationOAuth2),
      done,
    ),
  )

/** The request for a token of the connection. Source: Google, “OAuth 2.0 mechanism”, SASL XOAUTH2. */
const bearer = (user: string, accessToken: string) => ({
  getToken: (_renew: boolean, done: (error: Error | null, token: string) => void) => done(null, accessToken),
  buildXOAuth2Token: (token: string) =>
    Buffer.from(`user=${user}\u0001auth=Bearer ${token}\u0001\u0001`).toString('base64'),
})

// 4xx to a sign-in: the server cannot judge it now, or has seen too many. Source: RFC 4954, section 6.
const isSignInRefused = ({ code, responseCode = 0 }: SmtpError) => code === 'EAUTH' && responseCode >= 500

const outcomeOf = (error: SmtpError, isBegun: boolean): SendOutcome => {
  const reason = sentenceOf(error)
  const { responseCode = 0, code } = error
  if (error instanceof MailFailure) return { kind: 'unavailable', reason: error.message }
  if (code === 'EAUTH') return { kind: 'unavailable', reason, isSignIn: isSignInRefused(error) }
  const isAboutMail = ['EENVELOPE', 'EMESSAGE'].includes(code ?? '')
  // 421: the server closes the connection, whichever command it got.
  if (isAboutMail && responseCode >= 400 && responseCode !== 421)
    return { kind: 'refused', reason, permanent: responseCode >= 500 }
  if (isAboutMail && !isBegun && responseCode === 0) return { kind: 'refused', reason, permanent: true }
  return isBegun && responseCode === 0 ? { kind: 'unknown', reason } : { kind: 'unavailable', reason }
}

/** A server's answer, in one line, without addresses, links and possible secrets. */
export const sentenceOf = ({ message, response }: { readonly message: string; readonly response?: string }): string =>
  withoutSecrets(response ?? message) || 'No reason was given'
