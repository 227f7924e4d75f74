export interface MailServers {
  readonly smtp: string
  readonly imap: string
}

/** Servers of providers whose names do not follow from the domain of an address. Source: their pages for mail programs. */
const ofProviders: Readonly<Record<string, MailServers>> = {
  'gmail.com': { smtp: 'smtp.gmail.com', imap: 'imap.gmail.com' },
  'outlook.com': { smtp: 'smtp-mail.outlook.com:587', imap: 'outlook.office365.com' },
  'gmx.de': { smtp: 'mail.gmx.net', imap: 'imap.gmx.net' },
  'gmx.net': { smtp: 'mail.gmx.net', imap: 'imap.gmx.net' },
  'web.de': { smtp: 'smtp.web.de:587', imap: 'imap.web.de' },
  't-online.de': { smtp: 'securesmtp.t-online.de', imap: 'secureimap.t-online.de' },
}

/** The servers that an address most likely has, to be corrected by the person; empty before the address has a domain. */
export const usualServersOf = (address: string): MailServers => {
  const [, domain] = /^[^\s@]+@([^\s@]+\.[^\s@.]{2,})$/.exec(address.trim().toLowerCase()) ?? []
  if (domain === undefined) return { smtp: '', imap: '' }
  return ofProviders[domain] ?? { smtp: `smtp.${domain}`, imap: `imap.${domain}` }
}
