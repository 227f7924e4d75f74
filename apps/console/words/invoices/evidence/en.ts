/** Texts of the pages about money on the evidence of a line. */
export const enEvidence = {
  gone: {
    decision: 'An approval; the work is deleted',
    cycle: 'A cycle that is deleted',
    task: 'A task that is deleted',
    entry: 'An entry of a person',
  },
  approvedBy: 'Approved by',
  approvedAt: 'On',
  nobodyThere: 'somebody who is gone',
  revision: 'Revision',
  signedRevision: (revision: number) => `${revision}, signed with a passkey`,
  snapshot: 'Snapshot',
  withheld: { withdrawn: 'Withdrawn from clients', too_large: 'Too large to show here' },
  work: 'Work',
  used: 'Models',
  usage: (calls: number, cost: string) =>
    `${calls} ${calls === 1 ? 'call' : 'calls'}, ${cost} in all runs of the cycle`,
  commit: 'Commit',
  recordedBy: (at: string, name: string) => `${at}, by ${name}`,
}
