import type { Words } from '../../platform/contract/vocabulary.ts'

/** Properties of how invoices are posted. */
export const accounting: Words = {
  accountLength: ['The number of digits of ledger accounts; customer accounts have one more.', 4],
  chart: ['The standard chart of accounts (SKR), `03` or `04`; null without a word.', '03'],
  clientNumber: ['The tax consultant’s number for the agency at DATEV; null if it is not set.', 55_003],
  consultantNumber: ['The number of the tax consultant at DATEV; null if it is not set.', 29_098],
  debtorAccount: ['The account of the customer in the books; null if it is not set.', '10023'],
  fiscalYearStartMonth: ['The month with which the fiscal year begins.', 1],
  revenueAccount: 'The ledger account of the revenue.',
  taxAccounts: 'The account of each tax class.',
  taxKey: ['The tax key (BU-Schlüssel) of a posting; null if the account knows its tax (Automatikkonto).', '3'],
  'InvoicesNotPosted.which': 'The numbers of invoices, a hundred at most.',
  'LackingAccounts.clients': 'The client accounts whose debtor account lacks or has another length, a hundred at most.',
  'LackingAccounts.fields': ['The accounting settings that lack.', 'consultantNumber'],
  'LackingAccounts.taxClasses': 'The tax classes without an account, a hundred at most.',
  'LackingClient.name': 'Its name.',
}
