const sentences = {
  address: () => 'That is not the address of a web page. Use one that begins with https:// or http://.',
  credentials: () => 'An address with a user name or a password in it is not fetched. Take them out.',
  port: (host: string) => `${host} is fetched on ports 80, 443, 8080 and 8443 alone.`,
  // One sentence for missing and for private hosts: it reveals nothing of a private network.
  unreachable: (host: string) => `${host} was not found on the public internet. Look at the address.`,
  silent: (host: string) => `${host} does not answer at the moment. Look at the address, or try again later.`,
  certificate: (host: string) => `${host} has no valid certificate, so nothing can be read from it safely.`,
  slow: (host: string) => `${host} takes too long to answer. Try again later.`,
  broken: (host: string) => `The answer of ${host} broke off or could not be read. Try again later.`,
  size: (host: string) => `The answer of ${host} is larger than what is read of such a file.`,
  header: (host: string) =>
    `${host} was sent nothing: a header, such as one with a key, has characters that no header takes. Enter it again.`,
  type: (host: string) => `${host} answered with another kind of file than was asked for.`,
  encoding: (host: string) => `${host} answered in an encoding that is not known here.`,
  status: (host: string) => `${host} has no such page, or does not give it to programs.`,
  redirects: (host: string) => `${host} redirects too often.`,
  downgrade: (host: string) => `${host} leads from https to http, which is not followed.`,
} as const

/** Why something was not fetched. */
export type RefusalReason = keyof typeof sentences

/** Nothing was fetched. `message` is for who entered the address, `reason` for programs, `cause` for the log. */
export class FetchRefusal extends Error {
  readonly reason: RefusalReason
  /** The status of the answer, if `reason` is `status`. */
  readonly status: number | undefined

  /** The media type of the answer, if `reason` is `type` and the type is one. */
  readonly found: string | undefined

  constructor(reason: RefusalReason, host = '', cause?: unknown, status?: number, mediaType?: string) {
    super(sentences[reason](host.slice(0, 100)), { cause })
    this.name = 'FetchRefusal'
    this.reason = reason
    this.status = status
    if (mediaType !== undefined)
      this.found = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mediaType) ? mediaType : 'no media type'
  }
}
