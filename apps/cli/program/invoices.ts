import { Option, type Command } from 'commander'
import { profileNames } from '../../../domains/billing/billables/rules.ts'
import { moneyKinds } from '../../../domains/billing/invoices/rules.ts'
import { invoiceRowKinds } from '../../../domains/billing/reports/rules.ts'
import type { Client } from '../client/client.ts'
import { addCommand, addCommands, byDefault, commandsIn, required } from './command-table.ts'
import { amountOf, headerOf, letterText } from '../commands/invoices/texts.ts'
import { operationsOf } from './operation-command.ts'
import { several } from './options.ts'
import type { Session } from '../session.ts'
import { printable } from '../terminal/text.ts'

const fromInvoices = commandsIn(() => import('../commands/invoices/invoices.ts'))
const fromInvoiceEvidence = commandsIn(() => import('../commands/invoices/evidence.ts'))
const fromInvoiceReminders = commandsIn(() => import('../commands/invoices/reminders.ts'))
const fromInvoiceAccounting = commandsIn(() => import('../commands/invoices/accounting.ts'))
const fromInvoiceReports = commandsIn(() => import('../commands/invoices/reports.ts'))

const operations = operationsOf(async () => (await import('../../../domains/billing/invoices/contract.ts')).invoices)
const payment = operationsOf(async () => (await import('../../../domains/billing/payments/contract.ts')).payments)
const document = operationsOf(async () => (await import('../../../domains/billing/documents/contract.ts')).documents)
const proof = operationsOf(async () => (await import('../../../domains/billing/proof/contract.ts')).proof)
const letter = operationsOf(
  async () => (await import('../../../domains/billing/invoice-letters/contract.ts')).invoiceLetters,
)

const toFile = (_named: string, file?: string) => file

const find = async (client: Client, named: string) => {
  const { invoiceNamed } = await import('../commands/invoices/invoices.ts')
  return invoiceNamed(client, named)
}

interface ListOptions {
  readonly client?: string
  readonly status?: 'draft' | 'final' | 'paid' | 'void'
}

const invoice = ['<invoice>', 'its number, its id, or the beginning or end of that'] as const

/** Commands about client billing. */
export const addInvoices = (program: Command, session: Session): void => {
  const invoices = program
    .command('invoices')
    .description('invoices of clients: draft, issue, settle, void and have paid')
  addCommands(invoices, session, [
    [
      'list',
      'invoices, newest first',
      operations('listClientInvoices', {
        every: true,
        input: async (session, { client, status }: ListOptions) => {
          const { accountNamed } = await import('../commands/invoices/invoices.ts')
          const clientAccountId = client === undefined ? undefined : await accountNamed(await session.client(), client)
          return { query: { clientAccountId, status } }
        },
        print: (rows) => (rows.length === 0 ? 'There are no such invoices.' : rows.map(headerOf)),
      }),
      byDefault,
      ['--client <name or id>', 'only this client account'],
      new Option('--status <status>', 'only this status').choices(['draft', 'final', 'paid', 'void']),
    ],
    ['show', 'one invoice with its lines and its tax', fromInvoices('showInvoice'), invoice],
    [
      'evidence',
      'the evidence of each line: approved snapshots, commits, entries; with a file, to hand over',
      fromInvoiceEvidence('showEvidence'),
      invoice,
      ['[file]', 'where to write it, without what is the agency’s own'],
    ],
    [
      'proof',
      'the signed proof of an issued invoice, from each line back to approval, merge, run and key',
      proof('getClientInvoiceProof', { find, out: toFile }),
      invoice,
      ['[file]', 'where to write it; by default to standard output'],
    ],
  ])
  addDraft(invoices, session)
  addReports(invoices, session)
  addDocuments(invoices, session)
  addReminders(invoices, session)
  addAccounting(invoices, session)
  addStates(invoices, session)
}

const addStates = (invoices: Command, session: Session): void => {
  addCommands(invoices, session, [
    [
      'issue',
      'give a draft the next number; it stays as it is from then on',
      operations('issueClientInvoice', {
        find,
        print: (row) => `Issued as ${printable(row.invoiceNumber!)}: ${amountOf(row, row.totalMinor)}`,
      }),
      invoice,
    ],
    [
      'paid',
      'record money that came outside of the service, or went back',
      fromInvoices('payInvoice'),
      invoice,
      ['--on <day>', 'when, such as 2027-03-04; by default now'],
      ['--amount <amount>', 'how much, such as 500.00; by default what is due, or all that was paid'],
      new Option(
        '--kind <kind>',
        'what it was; by default a payment. “credit” uses what the client paid too much before',
      ).choices(moneyKinds),
      new Option('--source <source>', 'where it was seen; by default by hand').choices(['hand', 'bank']),
      ['--reference <text>', 'where the payment is found'],
    ],
    [
      'pay-link',
      'the page on which the client pays it',
      payment('createClientInvoicePaymentLink', {
        find,
        options: { returnTo: 'successUrl' },
        print: ({ url }) => printable(url),
      }),
      invoice,
      ['--return-to <url>', 'where the payer is sent after payment'],
    ],
    [
      'void',
      'void a draft or an unpaid invoice: what it billed is open again',
      operations('voidClientInvoice', { find, print: headerOf }),
      invoice,
      required('--reason <text>', 'why'),
    ],
  ])
}

const addDocuments = (invoices: Command, session: Session): void => {
  const file = ['[file]', 'where it is written; by default to the standard output'] as const
  addCommands(invoices, session, [
    ['pdf', 'an issued invoice as a PDF', document('getClientInvoicePdf', { find, out: toFile }), invoice, file],
    [
      'xml',
      'an issued invoice as an electronic one (UBL)',
      document('getClientInvoiceXml', { find, out: toFile }),
      invoice,
      file,
      new Option('--profile <name>', 'another profile than that of the client').choices(profileNames),
    ],
    [
      'sent',
      'a document as it was sent, by the SHA-256 that its letter names',
      document('getSentInvoiceDocument', { find, out: (_: string, _sha256: string, file?: string) => file }),
      invoice,
      ['<sha256>', 'of the document: invoices letters'],
      file,
    ],
  ])
  addCommand(invoices, session, [
    'send',
    'send it by mail to its billing address',
    letter('sendClientInvoice', {
      find,
      input: (_, _named: string, { evidence = false }: { readonly evidence?: boolean }) => ({
        body: { withEvidence: evidence },
      }),
      print: (sent) => [
        letterText(sent),
        ...(sent.xmlOmitted === null
          ? []
          : [`Without XML: ${[sent.xmlOmitted, ...sent.xmlLacks.map(printable)].join(' ')}`]),
        ...(sent.evidenceSha256 === null ? [] : [`Evidence: SHA-256 ${sent.evidenceSha256}`]),
      ],
    }),
    invoice,
    ['--evidence', 'with the evidence of each line'],
  ])
  addCommand(invoices, session, [
    'hand-over',
    'hand it over to the network Peppol, or once more if that failed',
    fromInvoices('handOverInvoice'),
    invoice,
  ])
  addCommand(invoices, session, [
    'letters',
    'by which letters it went, and what became of each',
    letter('listClientInvoiceLetters', {
      find,
      every: true,
      print: (rows) => [
        ...(rows.length === 0 ? ['It went by no letter.'] : []),
        ...rows.flatMap((row) => [
          letterText(row),
          ...row.documents.map(({ kind, sha256 }) => `  ${kind.padEnd(8)}  ${sha256}`),
        ]),
      ],
    }),
    invoice,
  ])
}

const addReminders = (invoices: Command, session: Session): void => {
  addCommand(invoices, session, [
    'reminders',
    'when reminders of unpaid invoices go, and change that',
    fromInvoiceReminders('remindOfInvoices'),
    ['--client <name or id>', 'to this client account alone'],
    ['--days <days>', 'so many days after the due day, such as -3,1,14; “none”, and of a client “default”'],
  ])
}

const addAccounting = (invoices: Command, session: Session): void => {
  addCommand(invoices, session, [
    'accounting',
    'how invoices are posted at DATEV, and change that',
    fromInvoiceAccounting('postInvoices'),
    ['--client <name or id>', 'only this client account'],
    ['--debtor <account>', 'with --client: its account in the books; “none” takes it away'],
    ['--consultant <number>', 'the number of the tax consultant at DATEV'],
    ['--number <number>', 'the number that the consultant has for you at DATEV'],
    ['--year-starts <month>', 'the month with which the fiscal year begins, 1 to 12'],
    ['--digits <count>', 'how many digits ledger accounts have, 4 to 8'],
    new Option('--chart <chart>', 'the standard chart of accounts').choices(['03', '04', 'none']),
    ['--account <class=account[:key]>', 'the account of a tax class; several times, several', several],
  ])
}

const csv = ['--csv [file]', 'as a table (CSV), to this file or the standard output'] as const

const addReports = (invoices: Command, session: Session): void => {
  addCommands(invoices, session, [
    [
      'aging',
      'what clients owe, by how long it is overdue',
      fromInvoiceReports('showAging'),
      ['--as-of <day>', 'at the end of this day, such as 2027-03-31; by default today'],
      csv,
    ],
    [
      'revenue',
      'the billed amounts without tax, paid and open',
      fromInvoiceReports('showRevenue'),
      ['--from <month>', 'issued in this month or later, such as 2027-01'],
      ['--to <month>', 'issued in this month or earlier'],
      ['--client <name or id>', 'only this client account'],
      ['--project <name or id>', 'only this project'],
      csv,
    ],
    [
      'export',
      'issued invoices as a table (CSV), or their postings as DATEV imports them',
      fromInvoiceReports('exportInvoices'),
      ['--from <day>', 'issued on this day or later'],
      ['--to <day>', 'issued on this day or earlier'],
      new Option('--rows <what>', 'the kind of a row; by default an invoice').choices([...invoiceRowKinds]),
      ['--datev', 'postings of what was issued and voided, for DATEV'],
      ['--euro-only', 'with --datev: leave other currencies out, instead of refusing'],
      ['--out <file>', 'write it to this file'],
    ],
  ])
}

const addDraft = (invoices: Command, session: Session) =>
  addCommand(invoices, session, [
    'draft',
    'draft an invoice of what is open to bill to a client',
    fromInvoices('draftInvoice'),
    required('--client <name or id>', 'the client account'),
    required('--address <text>', 'the address of the client'),
    required('--due <day>', 'until when it is to be paid, such as 2027-03-04'),
    ['--billable <id>', 'bill this one alone; several times', several],
    ['--rate <class=percent>', 'the rate of a tax class, such as standard=19; several times', several],
    ['--replaces <invoice>', 'the void invoice that it replaces'],
  ])
