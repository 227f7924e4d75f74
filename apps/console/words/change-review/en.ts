import type { ChangeAccount } from '../../../../domains/delivery/tasks/contract/verdict.ts'
import { accountSentence } from '../../../../domains/delivery/tasks/rules/account-sentence.ts'
import type { VerdictOutcome } from '../../../../domains/delivery/tasks/rules.ts'
import { plural } from '../plural.ts'

/** Texts for a change that waits for a decision, at its place. */
export const en = {
  request: 'The request',
  wholeRequest: 'Show the whole request',
  files: 'Changed files and findings',
  proof: 'Failed before, passes now',
  whose: {
    base: 'a test that was there before the request',
    acceptance: 'an acceptance test',
    examiner: 'a test of the examiner',
  },
  checkAlone: (check: string) => `The check “${check}”`,
  untested: (values: string) => `Asked for, tested by nothing: ${values}`,
  unshown: 'What no test shows',
  moreUnshown: (count: number) => plural(count, 'more place', 'more places'),
  account: (account: ChangeAccount) => accountSentence(account),
  notProbed: (reasons: readonly string[]) =>
    reasons.length === 0 ? 'Not checked further.' : `Not checked further: ${reasons.join(' ')}`,
  moreTests: (count: number) => plural(count, 'more test', 'more tests'),
  outcomes: {
    proved: '',
    shown: 'The tests that came with it fail without the change and pass with it.',
    checked: 'All checks still pass, but no test would fail if this change were missing.',
    noProgram: 'All checks still pass.',
    unverified: 'No check can judge this change, or its tests prove less than before.',
    refused: 'The review refused this change.',
  } satisfies Record<VerdictOutcome | 'noProgram', string>,
  change: 'The change',
  checkPictures: 'Pictures from the checks',
  hide: 'Hide the change',
  batch: {
    title: 'Decide together',
    text: 'Tests account for these changes, but for the lines that are listed.',
    approve: (count: number) => `Approve these ${count}`,
    approved: (count: number) => `${plural(count, 'change is', 'changes are')} approved`,
    leftOut: (title: string) => `Left out, since it was decided or its change moved: ${title}`,
  },
  nowDecide: 'Read the change below, then decide.',
  moved: 'The change is newer than what you read. Look at it again before you approve it.',
  whole: (count: number) =>
    count === 1 ? 'Read the whole file' : count === 2 ? 'Read both files' : `Read all ${count} files`,
  hiddenLines: (count: number) => plural(count, 'more line', 'more lines'),
  noLines: 'There are no lines to show here. The review has every file.',
  read: (count: number, isTruncated: boolean) =>
    `Review ${isTruncated ? 'more than ' : ''}${plural(count, 'file', 'files')}`,
  approve: (count: number, outcome: VerdictOutcome, isTruncated: boolean) => {
    if (count === 0) return 'Approve without a changed file'
    const kind = outcome === 'unverified' || outcome === 'refused' ? `${outcome} ` : ''
    return `Approve ${isTruncated ? 'more than ' : ''}${plural(count, `${kind}file`, `${kind}files`)}`
  },
  look: 'Review',
  since: (age: string) => `for ${age}`,
  toSteps: 'See its steps',
  noChange: {
    working: {
      title: 'No change to review yet',
      text: 'An agent works on this task. The review opens here as soon as it has built something.',
    },
    waiting: {
      title: 'No change to review yet',
      text: 'This task has not started. The review opens here as soon as its agent has built something.',
    },
    failed: { title: 'No change was made', text: 'This task ended before it changed a file, so no checks ran.' },
    gone: { title: 'No change to review', text: 'The commits of this task are no longer stored.' },
  },
  /** The result of a completed cycle. */
  result: {
    title: 'Result',
    verdict: 'Verdict',
    revision: 'Revision',
    number: (number: number) => `Revision ${number}`,
    openRevision: 'Open the revision',
    took: 'Took',
    deliver: 'Deliver it',
    openDeliverable: 'Open the deliverable',
    followUp: 'Follow up',
    addTest: 'Add a test',
    testFor: (title: string) => `Add a test for “${title}”`,
    changeOf: (title: string) => `Change of “${title}”`,
  },
}
