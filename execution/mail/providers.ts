import { mailProviderHosts } from '../web/addresses.ts'
import type { MailServer } from './servers.ts'

export const oauthProviders = ['google', 'microsoft'] as const
export type OAuthProvider = (typeof oauthProviders)[number]

export interface MailServers {
  readonly smtp: MailServer
  readonly imap: MailServer
}

/** The servers of a provider: Google speaks TLS from the first byte on both ports, Microsoft by STARTTLS for SMTP. */
export const serversOf = (provider: OAuthProvider): MailServers => {
  const { smtp, imap } = mailProviderHosts[provider]
  return {
    smtp:
      provider === 'google' ? { host: smtp, port: 465, tls: 'implicit' } : { host: smtp, port: 587, tls: 'required' },
    imap: { host: imap, port: 993, tls: 'implicit' },
  }
}
