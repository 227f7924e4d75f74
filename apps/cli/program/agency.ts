import { Option, type Command, Argument } from 'commander'
import { atelier } from './command.ts'
import { noticeText, providerLines } from '../commands/invoices/texts.ts'
import { operationsOf } from './operation-command.ts'
import { addGrowth } from './growth.ts'
import { addInvoices } from './invoices.ts'
import { several } from './options.ts'
import { addWorkspace } from './policies.ts'
import { addWebhooks } from './webhooks.ts'
import type { Session } from '../session.ts'
import { addCommand, addCommands, byDefault, commandsIn, required, type Run } from './command-table.ts'

const fromPayments = commandsIn(() => import('../commands/invoices/payments.ts'))
const payment = operationsOf(async () => (await import('../../../domains/billing/payments/contract.ts')).payments)

/** The commands about the provider by which clients pay. */
const addPayments = (program: Command, session: Session): void => {
  const payments = program.command('payments').description('payment provider and its notices')
  addCommands(payments, session, [
    [
      'show',
      'the provider of the workspace, and where it sends its webhooks',
      payment('getPaymentProvider', { print: providerLines }),
      byDefault,
    ],
    [
      'connect',
      'connect a provider: asks for its API key; run again for another one',
      fromPayments('connectPayments'),
      new Argument('<provider>', 'the provider that clients pay by').choices(['stripe', 'adyen']),
      ['--merchant-account <name>', 'Adyen only: the account that is paid'],
      ['--live-prefix <prefix>', 'Adyen only: the prefix of its live addresses'],
      ['--webhook-secret', 'store the secret that signs the webhooks in place of the API key'],
      ['--stdin', 'read it from standard input'],
    ],
    ['test', 'check that the provider accepts the key', fromPayments('testPayments')],
    [
      'disconnect',
      'disconnect the provider, and close its open payment pages',
      payment('disconnectPaymentProvider', { print: providerLines }),
    ],
    [
      'list',
      'payments that the provider reported, newest first',
      payment('listPaymentNotices', {
        every: true,
        print: (rows) => (rows.length === 0 ? 'There are no such payments.' : rows.map(noticeText)),
      }),
      new Option('--outcome <outcome>', 'only this outcome').choices(['settled', 'repeated', 'mismatched']),
    ],
  ])
}

const fromMembers = commandsIn(() => import('../commands/people/members.ts'))
const fromKeys = commandsIn(() => import('../commands/people/keys.ts'))
const fromKeysCreate = commandsIn(() => import('../commands/people/keys-create.ts'))
const fromCompanySignIn = commandsIn(() => import('../commands/people/company-sign-in.ts'))
const fromWeb = commandsIn(() => import('../commands/models/web.ts'))
const fromAuditExport = commandsIn(() => import('../commands/audit/export.ts'))
const fromAuditCheckpoint = commandsIn(() => import('../commands/audit/checkpoint.ts'))
const fromAuditProve = commandsIn(() => import('../commands/audit/prove.ts'))
const fromAuditVerify = commandsIn(() => import('../commands/audit/verify.ts'))

/** The commands about the agency as a whole: its people, keys, invoices and audit log. */
export const addAgency = (program: Command, session: Session): void => {
  program.commandsGroup('Agency')
  addWorkspace(program, session)
  addMembers(program, session)
  addCompanySignIn(program, session)
  addKeys(program, session)
  addInvoices(program, session)
  addPayments(program, session)
  addGrowth(program, session)
  addWeb(program, session)
  addWebhooks(program, session)
  addAudit(program, session)
}

const addMembers = (program: Command, session: Session) => {
  addCommand(program, session, ['members', 'the people of the agency and their roles', fromMembers('listMembers')])
  addCommand(program, session, [
    'invite',
    'invite a member by email and print the link',
    async (session, email: string, { role }: { readonly role: 'admin' | 'member' }) =>
      (await import('../commands/people/members.ts')).invite(session, email, role),
    ['<e-mail>', 'the address that must accept the invitation'],
    new Option('--role <role>', 'their role').choices(['member', 'admin']).default('member'),
  ])
}

const addCompanySignIn = (program: Command, session: Session) => {
  const company = program
    .command('company-sign-in')
    .description('sign-in with the identity provider of the company, for an administrator')
  const domain = ['<domain>', 'a domain of the company, such as acme.com'] as const
  addCommands(company, session, [
    ['show', 'the provider, the domains, and keys about to stop', fromCompanySignIn('showCompanySignIn'), byDefault],
    [
      'set',
      'save the provider; values without an option stay as they are',
      fromCompanySignIn('setCompanySignIn'),
      ['--name <name>', 'the name on the button'],
      ['--issuer <address>', 'the issuer, such as https://acme.okta.com'],
      ['--client-id <id>', 'the id of this server as a client of the provider'],
      ['--client-secret-stdin', 'read the secret of the client from standard input'],
      ['--role-claim <claim>', 'the claim with groups or roles; an empty one for none'],
      ['--admins <group>', 'a group of administrators; more than once for several', several],
      ['--members <group>', 'a group of members; more than once for several', several],
      new Option('--default-role <role>', 'the role of other people').choices(['member', 'admin', 'none']),
      ['--trust-addresses', 'addresses of proved domains count as verified, for Microsoft Entra'],
    ],
    ['add-domain', 'add a domain, and print the text for DNS', fromCompanySignIn('addCompanyDomain'), domain],
    ['verify-domain', 'look for the text in DNS', fromCompanySignIn('verifyCompanyDomain'), domain],
    ['remove-domain', 'remove a domain', fromCompanySignIn('removeCompanyDomain'), domain],
  ])
}

const addKeys = (program: Command, session: Session) => {
  const keys = addCommand(program, session, [
    'keys',
    'the API keys that are yours, or everybody’s for an administrator',
    fromKeys('listKeys'),
  ])
  addCommands(keys, session, [
    [
      'create',
      'create a key of your own: asks you to sign in, and shows it once',
      fromKeysCreate('createKey'),
      ['<name>', 'its purpose'],
      new Option('--scope <scope...>', 'its rights; each includes those before it')
        .choices(['read', 'write', 'admin'])
        .default(['read']),
      ['--expires <when>', 'its end: 12h, 90d, 4w, or a day such as 2027-03-04; by default none'],
      ['--project <name or id>', 'a project that it reaches; more than once for several; by default all', several],
      ['--workspace <id>', 'its workspace; by default the first that you work in'],
      ['--email <address>', 'address of the person who signs in'],
      ['--password-stdin', 'read the password from standard input'],
    ],
    [
      'revoke',
      'revoke a key',
      fromKeys('revokeKey'),
      ['<key>', 'its id, or its first characters if no other key has them'],
    ],
  ])
}

const named = ['<provider or crawl>', 'tavily, exa, brave, firecrawl, or crawl for the built-in crawler'] as const
const switching =
  (enabled: boolean): Run =>
  async (session, one: string) =>
    (await import('../commands/models/web.ts')).switchWeb(session, one, enabled)

const addWeb = (program: Command, session: Session) => {
  const web = program.command('web').description('the providers of web search and web pages for agents')
  const provider = ['<provider>', 'tavily, exa, brave or firecrawl'] as const
  addCommands(web, session, [
    ['list', 'every provider, and the built-in crawler with the pages of this month', fromWeb('listWeb'), byDefault],
    [
      'key',
      'store the key of a provider, which lets agents use it',
      fromWeb('setWebKey'),
      provider,
      ['--stdin', 'read the key from standard input'],
      ['--remove', 'remove the stored key'],
    ],
    ['on', 'let agents use it', switching(true), named],
    ['off', 'keep agents from it', switching(false), named],
  ])
}

const addAudit = (program: Command, session: Session) => {
  const audit = program.command('audit').description('export the audit log, and prove it without a server')
  addCommands(audit, session, [
    [
      'export',
      'the whole audit log as lines of JSON, with its proof',
      fromAuditExport('auditExport'),
      ['--out <file>', 'where to write it; by default standard output'],
    ],
    [
      'checkpoint',
      'the newest signed head of the audit log, to be stored elsewhere, and the key that checks it',
      fromAuditCheckpoint('auditCheckpoint'),
    ],
    [
      'prove',
      'prove one row of an export without the others, or that the log grew from a checkpoint; needs no server',
      fromAuditProve('auditProve'),
      ['<file>', `what ${atelier} audit export wrote`],
      ['--position <number>', 'the position of the row in the log'],
      ['--checkpoint <file>', 'a saved checkpoint: proves that the log only grew since then'],
      ['--out <file>', 'where to write it; by default standard output'],
    ],
    [
      'verify',
      'check an export, or a proof, against saved keys and checkpoints; needs no server',
      fromAuditVerify('auditVerify'),
      ['<file>', `what ${atelier} audit export or ${atelier} audit prove wrote`],
      required('--key <key or file>', 'the public key of the workspace’s log; more than once for former keys', several),
      ['--checkpoint <file>', 'a saved checkpoint; more than once for several', several, []],
    ],
  ])
}
