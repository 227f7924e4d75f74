import { getProjectPolicies } from '../../../../../domains/code/projects/contract.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { usePolicyWords } from '../../../words/policies/index.ts'

const verdicts = ['shown', 'checked', 'unverified'] as const

/** Which changes of a project merge by themselves, and which wait; nothing for who may not read its policies. */
export const MergePolicy = ({ projectId }: { readonly projectId: string }) => {
  const words = usePolicyWords().merging
  const inForce = useLateReply(getProjectPolicies, { params: { id: projectId } }).data?.inForce
  if (!inForce) return null
  if (inForce.requiresApproval.value) return <p className="quiet">{words.each}</p>
  const of = (...policies: readonly string[]) =>
    verdicts
      .filter((verdict) => policies.includes(inForce.review[verdict].value))
      .map((verdict) => words.kinds[verdict])
  const prose = inForce.review.checked.value === 'prose' ? [words.kinds.prose] : []
  return <p className="quiet">{words.sentence([words.kinds.proved, ...of('merge'), ...prose], of('ask', 'prose'))}</p>
}
