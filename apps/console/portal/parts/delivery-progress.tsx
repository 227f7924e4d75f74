import type { ClientStatus } from '../../../../domains/delivery/deliverables/rules.ts'
import { usePortalWords } from '../../words/portal/index.ts'

interface DeliveryProgressProps {
  readonly status: ClientStatus
  /** Whether the shown version is approved, which is always the last step, for any steps of the agency. */
  readonly isApproved?: boolean
}

/** Progress in three steps; until it is reached, the last step is the approval. */
export const DeliveryProgress = ({ status, isApproved = false }: DeliveryProgressProps) => {
  const words = usePortalWords()
  const last = isApproved || status === 'draft' || status === 'in_review' ? 'approvedByAll' : status
  const steps = ['draft', 'in_review', last] as const
  const reached = !isApproved && status === 'draft' ? 1 : !isApproved && status === 'in_review' ? 2 : steps.length
  return (
    <div className="progress-steps" role="img" aria-label={words.step(reached, steps.length)}>
      {steps.map((step, at) => (
        <span key={step} className={at < reached ? 'on' : undefined} data-now={at === reached - 1 || undefined}>
          {words.states[step]}
        </span>
      ))}
    </div>
  )
}
