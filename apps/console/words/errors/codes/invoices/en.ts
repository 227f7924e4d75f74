const nothing = 'Nothing was changed.'

/** Texts of errors about invoices and billables. */
export const enInvoiceCodes = {
  invoice_billable_not_found: { title: 'A billable was deleted', text: `${nothing} Load the page again.` },
  invoice_replaced_not_found: { title: 'The replaced invoice was not found', text: nothing },
  invoice_two_customers: { title: 'These are of several clients', text: 'Make one invoice for each.' },
  invoice_two_currencies: { title: 'These are in several currencies', text: 'Make one invoice for each.' },
  invoice_billable_written_off: {
    title: 'A billable was written off',
    text: `${nothing} Make another draft without it.`,
  },
  invoice_billable_invoiced: {
    title: 'A billable is invoiced already',
    text: `${nothing} It is on another invoice: leave it out, or void that one first.`,
  },
  invoice_charge_never_invoiced: {
    title: 'The correction needs its charge',
    text: 'The charge was never billed. Tick it as well.',
  },
  invoice_correction_missing: {
    title: 'A charge was corrected meanwhile',
    text: `${nothing} Void this draft, and make another one with the correction.`,
  },
  invoice_charge_nets_to_zero: {
    title: 'A charge comes to zero',
    text: 'Its corrections take back all of it. Leave both out, or write the charge off.',
  },
  invoice_tax_class_without_rate: { title: 'A tax rate is missing', text: 'Write the rate of each tax class.' },
  invoice_tax_rate_contradicts_class: {
    title: 'A tax rate does not fit',
    text: 'Only a standard or reduced rate is above 0, and it has to be.',
  },
  invoice_total_too_large: { title: 'The total is too large', text: 'Bill it in parts.' },
  invoice_replaced_not_void: { title: 'The other invoice is not void', text: 'Void it first.' },
  invoice_replaced_of_another_customer: {
    title: 'The other invoice is another client’s',
    text: 'Make this one without replacing it.',
  },
  invoice_refused_by_constraint: {
    title: 'The dates do not fit',
    text: `${nothing} An invoice is due between 2000 and 9999, and paid before now.`,
  },
  invoice_not_a_draft: { title: 'This is not a draft any more', text: 'It was issued or voided meanwhile.' },
  invoice_without_lines: { title: 'This invoice has no lines', text: 'Void it, and make another draft.' },
  invoice_not_reconciled: {
    title: 'The totals are not those of the lines',
    text: `${nothing} Void this draft, and make another one.`,
  },
  invoice_not_payable: {
    title: 'This invoice cannot be paid',
    text: 'Only one that was issued, and is neither paid nor void.',
  },
  invoice_void: { title: 'This invoice is void already', text: nothing },
  invoice_paid: {
    title: 'A paid invoice stays',
    text: 'Correct what it billed: the corrections are billed as a credit note.',
  },
  invoice_corrected: {
    title: 'A credit note takes back what it bills',
    text: `${nothing} Void the credit note first.`,
  },
  billable_written_off: { title: 'This was written off', text: 'Record another charge for what is to be billed.' },
  billable_is_a_correction: { title: 'This is a correction', text: 'Correct or write off its charge.' },
  billable_invoiced: {
    title: 'This is on an invoice',
    text: 'Correct it: the correction is billed as a credit note.',
  },
  correction_exceeds_charge: { title: 'That takes back too much', text: 'More than was charged. Take back less.' },
  client_account_archived: { title: 'This client is archived', text: 'Nothing new is billed to it.' },
  invoice_not_issued: {
    title: 'This invoice was never issued',
    text: 'There is no document of it yet. Issue it first.',
  },
  invoice_without_billing_email: {
    title: 'This invoice has no address for bills',
    text: 'It is fixed with the draft. Send its PDF yourself, or void it and draft it again with an address.',
  },
  billable_source_not_approved: {
    title: 'Its decision is not an approval',
    text: 'Bill approved work, or make it an entry.',
  },
  billable_source_of_another_account: {
    title: 'Its source belongs to another client',
    text: 'Add its project to this client first.',
  },
  months_reversed: { title: 'The first month is after the last one', text: 'Swap them.' },
}
