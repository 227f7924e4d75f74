import { Argument, type Command } from 'commander'
import { settableStatuses, type LeadStatus } from '../../domains/growth/leads/rules.ts'
import type { AddMailboxOptions } from './commands/growth-mailboxes.ts'
import { addPlays } from './program-growth-plays.ts'
import type { SettingOptions } from './commands/growth-status.ts'
import type { Session } from './session.ts'

/** The commands about outreach. */
export const addGrowth = (program: Command, session: Session): void => {
  const growth = program.command('growth').description('outreach to companies, and who it must not reach')
  growth
    .command('status')
    .description('what growth spent this month, and the rules that hold for it')
    .action(async () => (await import('./commands/growth-status.ts')).growthStatus(session))
  addSettings(growth, session)
  growth
    .command('projects')
    .description('the growth projects')
    .action(async () => (await import('./commands/growth-research.ts')).listProjects(session))
  growth
    .command('research')
    .description('read the website of a company and show what it says of the company')
    .argument('<website or id>', 'the website of a new growth project, or the id of one that is read again')
    .option('--notes <text>', 'what the website does not say')
    .option('--no-wait', 'do not wait until the run has ended')
    .action(async (target: string, options: { readonly notes?: string; readonly wait?: boolean }) =>
      (await import('./commands/growth-research.ts')).research(session, target, options),
    )
  addLeads(growth, session)
  addPlays(growth, session)
  addInbox(growth, session)
  growth
    .command('providers')
    .description('who can be asked about companies and people, and whether a key is stored')
    .action(async () => (await import('./commands/growth-providers.ts')).listProviders(session))
  addMailboxes(growth, session)
  growth
    .command('chains')
    .description('in which order providers are asked, and how each did in the last 7 days')
    .action(async () => (await import('./commands/growth-providers.ts')).listChains(session))
  growth
    .command('lookup')
    .description('look up the new leads of a growth project')
    .argument('<id>', 'the id of the growth project')
    .option('--no-wait', 'do not wait until it has ended')
    .action(async (id: string, options: { readonly wait?: boolean }) =>
      (await import('./commands/growth-providers.ts')).lookUp(session, id, options),
    )
  growth
    .command('suppressions')
    .description('the addresses and domains that no outreach is sent to')
    .option('--address <address>', 'only what forbids mail to this address')
    .action(async (options: { readonly address?: string }) =>
      (await import('./commands/growth.ts')).listSuppressions(session, options),
    )
  growth
    .command('suppress')
    .description('send no outreach to these addresses and domains')
    .argument('<address or domain...>', 'such as ada@example.com, or example.com with its subdomains')
    .action(async (entries: string[]) => (await import('./commands/growth.ts')).suppress(session, entries))
  growth
    .command('unsuppress')
    .description('remove an entry that a person added or a bounce made')
    .argument('<id>', 'the id of the entry')
    .action(async (id: string) => (await import('./commands/growth.ts')).unsuppress(session, id))
}

const addSettings = (growth: Command, session: Session): void => {
  growth
    .command('settings')
    .description('change the rules of sending, and show what growth spent this month')
    .option('--postal-address <text>', 'the postal address of the sender, which every mail shows')
    .option('--booking-url <address>', 'where recipients book a meeting')
    .option('--from <time>', 'from when on a mail may be sent, such as 09:00')
    .option('--until <time>', 'until when a mail may be sent, such as 17:00')
    .action(async (options: SettingOptions) =>
      (await import('./commands/growth-status.ts')).changeSettings(session, options),
    )
}

const addLeads = (growth: Command, session: Session): void => {
  const leads = growth.command('leads').description('the leads of a growth project')
  leads
    .command('list')
    .description('the newest leads, with their status')
    .argument('<id>', 'the id of the growth project')
    .option('--address <address>', 'only leads with this address, whatever its tag')
    .action(async (id: string, options: { readonly address?: string }) =>
      (await import('./commands/growth-leads.ts')).listLeads(session, id, options),
    )
  leads
    .command('export')
    .description('print everything that is held about a lead, as JSON (GDPR, article 15)')
    .argument('<id>', 'the id of the lead')
    .action(async (id: string) => (await import('./commands/growth-leads.ts')).exportLead(session, id))
  leads
    .command('erase')
    .description('erase a lead in every growth project, and send no mail to its address (GDPR, article 17)')
    .argument('<id>', 'the id of the lead')
    .action(async (id: string) => (await import('./commands/growth-leads.ts')).eraseLead(session, id))
  leads
    .command('set')
    .description(
      'set the status of a lead; queued lets a sequence that ended begin again, new asks for another look-up',
    )
    .argument('<id>', 'the id of the lead')
    .addArgument(new Argument('<status>', 'its status').choices(settableStatuses))
    .action(async (id: string, status: LeadStatus) =>
      (await import('./commands/growth-leads.ts')).setLead(session, id, status),
    )
  leads
    .command('import')
    .description('import a list of leads, and say which rows were refused')
    .argument('<id>', 'the id of the growth project')
    .argument('<file>', 'a CSV or XLSX file')
    .option('--columns <pairs>', 'what the columns are, such as "Mail=email; Firma=company"')
    .option('--sheet <name>', 'the sheet of a workbook; without it the first that is shown and has a value')
    .action(async (id: string, file: string, options: { readonly columns?: string; readonly sheet?: string }) =>
      (await import('./commands/growth-leads.ts')).importLeads(session, id, file, options),
    )
}

const addMailboxes = (growth: Command, session: Session) => {
  growth
    .command('mailboxes')
    .description('the mailboxes of outreach, with what each sent today')
    .action(async () => (await import('./commands/growth-mailboxes.ts')).listMailboxes(session))
  const mailbox = growth.command('mailbox').description('connect and check a mailbox')
  mailbox
    .command('add')
    .description('connect a mailbox by IMAP and SMTP; its password comes on standard input')
    .argument('<address>', 'its address')
    .requiredOption('--smtp <server>', 'where mail is handed over, such as mail.example.com:465')
    .requiredOption('--imap <server>', 'where its inbox is, such as mail.example.com:993')
    .option('--user <name>', 'the name to sign in with; the address without it')
    .option('--name <name>', 'the name that recipients see')
    .option('--dkim-selector <name>', 'the selector of the DKIM key of its provider, where it is not one that is usual')
    .action(async (address: string, options: AddMailboxOptions) =>
      (await import('./commands/growth-mailboxes.ts')).addMailbox(session, address, options),
    )
  mailbox
    .command('check')
    .description('check the SPF, DKIM and DMARC records of its domain')
    .argument('<mailbox>', 'its id, or its beginning or end')
    .option('--selector <name>', 'the selector of DKIM')
    .action(async (named: string, options: { readonly selector?: string }) =>
      (await import('./commands/growth-mailboxes.ts')).checkMailbox(session, named, options),
    )
}

const addInbox = (growth: Command, session: Session): void => {
  growth
    .command('inbox')
    .description('the mail threads of a growth project, the newest mail first')
    .argument('<id>', 'the id of the growth project')
    .option('--replied', 'only leads of which mail came in')
    .option('--intent <intent>', 'only leads whose newest mail wants this, such as interested or question')
    .option('--needs-decision', 'only leads with a reply that may ask for no mail')
    .action(
      async (
        id: string,
        options: { readonly replied?: boolean; readonly intent?: string; readonly needsDecision?: boolean },
      ) => (await import('./commands/growth-inbox.ts')).listInbox(session, id, options),
    )
  growth
    .command('thread')
    .description('every mail to and from a lead, drafts too, oldest first')
    .argument('<id>', 'the id of the lead')
    .action(async (id: string) => (await import('./commands/growth-inbox.ts')).showThread(session, id))
  growth
    .command('sort')
    .description('say what a mail that came in wants; “unsubscribe” opts its lead out')
    .argument('<id>', 'the id of the mail')
    .argument('<intent>', 'such as other, question or unsubscribe')
    .action(async (id: string, intent: string) =>
      (await import('./commands/growth-inbox.ts')).sortMail(session, id, intent),
    )
  growth
    .command('reply')
    .description('answer a lead')
    .argument('<id>', 'the id of the lead')
    .argument('<text>', 'the text of the reply')
    .action(async (id: string, text: string) =>
      (await import('./commands/growth-inbox.ts')).replyToLead(session, id, text),
    )
}
