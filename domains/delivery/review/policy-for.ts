import type { CheckedPolicy, ReviewPolicy } from '../../code/projects/contract/review-policy.ts'
import type { Findings } from './verdict.ts'

/** A project's policies for changes that are not proved. */
type Policies = Readonly<Record<'shown' | 'unverified' | 'weakened', ReviewPolicy>> & {
  readonly checked: CheckedPolicy
}

/**
 * The fate of a change by the project's policies. A proved change merges, a refused one does not. With `prose`, a
 * checked change of only documentation or comments merges. Under any policy a person is asked about what no test shows,
 * about results of their own tests, and about a change that its own tests show and no probe looked at.
 */
export const policyFor = ({ verdict: { outcome }, doubts, onlyProse }: Findings, review: Policies): ReviewPolicy => {
  if (outcome === 'refused') return 'refuse'
  const policies = doubts.map(({ code, kind }) => {
    if (kind === 'shape_changed' && review.checked !== 'ask' && review.checked !== 'refuse') return 'merge'
    if (code === 'acceptance' || code === 'unseen') return 'ask'
    return kind === 'not_probed' && review[code] === 'merge' ? 'ask' : review[code]
  })
  if (policies.includes('refuse')) return 'refuse'
  const mayBeProse = onlyProse && outcome === 'checked'
  return policies.some((policy) => policy === 'ask' || (policy === 'prose' && !mayBeProse)) ? 'ask' : 'merge'
}
