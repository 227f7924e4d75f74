import { Option, type Command } from 'commander'
import { atelier } from './command.ts'
import type { ProveOptions } from './commands/audit-prove.ts'
import type { CreateOptions } from './commands/keys-create.ts'
import type { VerifyOptions } from './commands/audit-verify.ts'
import { addGrowth } from './program-growth.ts'
import { addInvoices } from './program-invoices.ts'
import { addPayments } from './program-payments.ts'
import { several } from './program-options.ts'
import { addWorkspace } from './program-policies.ts'
import { addWebhooks } from './program-webhooks.ts'
import type { Session } from './session.ts'

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
  program
    .command('members')
    .description('the people of the agency and their roles')
    .action(async () => (await import('./commands/members.ts')).listMembers(session))
  program
    .command('invite')
    .description('invite somebody to the agency by mail, and get the link')
    .argument('<e-mail>', 'whoever signs in with this address may accept')
    .addOption(new Option('--role <role>', 'what they become').choices(['member', 'admin']).default('member'))
    .action(async (email: string, { role }: { readonly role: 'admin' | 'member' }) =>
      (await import('./commands/members.ts')).invite(session, email, role),
    )
}

const addKeys = (program: Command, session: Session) => {
  const keys = program
    .command('keys')
    .description('the API keys that are yours, or everybody’s for an administrator')
    .action(async () => (await import('./commands/keys.ts')).listKeys(session))
  keys
    .command('create')
    .description('make a key of your own: you sign in for it, and it is shown this once')
    .argument('<name>', 'what it is for')
    .addOption(
      new Option('--scope <scope...>', 'what it may do; each includes those before it')
        .choices(['read', 'write', 'admin'])
        .default(['read']),
    )
    .option('--expires <when>', 'its end: 12h, 90d, 4w, or a day such as 2027-03-04; by default none')
    .option('--project <name or id>', 'a project that it reaches; more than once for several; by default all', several)
    .option('--workspace <id>', 'in which workspace; by default the first that you work in')
    .option('--email <address>', 'who signs in')
    .option('--password-stdin', 'read the password from standard input')
    .action(async (name: string, options: CreateOptions) =>
      (await import('./commands/keys-create.ts')).createKey(session, name, options),
    )
  keys
    .command('revoke')
    .description('end a key for good')
    .argument('<key>', 'its id, or its first characters where no other key has them')
    .action(async (key: string) => (await import('./commands/keys.ts')).revokeKey(session, key))
}

const addWeb = (program: Command, session: Session) => {
  const web = program.command('web').description('who agents ask when they search and read the web')
  const provider = ['<provider>', 'tavily, exa, brave or firecrawl'] as const
  web
    .command('list', { isDefault: true })
    .description('every provider, and the built-in crawler with the pages of this month')
    .action(async () => (await import('./commands/web.ts')).listWeb(session))
  web
    .command('key')
    .description('store the key of a provider, which lets agents use it')
    .argument(...provider)
    .option('--stdin', 'read the key from standard input')
    .option('--remove', 'remove the key that is stored')
    .action(async (named: string, options: { readonly stdin?: boolean; readonly remove?: boolean }) =>
      (await import('./commands/web.ts')).setWebKey(session, named, options),
    )
  for (const [name, enabled] of [
    ['on', true],
    ['off', false],
  ] as const)
    web
      .command(name)
      .description(enabled ? 'let agents use it' : 'keep agents from it')
      .argument('<provider or crawl>', 'tavily, exa, brave, firecrawl, or crawl for the built-in crawler')
      .action(async (named: string) => (await import('./commands/web.ts')).switchWeb(session, named, enabled))
}

const addAudit = (program: Command, session: Session) => {
  const audit = program.command('audit').description('take the audit log along, and prove it without a server')
  audit
    .command('export')
    .description('the whole audit log as lines of JSON, with what proves it')
    .option('--out <file>', 'where to write it; by default standard output')
    .action(async (options: { readonly out?: string }) =>
      (await import('./commands/audit-export.ts')).auditExport(session, options),
    )
  audit
    .command('checkpoint')
    .description('the newest signed head of the audit log, to be kept elsewhere, and the key it is checked with')
    .action(async () => (await import('./commands/audit-checkpoint.ts')).auditCheckpoint(session))
  audit
    .command('prove')
    .description(
      'prove one row of an export without the others, or that the log grew from a checkpoint; needs no server',
    )
    .argument('<file>', `what ${atelier} audit export wrote`)
    .option('--position <number>', 'the position of the row in the log')
    .option('--checkpoint <file>', 'a checkpoint that was kept: proves that the log since then only grew')
    .option('--out <file>', 'where to write it; by default standard output')
    .action(async (file: string, options: ProveOptions) =>
      (await import('./commands/audit-prove.ts')).auditProve(session, file, options),
    )
  audit
    .command('verify')
    .description('check an export, or a proof, against keys and checkpoints that were kept; needs no server')
    .argument('<file>', `what ${atelier} audit export or ${atelier} audit prove wrote`)
    .requiredOption(
      '--key <key or file>',
      'the public key of the workspace’s log; more than once for former keys',
      several,
    )
    .option('--checkpoint <file>', 'a checkpoint that was kept elsewhere; more than once for several', several, [])
    .action(async (file: string, options: VerifyOptions) =>
      (await import('./commands/audit-verify.ts')).auditVerify(session, file, options),
    )
}
