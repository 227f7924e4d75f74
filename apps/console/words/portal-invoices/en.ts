import type { Words } from '../words.ts'

type ErrorCodes = Words['errors']['codes']
const byTransfer = 'Pay it by transfer.'

export const en = {
  title: (sums: string) => `${sums} to pay`,
  lateSum: (sums: string) => `${sums} of it is overdue`,
  settled: 'Earlier invoices',
  nothing: 'Nothing to pay',
  none: (agency: string) => `Invoices from ${agency} appear here.`,
  andMore: (work: string, count: number) => `${work} and ${count} more ${count === 1 ? 'item' : 'items'}`,
  due: (date: string) => `Due by ${date}`,
  late: (date: string) => `Overdue since ${date}`,
  paid: (date: string) => `Paid on ${date}`,
  void: 'Void: there is nothing to pay',
  credit: 'Credit note: you get this back',
  open: (date: string) => `Due by ${date}.`,
  isLate: (date: string) =>
    `Overdue since ${date}. Please transfer the amount with these details. If you have already paid, thank you.`,
  isLateOnline: (date: string) =>
    `Overdue since ${date}. Pay it here, or by transfer with these details. If you have already paid, thank you.`,
  isPaid: (date: string) => `It was paid on ${date}. Thank you.`,
  isVoid: (agency: string) => `${agency} took it back. There is nothing to pay.`,
  isCredit: 'You get this amount back.',
  pay: (sum: string) => `Pay ${sum} now`,
  payAgain: 'Open the payment page',
  paying: 'Opening the payment page…',
  openOnline: (date: string) => `Due by ${date}: pay here, or by transfer.`,
  awaited: 'The payment is not confirmed yet, which may take days. If you have paid, do not pay again.',
  download: 'Download PDF',
  evidence: 'The work behind this invoice',
  print: 'Print',
  peppol: {
    waiting: (day: string) => `Since ${day} it is on its way through Peppol.`,
    handed_over: (day: string) => `Since ${day} it is on its way through Peppol.`,
    delivered: (day: string) => `It was delivered through Peppol on ${day}.`,
    answered: (day: string) => `You answered it through Peppol on ${day}.`,
    failed: (day: string) => `It could not be delivered through Peppol on ${day}. This page has it all the same.`,
  },
  transfer: {
    title: 'Details for the transfer',
    amount: 'Amount',
    recipient: 'Recipient',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Payment reference',
    code: 'Code for a banking app',
    scan: 'Scan it with your banking app',
    copy: (name: string) => `Copy: ${name}`,
  },
  codes: {
    invoice_not_payable: 'It cannot be paid any more. It was paid or taken back meanwhile.',
    no_payment_provider: `It cannot be paid here. ${byTransfer} Nothing was paid.`,
    invoice_total_above_provider_maximum: `It is too large to be paid here. ${byTransfer}`,
    invoice_total_not_representable: `It cannot be paid here. ${byTransfer}`,
    invoice_checkout_open_elsewhere: 'Not at this moment. Try again in a few minutes. Nothing was paid.',
    payment_provider_refused: `The payment provider refused. ${byTransfer} Nothing was paid.`,
    payment_provider_unavailable: 'The payment provider does not answer. Nothing was paid. Try again in a moment.',
    invoice_not_encodable: 'There is no PDF of it. It cannot show all characters. Ask the agency, or print this page.',
  } as ErrorCodes,
}
