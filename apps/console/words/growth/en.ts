import { plural } from '../plural.ts'

/** Texts of the do-not-contact list. */
export const en = {
  title: 'Do not contact',
  text: 'No outreach goes to these addresses, or to any address of these domains.',
  newest: (count: string) => `The newest ${count} addresses and domains that get no outreach.`,
  filter: 'Filter by address or domain',
  none: 'Nothing listed yet',
  noneText: 'Add addresses and domains that get no outreach. People who unsubscribe appear here too.',
  noneFits: 'No entry fits the filter.',
  erased: 'Erased',
  erasedHint: 'The address is erased. It still gets no email.',
  sources: {
    person: 'added by hand',
    unsubscribe: 'unsubscribed',
    bounce: 'email bounced',
    complaint: 'complained',
    erasure: 'erased',
  },
  kinds: { address: 'Address', domain: 'Domain' },
  add: 'Add entries',
  addText: 'A domain excludes every address of it and of its subdomains.',
  entries: 'Addresses and domains',
  entriesHint: 'One in each line, such as ada@example.com or example.com. At most 1,000.',
  addAct: 'Add',
  cancel: 'Cancel',
  chooseFile: 'Take from a file',
  file: 'File with addresses and domains',
  fileHint: 'CSV or text, at most 1 MiB. Of a table, the first column counts.',
  fileTooLarge: 'The file has more than 1 MiB. Split it.',
  missing: 'Write at least one address or domain.',
  added: (count: number, known: number) =>
    `${plural(count, 'entry', 'entries')} added${known === 0 ? '.' : `, ${known} listed before.`}`,
  remove: 'Remove',
  removeOf: (value: string) => `Remove ${value}`,
  removeTitle: (value: string) => `Remove ${value} from the list?`,
  removeMeans: 'Outreach may reach it again.',
}
