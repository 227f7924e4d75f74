export const en = {
  text: 'Each line with what was approved, and when. The PDF carries the same as a file that can be checked without us.',
  gone: 'deleted since',
  origins: {
    decision: 'Work that was approved',
    cycle: 'A delivery',
    task: 'A piece of work',
    entry: 'An entry of the agency; nothing else stands behind it',
  },
  correction: 'Corrects an earlier charge',
  approved: (name: string, day: string) => `Approved by ${name} on ${day}`,
  signed: 'signed with a passkey',
  somebody: 'a person who was removed',
  revision: (revision: number) => `Revision ${revision}`,
  withheld: { withdrawn: 'withdrawn since', too_large: 'too large to be enclosed' },
  commits: 'Commits',
  hash: 'SHA-256 of all of this',
  download: 'Download the evidence',
}
