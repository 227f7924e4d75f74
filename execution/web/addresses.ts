/** Where each provider is asked. Sources: the API references of each, read in November 2026. */
export const providerAddresses = {
  tavily: 'https://api.tavily.com',
  exa: 'https://api.exa.ai',
  brave: 'https://api.search.brave.com',
  firecrawl: 'https://api.firecrawl.dev',
} as const

export type ProviderId = keyof typeof providerAddresses

export const providerIds = Object.keys(providerAddresses) as [ProviderId, ...ProviderId[]]

/** Where each provider of company data is asked. Sources: docs/growth.md, with the readable part of each. */
export const dataProviderAddresses = {
  hunter: 'https://api.hunter.io',
  apollo: 'https://api.apollo.io',
  peopledatalabs: 'https://api.peopledatalabs.com',
  zerobounce: 'https://api.zerobounce.net',
  neverbounce: 'https://api.neverbounce.com',
  dropcontact: 'https://api.dropcontact.com',
} as const

export type DataProviderId = keyof typeof dataProviderAddresses

/**
 * Where the two providers of mailboxes are asked. Sources: developers.google.com/identity/protocols/oauth2 and
 * developers.google.com/workspace/gmail/imap; learn.microsoft.com, “Authenticate an IMAP, POP or SMTP connection using OAuth”.
 */
export const mailProviderHosts = {
  google: {
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    revoke: 'https://oauth2.googleapis.com/revoke',
    smtp: 'smtp.gmail.com',
    imap: 'imap.gmail.com',
  },
  microsoft: {
    authorize: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    token: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    revoke: null,
    smtp: 'smtp.office365.com',
    imap: 'outlook.office365.com',
  },
} as const
