import type { Fetcher } from '../../platform/fetch/index.ts'

/** A server of a mailbox. Without TLS only where the operator named the host as a private one. */
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

export type MailFailureReason = 'address' | 'sign_in' | 'unavailable'

/** A server of a mailbox was not reached, or does not let us in. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  readonly reason: MailFailureReason
  constructor(reason: MailFailureReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/** Ports on which mail programs hand over and read mail. Sources: RFC 6409, RFC 8314, RFC 9051. */
export const mailPorts = { smtp: [465, 587, 2525], imap: [993, 143] } as const

/** The checked address that a connection goes to. Throws a MailFailure. */
export const placeOf = async (
  fetcher: Pick<Fetcher, 'hostOf'>,
  server: MailServer,
  kind: keyof typeof mailPorts,
): Promise<string> => {
  const { addresses, isPrivate } = await fetcher.hostOf(server.host, server.port).catch((error: unknown) => {
    throw new MailFailure('address', `${server.host} was not found on the public internet.`, error)
  })
  if (isPrivate) return addresses[0]!
  if (server.tls === 'off') throw new MailFailure('address', `${server.host} is spoken to with TLS alone.`)
  if (!(mailPorts[kind] as readonly number[]).includes(server.port))
    throw new MailFailure('address', `${server.host} is reached on ports ${mailPorts[kind].join(', ')} alone.`)
  return addresses[0]!
}
