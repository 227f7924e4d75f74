import { Argument, type Command } from 'commander'
import { settableStatuses } from '../../../domains/growth/leads/rules.ts'
import type { Client } from '../client/client.ts'
import { addCommand, addCommands, commandsIn, required } from './command-table.ts'
import {
  leadText,
  mailboxText,
  priceText,
  providerText,
  settingLines,
  suppressionText,
  threadLines,
} from '../commands/growth/texts.ts'
import { chooseId } from '../ids.ts'
import { operationsOf } from './operation-command.ts'
import { addPlays } from './growth-plays.ts'
import type { Session } from '../session.ts'
import { printable } from '../terminal/text.ts'

const fromRuns = commandsIn(() => import('../commands/growth/runs.ts'))
const fromLeads = commandsIn(() => import('../commands/growth/leads.ts'))
const fromMailboxes = commandsIn(() => import('../commands/growth/mailboxes.ts'))
const settings = operationsOf(async () => (await import('../../../domains/growth/settings/contract.ts')).growthSettings)
const research = operationsOf(async () => (await import('../../../domains/growth/research/contract.ts')).research)
const lead = operationsOf(async () => (await import('../../../domains/growth/leads/contract.ts')).leads)
const sending = operationsOf(async () => (await import('../../../domains/growth/sending/contract.ts')).growthSending)
const rights = operationsOf(async () => (await import('../../../domains/growth/lead-rights/contract.ts')).leadRights)
const provider = operationsOf(
  async () => (await import('../../../domains/growth/providers/contract.ts')).growthProviders,
)
const loadMailboxes = async () => (await import('../../../domains/growth/mailboxes/contract.ts')).growthMailboxes
const mailbox = operationsOf(loadMailboxes)
const inbox = operationsOf(async () => (await import('../../../domains/growth/inbox/contract.ts')).growthInbox)
const suppression = operationsOf(
  async () => (await import('../../../domains/growth/suppression/contract.ts')).suppressions,
)

const ofProject = ['<id>', 'the id of the growth project'] as const
const ofLead = ['<id>', 'the id of the lead'] as const

/** The commands about outreach. */
export const addGrowth = (program: Command, session: Session): void => {
  const growth = program.command('growth').description('outreach to companies, and who it must not reach')
  addCommand(growth, session, [
    'status',
    'the spending of growth this month, and the rules that hold for it',
    settings('getGrowthSettings', { print: settingLines }),
  ])
  addSettings(growth, session)
  addCommands(growth, session, [
    [
      'projects',
      'the growth projects',
      research('listGrowthProjects', {
        each: ({ id, name, websiteUrl, archivedAt }) =>
          `${id}  ${printable(name)}  ${printable(websiteUrl)}${archivedAt === null ? '' : '  (archived)'}`,
        none: 'There is no growth project.',
      }),
    ],
    [
      'research',
      'read the website of a company and show what it says of the company',
      fromRuns('research'),
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
    provider('listGrowthProviders', { each: providerText }),
  ])
  addMailboxes(growth, session)
  addCommands(growth, session, [
    [
      'chains',
      'in which order providers are asked, and how each did in the last 7 days',
      provider('listGrowthChains', {
        each: ({ capability, isDefault, providers }) => [
          `${capability}${isDefault ? '' : '  (own order)'}`,
          ...providers.map(({ provider: name, isReady, asked, found, failed, costUsd }) => {
            const figures = `${asked} asked, ${found} found, ${failed} failed, ${priceText(costUsd)}`
            return `  ${printable(name).padEnd(14)}  ${figures}${isReady ? '' : '  (passed over)'}`
          }),
        ],
      }),
    ],
    [
      'lookup',
      'look up the new leads of a growth project',
      fromRuns('lookUp'),
      ofProject,
      ['--no-wait', 'do not wait until it has ended'],
    ],
  ])
  addSuppressions(growth, session)
}

const addSuppressions = (growth: Command, session: Session): void => {
  addCommands(growth, session, [
    [
      'suppressions',
      'the addresses and domains that no outreach is sent to',
      suppression('listGrowthSuppressions', {
        each: suppressionText,
        say: (rows, { address }: { readonly address?: string }) =>
          rows.length > 0 ? [] : address === undefined ? 'The list is empty.' : 'No entry forbids mail to it.',
      }),
      ['--address <address>', 'only what forbids mail to this address'],
    ],
    [
      'suppress',
      'send no outreach to these addresses and domains',
      suppression('addGrowthSuppressions', {
        fields: ['entries'],
        print: ({ added }) => added.map(suppressionText),
        say: ({ alreadyListed }) => (alreadyListed > 0 ? `Listed before: ${alreadyListed}` : []),
      }),
      ['<address or domain...>', 'such as ada@example.com, or example.com with its subdomains'],
    ],
    [
      'unsuppress',
      'remove an entry that a person added or a bounce made',
      suppression('removeGrowthSuppression', { say: 'The entry is removed. Outreach can reach it again.' }),
      ['<id>', 'the id of the entry'],
    ],
  ])
}

const addSettings = (growth: Command, session: Session): void => {
  addCommand(growth, session, [
    'settings',
    'change the rules of sending, and show what growth spent this month',
    settings('updateGrowthSettings', {
      options: { postalAddress: 'senderPostalAddress', from: 'sendingFrom', until: 'sendingUntil' },
      change: 'Name what to change, such as --postal-address.',
      print: settingLines,
    }),
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
      lead('listGrowthLeads', { each: leadText, none: 'There are no leads.' }),
      ofProject,
      ['--address <address>', 'only leads with this address, with any tag'],
    ],
    [
      'export',
      'print everything that is held about a lead, as JSON (GDPR, article 15)',
      rights('exportGrowthLead', { print: (held) => JSON.stringify(held, undefined, 2) }),
      ofLead,
    ],
    [
      'erase',
      'erase a lead in every growth project, and send no mail to its address (GDPR, article 17)',
      rights('eraseGrowthLead', {
        print: ({ leads }) => `${leads} ${leads === 1 ? 'lead is' : 'leads are'} erased.`,
        say: ({ isSuppressed }) => (isSuppressed ? 'A hash of the address stays on the do-not-contact list.' : []),
      }),
      ofLead,
    ],
    [
      'set',
      'set the status of a lead; queued lets a sequence that ended begin again, new asks for another look-up',
      sending('updateGrowthLead', { fields: ['status'], print: ({ id, status }) => `${id}  ${status}` }),
      ofLead,
      new Argument('<status>', 'its status').choices(settableStatuses),
      ['--despite-refusal', 'mail a person who said no in another growth project'],
    ],
    [
      'import',
      'import a list of leads, and say which rows were refused',
      fromLeads('importLeads'),
      ofProject,
      ['<file>', 'a CSV or XLSX file'],
      ['--columns <pairs>', 'the meaning of the columns, such as "Mail=email; Firma=company"'],
      ['--sheet <name>', 'the sheet of a workbook; without it the first that is shown and has a value'],
    ],
  ])
}

interface DnsRecord {
  readonly type: string
  readonly name: string
  readonly value: string | null
}

const recordText = ({ type, name, value }: DnsRecord) =>
  `${type} ${printable(name)}: ${printable(value ?? 'as your mail provider says')}`

const all = { query: { includeDisconnected: 'true' } } as const

const mailboxNamed = async (client: Client, named: string) =>
  chooseId(named, (await client.call((await loadMailboxes()).listGrowthMailboxes, all)).mailboxes, {
    one: 'mailbox',
    many: 'mailboxes',
    list: 'atelier growth mailboxes',
    describe: ({ address }) => printable(address),
  })

const addMailboxes = (growth: Command, session: Session) => {
  addCommand(growth, session, [
    'mailboxes',
    'the mailboxes of outreach, with today’s mails of each',
    mailbox('listGrowthMailboxes', {
      input: () => all,
      print: ({ mailboxes }) => mailboxes.map(mailboxText),
      say: ({ mailboxes }) =>
        mailboxes.length > 0
          ? []
          : 'No mailbox is connected. Connect one with `atelier growth mailbox add`, or in the console.',
    }),
  ])
  const group = growth.command('mailbox').description('connect and check a mailbox')
  addCommands(group, session, [
    [
      'add',
      'connect a mailbox by IMAP and SMTP; its password comes on standard input',
      fromMailboxes('addMailbox'),
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
      mailbox('checkGrowthMailboxDns', {
        find: mailboxNamed,
        print: ({ records }) =>
          records.flatMap(({ kind, state, toAdd }) => [
            `${kind.toUpperCase().padEnd(5)}  ${state}`,
            ...(toAdd ? [`       add ${recordText(toAdd)}`] : []),
          ]),
      }),
      ['<mailbox>', 'its id, or its beginning or end'],
      ['--selector <name>', 'the selector of DKIM'],
    ],
  ])
}

const replyResults = {
  sent: 'The reply is sent.',
  queued: 'The reply waits until its mailbox can send it.',
  unknown: 'The connection ended while the reply was sent. Find out whether it arrived.',
} as const

const addInbox = (growth: Command, session: Session): void => {
  addCommands(growth, session, [
    [
      'inbox',
      'the mail threads of a growth project, the newest mail first',
      inbox('listGrowthInbox', {
        each: ({ leadId, intent, needsDecision, address, domain, lastMessage }) => {
          const wants = (needsDecision ? 'to decide' : (intent ?? '')).padEnd(14)
          return `${leadId}  ${wants}  ${printable(address ?? domain)}  ${printable(lastMessage?.subject ?? '')}`.trimEnd()
        },
        none: 'There is no mail.',
      }),
      ofProject,
      ['--replied', 'only leads that have sent mail'],
      ['--intent <intent>', 'only leads whose newest mail wants this, such as interested or question'],
      ['--needs-decision', 'only leads with a reply that may ask for no mail'],
    ],
    [
      'thread',
      'every mail to and from a lead, drafts too, oldest first',
      inbox('getGrowthThread', {
        print: ({ messages }) => messages.flatMap(threadLines),
        say: ({ messages }) => (messages.length === 0 ? 'There is no mail.' : []),
      }),
      ofLead,
    ],
    [
      'sort',
      'say what a mail that came in wants; “unsubscribe” opts its lead out',
      inbox('updateGrowthMessage', {
        fields: ['intent'],
        options: { takeBack: 'takeBackReason' },
        say: (_, _messageId: string, intent: string, { takeBack }: { readonly takeBack?: string }) =>
          intent === 'unsubscribe'
            ? 'The lead is opted out. It gets no mail any more.'
            : takeBack === undefined
              ? 'The mail is sorted. Mail to its address can go on.'
              : 'The opt-out is taken back. “atelier growth leads set” lets the sequence begin again.',
      }),
      ['<id>', 'the id of the mail'],
      ['<intent>', 'such as other, question or unsubscribe'],
      ['--take-back <reason>', 'take back the opt-out of its lead, which a rule alone read from this mail'],
    ],
    [
      'reply',
      'answer a lead',
      inbox('sendGrowthReply', { fields: ['body'], print: ({ status }) => replyResults[status] }),
      ofLead,
      ['<text>', 'the text of the reply'],
    ],
  ])
}
