import { once } from 'node:events'
import { connect, type LookupFunction } from 'node:net'
import type { Fetcher } from '../../platform/fetch/index.ts'

/** A server of a mailbox. Without TLS only if the operator named the host as a private one. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly tls: 'implicit' | 'required' | 'off'
}

export interface SignIn {
  readonly user: string
  readonly password?: string
  readonly accessToken?: string
}

type MailFailureReason = 'address' | 'sign_in' | 'unavailable'

/** A server of a mailbox was not reached, or does not let us in. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  readonly reason: MailFailureReason
  constructor(reason: MailFailureReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

interface TlsError {
  readonly code?: string
  /** The code that nodemailer replaces with its own. */
  readonly originalCode?: string
  /** A field of imapflow's errors. */
  readonly tlsFailed?: boolean
}

/** Why no TLS came about, in a sentence; undefined if something else failed. */
export const tlsFailure = (host: string, error: TlsError): MailFailure | undefined => {
  const sentence = certificateProblem(host, error.originalCode ?? error.code ?? '') ?? noTls(host, error)
  return sentence === undefined ? undefined : new MailFailure('unavailable', sentence, error)
}

const certificateProblem = (host: string, code: string): string | undefined => {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `The certificate of ${host} is for another name.`
  if (code === 'CERT_HAS_EXPIRED') return `The certificate of ${host} has expired.`
  return /^(CERT_|DEPTH_|SELF_|UNABLE_)/.test(code)
    ? `The certificate of ${host} is not trusted: none of the known authorities signed it.`
    : undefined
}

const noTls = (host: string, { code, tlsFailed }: TlsError): string | undefined =>
  code === 'ETLS' || tlsFailed === true ? `${host} does not offer TLS, and without it no password is sent.` : undefined

/** Ports on which mail programs hand over and read mail. Sources: RFC 6409, RFC 8314, RFC 9051. */
export const mailPorts = { smtp: [465, 587, 2525], imap: [993, 143] } as const

/** The checked address that a connection goes to: of several, the first that answers. Throws a MailFailure. */
export const placeOf = async (
  fetcher: Pick<Fetcher, 'hostOf'>,
  server: MailServer,
  kind: keyof typeof mailPorts,
  signal: AbortSignal,
): Promise<string> => {
  const { addresses, isPrivate } = await fetcher.hostOf(server.host, server.port).catch((error: unknown) => {
    throw new MailFailure('address', `${server.host} was not found on the public internet.`, error)
  })
  if (!isPrivate) refuseUnlessPublic(server, kind)
  return addresses.length === 1 ? addresses[0]! : answering(server, addresses, signal)
}

const refuseUnlessPublic = (server: MailServer, kind: keyof typeof mailPorts) => {
  if (server.tls === 'off') throw new MailFailure('address', `${server.host} is spoken to with TLS alone.`)
  if (!(mailPorts[kind] as readonly number[]).includes(server.port))
    throw new MailFailure('address', `${server.host} is reached on ports ${mailPorts[kind].join(', ')} alone.`)
}

const connectMs = 10_000

/** A machine without a way to one family of addresses still reaches a server that has both. */
const answering = async ({ host, port }: MailServer, addresses: readonly string[], signal: AbortSignal) => {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const lookup: LookupFunction = (_host, _options, answer) => answer(null, all)
  const socket = connect({ host, port, lookup, autoSelectFamily: true })
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(connectMs)]) })
    return socket.remoteAddress!
  } catch (error) {
    throw new MailFailure('unavailable', `${host} does not answer.`, error)
  } finally {
    // The outcome is known: a later error means nothing.
    socket.on('error', () => undefined).destroy()
  }
}
