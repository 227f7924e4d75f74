/** The server that takes mail. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** From the first byte, by STARTTLS, which must succeed, or not at all. */
  readonly tls: 'implicit' | 'required' | 'off'
  readonly user?: string
  readonly password?: string
}
