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
  const choose = (chosen: Partial<typeof review>) =>
    set.mutate({ body: { requiresApproval, approval, delivery, review: { ...review, ...chosen } } })
  return (
    <section className="panel pad stack-16" aria-label={words.question}>
      <h2>{words.question}</h2>
      <p>{words.trusts}</p>
      {isEarlier ? <p className="soft">{words.earlier}</p> : null}
      <div className="line wrap">
        <Button isPending={set.isPending} onClick={() => choose({ shown: 'ask' })}>
          {words.ask}
        </Button>
        <Button isPending={set.isPending} onClick={() => choose({ shown: 'merge' })}>
          {words.merge}
        </Button>
        {isEarlier ? (
          <Button isPending={set.isPending} onClick={() => choose({ shown: 'merge', checked: 'prose' })}>
            {words.mergeBoth}
          </Button>
        ) : null}
      </div>
      <Refusal error={set.error} />
    </section>
  )
}
