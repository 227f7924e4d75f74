import type { Words } from '../words.ts'

/** Texts about the mailboxes of outreach. */
export const en = {
  title: 'Mailboxes',
  text: 'Mailboxes that plays send from, each within its limit a day.',
  readOnly: 'Mailboxes of outreach. Owners and administrators change them.',
  list: 'Connected mailboxes',
  none: 'No mailbox yet',
  noneText: 'Mails need a connected mailbox. A new one warms up: 10 mails on the first day, 5 more each day.',
  statuses: { connected: 'Connected', paused: 'Paused', failing: 'Sign-in refused', disconnected: 'Disconnected' },
  today: (sent: number, limit: number) => `${sent} of ${limit} mails today`,
  limit: (count: number) => `at most ${count} a day`,
  warmingUp: 'warming up',
  setAside: (count: number, reason: string) =>
    count === 1
      ? `1 mail was not taken: ${reason}. Look at it in the mailbox itself.`
      : `${count} mails were not taken, the last one: ${reason}. Look at them in the mailbox itself.`,
  setAsideReasons: {
    too_large: 'it is too large',
    too_slow: 'reading it takes too long',
    unreadable: 'it cannot be read',
    not_filed: 'it could not be filed',
  },
  pause: 'Pause',
  resume: 'Resume',
  disconnect: 'Disconnect',
  disconnectOf: (address: string) => `Disconnect ${address}?`,
  disconnectMeans: 'Its credentials are deleted, and its access is withdrawn where the provider allows it.',
  keep: 'Keep it',
  settings: 'Limit and records',
  dailyLimit: 'Mails a day, at most',
  selector: 'DKIM selector',
  selectorHint: 'Empty where the provider takes a usual one.',
  save: 'Save',
  check: 'Check SPF, DKIM and DMARC',
  states: { ok: 'fine', missing: 'missing', wrong: 'wrong', unknown: 'no answer' },
  toAdd: (type: string, name: string, value: string | null) =>
    value === null
      ? `Add a ${type} record ${name}: your mail provider says its value.`
      : `Add ${type} ${name}: ${value}`,
  connect: 'Connect a mailbox',
  connectTo: (provider: string) => `Connect ${provider}`,
  notSetUp: (providers: string, count: number) =>
    `${providers} ${count === 1 ? 'is' : 'are'} not set up on this server.`,
  how: 'How to set it up',
  setUp:
    'Whoever runs this server registers it at the provider, with the redirect address /console/growth/mailboxes/connected, and sets ATELIER_MAILBOX_CLIENT_IDS and ATELIER_MAILBOX_CLIENT_SECRETS.',
  withPassword: 'With address and password',
  storedEncrypted: 'The password is stored encrypted.',
  address: 'Address',
  displayName: 'Name that recipients see',
  user: 'User name',
  password: 'Password',
  passwordHint: 'need an app password.',
  smtp: 'SMTP server',
  imap: 'IMAP server',
  userHint: 'Empty for the address.',
  optional: 'Optional.',
  smtpHint: 'With its port if that is not 465: mail.example.com:587',
  imapHint: 'With its port if that is not 993: mail.example.com:143',
  more: 'Name, user name and servers',
  serversLater: 'The servers are found from the address.',
  serversFound: (smtp: string, imap: string) => `Servers of this address: ${smtp} sends, ${imap} receives.`,
  serversTyped: (smtp: string, imap: string) => `${smtp} sends, ${imap} receives.`,
  missing: 'Fill this in.',
  add: 'Sign in and connect',
  adding: 'Signing in…',
  finishing: 'Connecting the mailbox…',
  finished: (address: string) => `${address} is connected.`,
  cancelled: 'The provider gave no access. Start again.',
  back: 'Mailboxes',
  codes: {} as Words['errors']['codes'],
}
