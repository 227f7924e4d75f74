import { getWorkspacePolicies, setWorkspacePolicies } from '../../../../domains/code/projects/contract.ts'
import {
  mergeChoiceNames,
  mergeChoiceOf,
  mergeChoices,
  mergesUnder,
} from '../../../../domains/code/projects/rules/merge-choice.ts'
import type { Request } from '../../api/waiting-items.ts'
import { useOperation, useReply } from '../../api/use-operation.ts'
import { usePolicyWords } from '../../words/policies/index.ts'
import { Button } from '../forms/button.tsx'
import { Refusal } from '../feedback/refusal.tsx'
import '../request-decision/option-buttons.css'

/** Asks once, at the first waiting change, which changes merge automatically; nothing if the workspace has decided. */
export const MergeChoicePanel = ({ request: { reasons } }: { readonly request: Pick<Request, 'reasons'> }) => {
  const words = usePolicyWords().mergeChoice
  const policies = useReply(getWorkspacePolicies)
  const set = useOperation(setWorkspacePolicies)
  const { shown: ofShown, checked: ofChecked, unverified } = policies.inForce.review
  if (ofShown.from !== 'instance') return null
  const now = mergeChoiceOf({ shown: ofShown.value, checked: ofChecked.value, unverified: unverified.value })
  const { requiresApproval, review, approval, delivery } = policies
  const means = mergeChoiceNames.map((name) => words.means(mergesUnder(name, reasons)))
  const isSame = new Set(means).size === 1
  return (
    <section className="panel pad stack-8" aria-label={words.question}>
      <h2>{words.question}</h2>
      <p>
        {words.text} {isSame ? means[0] : null}
      </p>
      {mergeChoiceNames.map((name, at) => {
        const { shown, checked } = mergeChoices[name]
        const body = { requiresApproval, approval, delivery, review: { ...review, shown, checked } }
        return (
          <div key={name} className="options">
            <Button isFullWidth isPending={set.isPending} onClick={() => set.mutate({ body })}>
              {words.choices[name]}
              {name === now ? <span className="tag">{words.now}</span> : null}
            </Button>
            {isSame ? null : <span className="quiet">{means[at]}</span>}
          </div>
        )
      })}
      <Refusal error={set.error} />
    </section>
  )
}
