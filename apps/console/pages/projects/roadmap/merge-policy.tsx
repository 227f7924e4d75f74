import type { getProjectPolicies } from '../../../../../domains/code/projects/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { usePolicyWords } from '../../../words/policies/index.ts'

const verdicts = ['shown', 'checked', 'unverified'] as const

export type MergePolicies = Reply<typeof getProjectPolicies>['inForce']

/** Which changes of a project merge by themselves, and which wait. */
export const MergePolicy = ({ inForce }: { readonly inForce: MergePolicies }) => {
  const words = usePolicyWords().merging
  if (inForce.requiresApproval.value) return <p className="quiet">{words.each}</p>
  const of = (...policies: readonly string[]) =>
    verdicts
      .filter((verdict) => policies.includes(inForce.review[verdict].value))
      .map((verdict) => words.kinds[verdict])
  const prose = inForce.review.checked.value === 'prose' ? [words.kinds.prose] : []
  return <p className="quiet">{words.sentence([words.kinds.proved, ...of('merge'), ...prose], of('ask', 'prose'))}</p>
}
