import { getWorkspacePolicies, setWorkspacePolicies } from '../../../../domains/code/projects/contract.ts'
import { useOperation, useReply } from '../../api/use-operation.ts'
import { usePolicyWords } from '../../words/policies/index.ts'
import { Button } from '../button.tsx'
import { Refusal } from '../refusal.tsx'

interface ShownChoiceProps {
  /**
   * Whether the workspace worked before this policy: then the note names changes that no longer merge by themselves.
   */
  readonly isEarlier: boolean
}

/** Asks once whether changes merge that only the agent's own tests show; nothing if the workspace has said it. */
export const ShownChoice = ({ isEarlier }: ShownChoiceProps) => {
  const words = usePolicyWords().shownChoice
  const policies = useReply(getWorkspacePolicies)
  const set = useOperation(setWorkspacePolicies)
  if (policies.inForce.review.shown.from !== 'instance') return null
  const { requiresApproval, review, approval, delivery } = policies
  const choose = (shown: 'ask' | 'merge') =>
    set.mutate({ body: { requiresApproval, approval, delivery, review: { ...review, shown } } })
  return (
    <section className="panel pad stack-16" aria-label={words.question}>
      <h2>{words.question}</h2>
      <p>{words.trusts}</p>
      {isEarlier ? (
        <>
          <p className="soft">{words.earlier}</p>
          <code className="mono">atelier policies set --review shown=merge --review checked=prose</code>
        </>
      ) : null}
      <div className="line wrap">
        <Button isPending={set.isPending} onClick={() => choose('ask')}>
          {words.ask}
        </Button>
        <Button isPending={set.isPending} onClick={() => choose('merge')}>
          {words.merge}
        </Button>
      </div>
      <Refusal error={set.error} />
    </section>
  )
}
