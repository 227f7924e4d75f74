import { Option, type Command } from 'commander'
import { atelier } from './command.ts'
import { addGrowth } from './program-growth.ts'
import { addInvoices } from './program-invoices.ts'
import { addPayments } from './program-payments.ts'
import { several } from './program-options.ts'
import { addWorkspace } from './program-policies.ts'
import { addWebhooks } from './program-webhooks.ts'
import type { Session } from './session.ts'
import { addCommand, addCommands, byDefault, commandsIn, required, type Run } from './command-table.ts'

const fromMembers = commandsIn(() => import('./commands/members.ts'))
const fromKeys = commandsIn(() => import('./commands/keys.ts'))
const fromKeysCreate = commandsIn(() => import('./commands/keys-create.ts'))
const fromWeb = commandsIn(() => import('./commands/web.ts'))
const fromAuditExport = commandsIn(() => import('./commands/audit-export.ts'))
const fromAuditCheckpoint = commandsIn(() => import('./commands/audit-checkpoint.ts'))
const fromAuditProve = commandsIn(() => import('./commands/audit-prove.ts'))
const fromAuditVerify = commandsIn(() => import('./commands/audit-verify.ts'))

/** The commands about the agency as a whole: its people, keys, invoices and audit log. */
export const addAgency = (program: Command, session: Session): void => {
  program.commandsGroup('Agency')
  addWorkspace(program, session)
  addMembers(program, session)
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
    'invite somebody to the agency by mail, and get the link',
    async (session, email: string, { role }: { readonly role: 'admin' | 'member' }) =>
      (await import('./commands/members.ts')).invite(session, email, role),
    ['<e-mail>', 'whoever signs in with this address may accept'],
    new Option('--role <role>', 'what they become').choices(['member', 'admin']).default('member'),
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
      'make a key of your own: you sign in for it, and it is shown this once',
      fromKeysCreate('createKey'),
      ['<name>', 'what it is for'],
      new Option('--scope <scope...>', 'what it may do; each includes those before it')
        .choices(['read', 'write', 'admin'])
        .default(['read']),
      ['--expires <when>', 'its end: 12h, 90d, 4w, or a day such as 2027-03-04; by default none'],
      ['--project <name or id>', 'a project that it reaches; more than once for several; by default all', several],
      ['--workspace <id>', 'in which workspace; by default the first that you work in'],
      ['--email <address>', 'who signs in'],
      ['--password-stdin', 'read the password from standard input'],
    ],
    [
      'revoke',
      'end a key for good',
      fromKeys('revokeKey'),
      ['<key>', 'its id, or its first characters where no other key has them'],
    ],
  ])
}

const named = ['<provider or crawl>', 'tavily, exa, brave, firecrawl, or crawl for the built-in crawler'] as const
const switching =
  (enabled: boolean): Run =>
  async (session, one: string) =>
    (await import('./commands/web.ts')).switchWeb(session, one, enabled)

const addWeb = (program: Command, session: Session) => {
  const web = program.command('web').description('who agents ask when they search and read the web')
  const provider = ['<provider>', 'tavily, exa, brave or firecrawl'] as const
  addCommands(web, session, [
    ['list', 'every provider, and the built-in crawler with the pages of this month', fromWeb('listWeb'), byDefault],
    [
      'key',
      'store the key of a provider, which lets agents use it',
      fromWeb('setWebKey'),
      provider,
      ['--stdin', 'read the key from standard input'],
      ['--remove', 'remove the key that is stored'],
    ],
    ['on', 'let agents use it', switching(true), named],
    ['off', 'keep agents from it', switching(false), named],
  ])
}

const addAudit = (program: Command, session: Session) => {
  const audit = program.command('audit').description('take the audit log along, and prove it without a server')
  addCommands(audit, session, [
    [
      'export',
      'the whole audit log as lines of JSON, with what proves it',
      fromAuditExport('auditExport'),
      ['--out <file>', 'where to write it; by default standard output'],
    ],
    [
      'checkpoint',
      'the newest signed head of the audit log, to be kept elsewhere, and the key it is checked with',
      fromAuditCheckpoint('auditCheckpoint'),
    ],
    [
      'prove',
      'prove one row of an export without the others, or that the log grew from a checkpoint; needs no server',
      fromAuditProve('auditProve'),
      ['<file>', `what ${atelier} audit export wrote`],
      ['--position <number>', 'the position of the row in the log'],
      ['--checkpoint <file>', 'a checkpoint that was kept: proves that the log since then only grew'],
      ['--out <file>', 'where to write it; by default standard output'],
    ],
    [
      'verify',
      'check an export, or a proof, against keys and checkpoints that were kept; needs no server',
      fromAuditVerify('auditVerify'),
      ['<file>', `what ${atelier} audit export or ${atelier} audit prove wrote`],
      required('--key <key or file>', 'the public key of the workspace’s log; more than once for former keys', several),
      ['--checkpoint <file>', 'a checkpoint that was kept elsewhere; more than once for several', several, []],
    ],
  ])
}
