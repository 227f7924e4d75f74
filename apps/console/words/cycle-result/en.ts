/** Texts about the result of a completed cycle. */
export const en = {
  title: 'Result',
  verdict: 'Verdict',
  revision: 'Revision',
  number: (number: number) => `Revision ${number}`,
  openRevision: 'Open the revision',
  took: 'Took',
  deliver: 'Deliver it',
  followUp: 'Follow up',
}
