const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** What the page of leads says. */
export const en = {
  title: 'Leads',
  list: 'All leads',
  none: 'No leads yet',
  noneText: 'Upload a list of companies or people, with a mail address or a domain in each row.',
  upload: 'Upload a list',
  uploadText: 'A CSV file of at most 64 MiB. Addresses of the do-not-contact list are not imported.',
  choose: 'Choose a file',
  file: 'A list of leads',
  uploading: 'Importing…',
  imported: (imported: number, refused: number) =>
    `${plural(imported, 'lead', 'leads')} imported${refused === 0 ? '.' : `, ${plural(refused, 'row', 'rows')} refused.`}`,
  refusedRows: 'Refused rows',
  refusedRow: (row: number, reason: string) => `Row ${row}: ${reason}`,
  reasons: {
    no_address_or_domain: 'it has neither an address nor a domain',
    bad_address: 'its address is none',
    bad_domain: 'its domain is none',
    too_long: 'a value is too long',
    encoding: 'a character cannot be read',
    duplicate: 'this lead is known already',
    suppressed: 'it is on the do-not-contact list',
    too_many: 'the growth project has 100,000 leads',
  },
  statuses: { new: 'new', queued: 'queued', disqualified: 'disqualified' },
  fields: {
    email: 'Address',
    domain: 'Domain',
    name: 'Name',
    firstName: 'First name',
    lastName: 'Last name',
    role: 'Role',
    company: 'Company',
    country: 'Country',
    consent: 'Consent',
    notes: 'Notes',
  },
  known: (count: number) => plural(count, 'fact', 'facts'),
  verdicts: {
    valid: 'address confirmed',
    accept_all: 'its server takes mail for any name',
    unknown: 'address not confirmed',
    invalid: 'address takes no mail',
  },
  source: (row: number | null, provider: string | null, day: string) =>
    row === null ? `looked up (${provider ?? ''}), ${day}` : `row ${row} of a list, ${day}`,
  disqualify: 'Disqualify',
  restore: 'Take back',
}
