import { Argument, type Command } from 'commander'
import { settableStatuses } from '../../domains/growth/leads/rules.ts'
import { addPlays } from './program-growth-plays.ts'
import type { Session } from './session.ts'
import { addCommand, addCommands, commandsIn, required } from './command-table.ts'

const fromGrowthStatus = commandsIn(() => import('./commands/growth/status.ts'))
const fromGrowthResearch = commandsIn(() => import('./commands/growth/research.ts'))
const fromGrowthProviders = commandsIn(() => import('./commands/growth/providers.ts'))
const fromGrowth = commandsIn(() => import('./commands/growth/growth.ts'))
const fromGrowthLeads = commandsIn(() => import('./commands/growth/leads.ts'))
const fromGrowthMailboxes = commandsIn(() => import('./commands/growth/mailboxes.ts'))
const fromGrowthInbox = commandsIn(() => import('./commands/growth/inbox.ts'))

const ofProject = ['<id>', 'the id of the growth project'] as const
const ofLead = ['<id>', 'the id of the lead'] as const

/** The commands about outreach. */
export const addGrowth = (program: Command, session: Session): void => {
  const growth = program.command('growth').description('outreach to companies, and who it must not reach')
  addCommand(growth, session, [
    'status',
    'the spending of growth this month, and the rules that hold for it',
    fromGrowthStatus('growthStatus'),
  ])
  addSettings(growth, session)
  addCommands(growth, session, [
    ['projects', 'the growth projects', fromGrowthResearch('listProjects')],
    [
      'research',
      'read the website of a company and show what it says of the company',
      fromGrowthResearch('research'),
      ['<website or id>', 'the website of a new growth project, or the id of one that is read again'],
      ['--notes <text>', 'facts that the website does not have'],
      ['--no-wait', 'do not wait until the run has ended'],
    ],
  ])
  addLeads(growth, session)
  addPlays(growth, session)
  addInbox(growth, session)
  addCommand(growth, session, [
    'providers',
    'the providers of data on companies and people, and whether a key is stored',
    fromGrowthProviders('listProviders'),
  ])
  addMailboxes(growth, session)
  addCommands(growth, session, [
    [
      'chains',
      'in which order providers are asked, and how each did in the last 7 days',
      fromGrowthProviders('listChains'),
    ],
    [
      'lookup',
      'look up the new leads of a growth project',
      fromGrowthProviders('lookUp'),
      ofProject,
      ['--no-wait', 'do not wait until it has ended'],
    ],
    [
      'suppressions',
      'the addresses and domains that no outreach is sent to',
      fromGrowth('listSuppressions'),
      ['--address <address>', 'only what forbids mail to this address'],
    ],
    [
      'suppress',
      'send no outreach to these addresses and domains',
      fromGrowth('suppress'),
      ['<address or domain...>', 'such as ada@example.com, or example.com with its subdomains'],
    ],
    [
      'unsuppress',
      'remove an entry that a person added or a bounce made',
      fromGrowth('unsuppress'),
      ['<id>', 'the id of the entry'],
    ],
  ])
}

const addSettings = (growth: Command, session: Session): void => {
  addCommand(growth, session, [
    'settings',
    'change the rules of sending, and show what growth spent this month',
    fromGrowthStatus('changeSettings'),
    ['--postal-address <text>', 'the postal address of the sender, which every mail shows'],
    ['--booking-url <address>', 'where recipients book a meeting'],
    ['--from <time>', 'from when on a mail may be sent, such as 09:00'],
    ['--until <time>', 'until when a mail may be sent, such as 17:00'],
  ])
}

const addLeads = (growth: Command, session: Session): void => {
  const leads = growth.command('leads').description('the leads of a growth project')
  addCommands(leads, session, [
    [
      'list',
      'the newest leads, with their status',
      fromGrowthLeads('listLeads'),
      ofProject,
      ['--address <address>', 'only leads with this address, with any tag'],
    ],
    [
      'export',
      'print everything that is held about a lead, as JSON (GDPR, article 15)',
      fromGrowthLeads('exportLead'),
      ofLead,
    ],
    [
      'erase',
      'erase a lead in every growth project, and send no mail to its address (GDPR, article 17)',
      fromGrowthLeads('eraseLead'),
      ofLead,
    ],
    [
      'set',
      'set the status of a lead; queued lets a sequence that ended begin again, new asks for another look-up',
      fromGrowthLeads('setLead'),
      ofLead,
      new Argument('<status>', 'its status').choices(settableStatuses),
      ['--despite-refusal', 'mail a person who said no in another growth project'],
    ],
    [
      'import',
      'import a list of leads, and say which rows were refused',
      fromGrowthLeads('importLeads'),
      ofProject,
      ['<file>', 'a CSV or XLSX file'],
      ['--columns <pairs>', 'the meaning of the columns, such as "Mail=email; Firma=company"'],
      ['--sheet <name>', 'the sheet of a workbook; without it the first that is shown and has a value'],
    ],
  ])
}

const addMailboxes = (growth: Command, session: Session) => {
  addCommand(growth, session, [
    'mailboxes',
    'the mailboxes of outreach, with today’s mails of each',
    fromGrowthMailboxes('listMailboxes'),
  ])
  const mailbox = growth.command('mailbox').description('connect and check a mailbox')
  addCommands(mailbox, session, [
    [
      'add',
      'connect a mailbox by IMAP and SMTP; its password comes on standard input',
      fromGrowthMailboxes('addMailbox'),
      ['<address>', 'its address'],
      required('--smtp <server>', 'where mail is handed over, such as mail.example.com:465'),
      required('--imap <server>', 'where its inbox is, such as mail.example.com:993'),
      ['--user <name>', 'the name to sign in with; the address without it'],
      ['--name <name>', 'the name that recipients see'],
      ['--dkim-selector <name>', 'the selector of the DKIM key of its provider, where it is not one that is usual'],
    ],
    [
      'check',
      'check the SPF, DKIM and DMARC records of its domain',
      fromGrowthMailboxes('checkMailbox'),
      ['<mailbox>', 'its id, or its beginning or end'],
      ['--selector <name>', 'the selector of DKIM'],
    ],
  ])
}

const addInbox = (growth: Command, session: Session): void => {
  addCommands(growth, session, [
    [
      'inbox',
      'the mail threads of a growth project, the newest mail first',
      fromGrowthInbox('listInbox'),
      ofProject,
      ['--replied', 'only leads that have sent mail'],
      ['--intent <intent>', 'only leads whose newest mail wants this, such as interested or question'],
      ['--needs-decision', 'only leads with a reply that may ask for no mail'],
    ],
    ['thread', 'every mail to and from a lead, drafts too, oldest first', fromGrowthInbox('showThread'), ofLead],
    [
      'sort',
      'say what a mail that came in wants; “unsubscribe” opts its lead out',
      fromGrowthInbox('sortMail'),
      ['<id>', 'the id of the mail'],
      ['<intent>', 'such as other, question or unsubscribe'],
      ['--take-back <reason>', 'take back the opt-out of its lead, which a rule alone read from this mail'],
    ],
    ['reply', 'answer a lead', fromGrowthInbox('replyToLead'), ofLead, ['<text>', 'the text of the reply']],
  ])
}
