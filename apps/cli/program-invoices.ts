import { Option, type Command } from 'commander'
import { invoiceRowKinds } from '../../domains/billing/reports/rules.ts'
import type { AccountingOptions } from './commands/invoice-accounting.ts'
import type { ReminderOptions } from './commands/invoice-reminders.ts'
import type { AgingOptions, ExportOptions, RevenueOptions } from './commands/invoice-reports.ts'
import type { DraftOptions, ListOptions, PaidOptions } from './commands/invoices.ts'
import { several } from './program-options.ts'
import type { Session } from './session.ts'

const invoice = ['<invoice>', 'its number, its id, or the beginning or end of that'] as const

/** The commands about what clients are billed. */
export const addInvoices = (program: Command, session: Session): void => {
  const invoices = program
    .command('invoices')
    .description('what clients are billed: draft, issue, settle, void and have paid')
  invoices
    .command('list', { isDefault: true })
    .description('invoices, newest first')
    .option('--client <name or id>', 'of this client account alone')
    .addOption(new Option('--status <status>', 'those alone').choices(['draft', 'final', 'paid', 'void']))
    .action(async (options: ListOptions) => (await import('./commands/invoices.ts')).listInvoices(session, options))
  invoices
    .command('show')
    .description('one invoice with its lines and its tax')
    .argument(...invoice)
    .action(async (named: string) => (await import('./commands/invoices.ts')).showInvoice(session, named))
  invoices
    .command('evidence')
    .description('what each line rests on: approved snapshots, commits, entries; with a file, to hand over')
    .argument(...invoice)
    .argument('[file]', 'where to write it, without what is the agency’s own')
    .action(async (named: string, file: string | undefined) =>
      (await import('./commands/invoice-evidence.ts')).showEvidence(session, named, file),
    )
  addDraft(invoices, session)
  addReports(invoices, session)
  addDocuments(invoices, session)
  addReminders(invoices, session)
  addAccounting(invoices, session)
  invoices
    .command('issue')
    .description('give a draft the next number; it stays as it is from then on')
    .argument(...invoice)
    .action(async (named: string) => (await import('./commands/invoices.ts')).issueInvoice(session, named))
  invoices
    .command('paid')
    .description('record that it was paid outside of the service')
    .argument(...invoice)
    .option('--on <day>', 'when, such as 2027-03-04; by default now')
    .option('--reference <text>', 'where the payment is found')
    .action(async (named: string, options: PaidOptions) =>
      (await import('./commands/invoices.ts')).payInvoice(session, named, options),
    )
  invoices
    .command('pay-link')
    .description('the page on which the client pays it')
    .argument(...invoice)
    .option('--return-to <url>', 'where whoever has paid is led')
    .action(async (named: string, { returnTo }: { readonly returnTo?: string }) =>
      (await import('./commands/invoices.ts')).linkInvoice(session, named, returnTo),
    )
  invoices
    .command('void')
    .description('void a draft or an unpaid invoice: what it billed is open again')
    .argument(...invoice)
    .requiredOption('--reason <text>', 'why')
    .action(async (named: string, { reason }: { readonly reason: string }) =>
      (await import('./commands/invoices.ts')).voidInvoice(session, named, reason),
    )
}

const addDocuments = (invoices: Command, session: Session): void => {
  const file = ['[file]', 'where it is written; by default to the standard output'] as const
  invoices
    .command('pdf')
    .description('an issued invoice as a PDF')
    .argument(...invoice)
    .argument(...file)
    .action(async (named: string, out?: string) =>
      (await import('./commands/invoice-documents.ts')).readPdf(session, named, out),
    )
  invoices
    .command('xml')
    .description('an issued invoice as an electronic one (UBL)')
    .argument(...invoice)
    .argument(...file)
    .action(async (named: string, out?: string) =>
      (await import('./commands/invoice-documents.ts')).readXml(session, named, out),
    )
  invoices
    .command('send')
    .description('send it by mail to its billing address')
    .argument(...invoice)
    .option('--evidence', 'with what each line rests on')
    .action(async (named: string, { evidence }: { readonly evidence?: true }) =>
      (await import('./commands/invoice-documents.ts')).sendInvoice(session, named, evidence),
    )
  invoices
    .command('letters')
    .description('by which letters it went, and what became of each')
    .argument(...invoice)
    .action(async (named: string) => (await import('./commands/invoice-documents.ts')).listLetters(session, named))
}

const addReminders = (invoices: Command, session: Session): void => {
  invoices
    .command('reminders')
    .description('when reminders of unpaid invoices go, and change that')
    .option('--client <name or id>', 'to this client account alone')
    .option('--days <days>', 'so many days after the due day, such as -3,1,14; “none”, and of a client “default”')
    .action(async (options: ReminderOptions) =>
      (await import('./commands/invoice-reminders.ts')).remindOfInvoices(session, options),
    )
}

const addAccounting = (invoices: Command, session: Session): void => {
  invoices
    .command('accounting')
    .description('how invoices are posted at DATEV, and change that')
    .option('--client <name or id>', 'of this client account alone')
    .option('--debtor <account>', 'with --client: its account in the books; “none” takes it away')
    .option('--consultant <number>', 'the number of the tax consultant at DATEV')
    .option('--number <number>', 'the number that the consultant has for you at DATEV')
    .option('--year-starts <month>', 'the month with which the fiscal year begins, 1 to 12')
    .option('--digits <count>', 'how many digits ledger accounts have, 4 to 8')
    .addOption(new Option('--chart <chart>', 'the standard chart of accounts').choices(['03', '04', 'none']))
    .option('--account <class=account[:key]>', 'the account of a tax class; several times, several', several)
    .action(async (options: AccountingOptions) =>
      (await import('./commands/invoice-accounting.ts')).postInvoices(session, options),
    )
}

const csv = ['--csv [file]', 'as a table (CSV), to this file or the standard output'] as const

const addReports = (invoices: Command, session: Session): void => {
  invoices
    .command('aging')
    .description('what clients owe, by how long it is overdue')
    .option('--as-of <day>', 'at the end of this day, such as 2027-03-31; by default today')
    .option(...csv)
    .action(async (options: AgingOptions) =>
      (await import('./commands/invoice-reports.ts')).showAging(session, options),
    )
  invoices
    .command('revenue')
    .description('what was billed without tax, paid and open')
    .option('--from <month>', 'issued in this month or later, such as 2027-01')
    .option('--to <month>', 'issued in this month or earlier')
    .option('--client <name or id>', 'of this client account alone')
    .option('--project <name or id>', 'of this project alone')
    .option(...csv)
    .action(async (options: RevenueOptions) =>
      (await import('./commands/invoice-reports.ts')).showRevenue(session, options),
    )
  invoices
    .command('export')
    .description('issued invoices as a table (CSV), or their postings as DATEV imports them')
    .option('--from <day>', 'issued on this day or later')
    .option('--to <day>', 'issued on this day or earlier')
    .addOption(new Option('--rows <what>', 'what a row is; by default an invoice').choices([...invoiceRowKinds]))
    .option('--datev', 'postings of what was issued and voided, for DATEV')
    .option('--euro-only', 'with --datev: leave other currencies out, instead of refusing')
    .option('--out <file>', 'write it to this file')
    .action(async (options: ExportOptions) =>
      (await import('./commands/invoice-reports.ts')).exportInvoices(session, options),
    )
}

const addDraft = (invoices: Command, session: Session) =>
  invoices
    .command('draft')
    .description('draft an invoice of what is open to bill to a client')
    .requiredOption('--client <name or id>', 'the client account')
    .requiredOption('--address <text>', 'the address of the client')
    .requiredOption('--due <day>', 'until when it is to be paid, such as 2027-03-04')
    .option('--billable <id>', 'bill this one alone; several times', several)
    .option('--rate <class=percent>', 'the rate of a tax class, such as standard=19; several times', several)
    .option('--replaces <invoice>', 'the void invoice that it replaces')
    .action(async (options: DraftOptions) => (await import('./commands/invoices.ts')).draftInvoice(session, options))
