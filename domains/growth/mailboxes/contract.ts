import { Type } from 'typebox'
import { conflict, contract, operation, resource, to } from '../../../platform/contract/index.ts'
import {
  described,
  exampleText,
  Id,
  mailAddress,
  maybe,
  namedObject,
  nameText,
  newNameText,
  oneOf,
  text,
  Time,
} from '../../../platform/contract/schema.ts'
import { noVault } from '../../code/secrets/contract/refusals.ts'
import { dailyLimitMost, mailboxStatuses, mailProviders, oauthNames, recordStates, setAsideReasons } from './rules.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    growth_mailbox: 'workspace'
  }
}

const day = (description: string) => Type.String({ format: 'date', description, examples: ['2026-11-25'] })
const dailyLimit = Type.Integer({
  minimum: 1,
  maximum: dailyLimitMost,
  description: 'The most mails that are sent from it in a day of its time zone.',
  examples: [50],
})
const aboutDisplayName = { description: 'The name that recipients see.', examples: ['Ada Lovelace'] }
const displayName = newNameText(100, aboutDisplayName)
const timeZone = text(1, 100, {
  description: 'The time zone of its days, by its IANA name.',
  examples: ['Europe/Vienna'],
})

const selectorText = { pattern: '^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$', examples: ['mail2026'] }
const dkimSelector = text(1, 63, {
  ...selectorText,
  description: 'The selector of the DKIM key with which its provider signs, if it is not a usual one.',
})

export const GrowthMailbox = namedObject('GrowthMailbox', {
  id: Id,
  provider: oneOf(mailProviders, {
    description: 'The provider; `imap` for a mailbox that is reached with a password.',
  }),
  address: exampleText('Its address in normal form.', 'ada@example.com'),
  displayName: maybe(displayName),
  status: oneOf(mailboxStatuses, {
    description: '`failing`: its server refused the sign-in. Mail is sent only from mailboxes that are connected.',
  }),
  failure: maybe(exampleText('Why it fails, in the words of its server; null if it does not.', '535 Sign-in refused')),
  dailyLimit,
  dkimSelector: maybe(dkimSelector),
  warmUp: namedObject('GrowthMailboxWarmUp', {
    startedOn: maybe(day('The first day of the warm-up; null without one.')),
    isWarmingUp: Type.Boolean({ description: 'Whether today’s limit is still lower because of it.' }),
  }),
  today: namedObject('GrowthMailboxToday', {
    day: day('Today in its time zone.'),
    sent: Type.Integer({ minimum: 0, description: 'Mails sent from it today.', examples: [12] }),
    limit: Type.Integer({
      minimum: 0,
      description: 'The most that is sent from it today: its limit, or what its warm-up has reached.',
      examples: [20],
    }),
  }),
  setAside: namedObject('GrowthMailboxSetAside', {
    mails: Type.Integer({
      minimum: 0,
      description: 'Mails that came to it and could not be read or filed. They are still in its inbox.',
      examples: [0],
    }),
    reason: maybe(oneOf(setAsideReasons, { description: 'Why the last of them could not; null without one.' })),
  }),
  timeZone,
  connectedAt: Time,
  disconnectedAt: maybe(described(Time, 'When it was disconnected; null while it is not.')),
})

const GrowthMailboxList = namedObject('GrowthMailboxList', {
  mailboxes: Type.Array(GrowthMailbox, { description: 'Oldest first.' }),
  providers: Type.Array(oneOf(oauthNames), {
    description: 'The providers at which the operator registered this instance.',
    examples: [['google']],
  }),
})

const ConnectGrowthMailbox = namedObject('ConnectGrowthMailbox', {
  provider: oneOf(oauthNames, { description: 'Who runs the mailbox.' }),
})
const GrowthMailboxConnectStarted = namedObject('GrowthMailboxConnectStarted', {
  authorizationUrl: exampleText(
    'Where the person agrees, at the provider. It can be used once, for 10 minutes.',
    'https://accounts.google.com/o/oauth2/v2/auth?client_id=…',
  ),
})

const FinishGrowthMailboxConnect = namedObject('FinishGrowthMailboxConnect', {
  state: Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'The state that the provider sent back.',
    examples: ['k4VwMJ3Qv0Zb8m1cX2o9tYdS5fL7aHnE6rUiPqGxWzA'],
  }),
  code: text(1, 4_000, {
    pattern: '^[\\x21-\\x7e]+$',
    description: 'The code that the provider sent back.',
    examples: ['4/0AX4XfWh'],
  }),
})

const server = (description: string, port: number) =>
  Type.Object(
    {
      host: text(1, 253, { description: 'The name of the server.', examples: ['mail.example.com'] }),
      port: Type.Integer({ minimum: 1, maximum: 65_535, description: 'Its port.', examples: [port] }),
      tls: oneOf(['implicit', 'required', 'off'], {
        description:
          '`implicit` from the first byte, `required` by STARTTLS, and `off` only for private hosts that the operator named.',
      }),
    },
    { additionalProperties: false, description },
  )

const AddGrowthMailbox = namedObject('AddGrowthMailbox', {
  address: mailAddress({ description: 'The address that mail is sent from.' }),
  displayName: Type.Optional(nameText(100, aboutDisplayName)),
  user: text(1, 320, { description: 'The name to sign in with at both servers.', examples: ['ada@example.com'] }),
  password: text(1, 1_000, { description: 'The password. It is stored encrypted and shown nowhere.', examples: ['…'] }),
  dkimSelector: Type.Optional(dkimSelector),
  smtp: server('The server that takes mail.', 465),
  imap: server('The server that holds the inbox.', 993),
})

const UpdateGrowthMailbox = namedObject(
  'UpdateGrowthMailbox',
  {
    dailyLimit: Type.Optional(dailyLimit),
    warmUpStartedOn: Type.Optional(maybe(day('The first day of the warm-up; null ends it.'))),
    paused: Type.Optional(
      Type.Boolean({ description: '`true` pauses it, `false` resumes it, also after its server refused it.' }),
    ),
    displayName: Type.Optional(maybe(displayName)),
    dkimSelector: Type.Optional(maybe(dkimSelector)),
    timeZone: Type.Optional(timeZone),
  },
  { minProperties: 1 },
)

const GrowthMailboxDisconnected = namedObject('GrowthMailboxDisconnected', {
  id: Id,
  disconnected: Type.Boolean({ description: 'Always true.' }),
  revoked: Type.Boolean({
    description:
      'Whether the provider confirmed just now that the access is withdrawn. The credentials are deleted in any case.',
  }),
})

const dnsRecord = namedObject('GrowthMailboxRecord', {
  kind: oneOf(['spf', 'dkim', 'dmarc'], { description: 'The purpose of the record.' }),
  state: oneOf(recordStates, { description: '`unknown`: the servers of the domain did not answer in time.' }),
  name: exampleText('The name that was asked for.', '_dmarc.example.com'),
  found: Type.Array(Type.String(), { description: 'The values found there.', examples: [['v=DMARC1; p=none']] }),
  toAdd: maybe(
    namedObject('GrowthMailboxRecordToAdd', {
      type: oneOf(['TXT', 'CNAME'], { description: 'Its type.' }),
      name: exampleText('Its name.', '_dmarc.example.com'),
      value: maybe(exampleText('Its value; null if only the provider of the mailbox knows it.', 'v=DMARC1; p=none')),
    }),
  ),
})
const GrowthMailboxDns = namedObject('GrowthMailboxDns', {
  domain: exampleText('The domain of the mailbox.', 'example.com'),
  records: Type.Array(dnsRecord, { description: 'SPF, DKIM and DMARC.' }),
})

const administrator = to('administrator')
const ofMailbox = to('administrator', resource('growth_mailbox', 'params.mailboxId'))
const said = Type.Object({ reason: exampleText('The server’s answer, without addresses.', '535 Sign-in refused') })
const tooMany = conflict({
  code: 'growth_mailboxes_too_many',
  message: 'This workspace has 100 mailboxes. Disconnect one first.',
})

export const listGrowthMailboxes = operation({
  method: 'GET',
  path: '/v1/api/growth/mailboxes',
  summary: 'List the mailboxes that outreach is sent from, with warm-up and today’s sends, oldest first',
  reach: 'call',
  access: to('agency'),
  query: Type.Object(
    {
      includeDisconnected: Type.Optional(
        oneOf(['true', 'false'], {
          description: '`true` lists every mailbox; by default only mailboxes that can send.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  replies: { 200: GrowthMailboxList },
  audit: { refusals: 'growth_mailbox.list' },
  reads: { growth_mailbox: 'all' },
})

export const connectGrowthMailbox = operation({
  method: 'POST',
  path: '/v1/api/growth/mailboxes/connect',
  summary: 'Start connecting a mailbox of Google or Microsoft',
  reach: { page: '/growth/settings?view=mailboxes' },
  access: administrator,
  body: ConnectGrowthMailbox,
  replay: false,
  replies: { 200: GrowthMailboxConnectStarted },
  errors: {
    noClient: {
      status: 503,
      code: 'growth_mailbox_provider_not_set_up',
      message:
        'The operator of this instance did not register it at this provider. Ask the operator, or use IMAP and SMTP.',
    },
    noVault,
  },
  audit: { action: 'growth_mailbox.start_connect', category: 'execute' },
})

export const finishGrowthMailboxConnect = operation({
  method: 'POST',
  path: '/v1/api/growth/mailboxes/connect/finish',
  summary: 'Finish connecting with the parameters that the provider sent back to the person who started it',
  reach: { page: '/growth/settings?view=mailboxes' },
  access: administrator,
  body: FinishGrowthMailboxConnect,
  effect: 'outside',
  replay: false,
  replies: { 201: GrowthMailbox },
  errors: {
    stateRefused: conflict({
      code: 'growth_mailbox_connect_expired',
      message: 'This connection was finished before, has run out, or was started by somebody else. Start again.',
    }),
    accessRefused: {
      status: 502,
      code: 'growth_mailbox_access_refused',
      message: 'The provider did not give access to the mailbox. Start again.',
      retryAfterSeconds: 10,
      details: said,
    },
    noClient: connectGrowthMailbox.errors.noClient,
    tooMany,
    noVault,
  },
  audit: {
    action: 'growth_mailbox.connect',
    category: 'create',
    severity: 'notice',
    event: 'growth_mailbox.connected',
  },
})

export const addGrowthMailbox = operation({
  method: 'POST',
  path: '/v1/api/growth/mailboxes',
  summary: 'Connect a mailbox by IMAP and SMTP with a password, after a sign-in at both servers',
  reach: { page: '/growth/settings?view=mailboxes' },
  access: administrator,
  body: AddGrowthMailbox,
  effect: 'outside',
  replay: false,
  replies: { 201: GrowthMailbox },
  errors: {
    serverRefused: {
      status: 400,
      code: 'growth_mailbox_server_not_allowed',
      message:
        'A server that is named cannot be used. Name a public one, with TLS and a usual port: 465 or 587 for SMTP, 993 or 143 for IMAP.',
      details: said,
    },
    signInRefused: {
      status: 422,
      code: 'growth_mailbox_sign_in_refused',
      message: 'A server refused the user name or the password. Nothing was stored; check both.',
      details: said,
    },
    notReached: {
      status: 502,
      code: 'growth_mailbox_not_reached',
      message: 'A server was not reached, or broke off. Nothing was stored. Try again later.',
      retryAfterSeconds: 10,
      details: said,
    },
    tooMany,
    noVault,
  },
  audit: { action: 'growth_mailbox.add', category: 'create', severity: 'notice', event: 'growth_mailbox.connected' },
})

const isDisconnected = conflict({
  code: 'growth_mailbox_disconnected',
  message: 'This mailbox is disconnected. Connect it again first.',
})

export const updateGrowthMailbox = operation({
  method: 'PATCH',
  path: '/v1/api/growth/mailboxes/{mailboxId}',
  summary: 'Change the daily limit, the warm-up or the DKIM selector of a mailbox, pause or resume it',
  reach: { page: '/growth/settings?view=mailboxes' },
  access: ofMailbox,
  body: UpdateGrowthMailbox,
  replies: { 200: GrowthMailbox },
  errors: { isDisconnected },
  audit: { action: 'growth_mailbox.update', category: 'update', severity: 'notice', event: 'growth_mailbox.updated' },
})

export const disconnectGrowthMailbox = operation({
  method: 'DELETE',
  path: '/v1/api/growth/mailboxes/{mailboxId}',
  summary: 'Disconnect a mailbox: its access is withdrawn, and nothing more is sent from it',
  reach: { page: '/growth/settings?view=mailboxes' },
  access: ofMailbox,
  effect: 'outside',
  replies: { 200: GrowthMailboxDisconnected },
  audit: {
    action: 'growth_mailbox.disconnect',
    category: 'delete',
    severity: 'notice',
    event: 'growth_mailbox.disconnected',
    optional: true,
  },
})

export const checkGrowthMailboxDns = operation({
  method: 'GET',
  path: '/v1/api/growth/mailboxes/{mailboxId}/dns',
  summary: 'Check the SPF, DKIM and DMARC records of the domain of a mailbox',
  reach: 'call',
  access: to('agency', resource('growth_mailbox', 'params.mailboxId')),
  query: Type.Object({
    selector: Type.Optional(
      text(1, 63, { ...selectorText, description: 'Another selector of DKIM than that of the mailbox.' }),
    ),
  }),
  effect: 'outside',
  replies: { 200: GrowthMailboxDns },
  audit: { refusals: 'growth_mailbox.check_dns' },
  reads: { growth_mailbox: 'all' },
})

export const growthMailboxes = contract({
  listGrowthMailboxes,
  connectGrowthMailbox,
  finishGrowthMailboxConnect,
  addGrowthMailbox,
  updateGrowthMailbox,
  disconnectGrowthMailbox,
  checkGrowthMailboxDns,
})
