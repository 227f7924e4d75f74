import type { ClientStatus } from '../../../../domains/delivery/deliverables/rules.ts'
import { usePortalWords } from '../../words/portal/index.ts'

const steps: readonly ClientStatus[] = ['draft', 'in_review', 'delivered', 'accepted']

interface DeliveryProgressProps {
  readonly status: ClientStatus
  /** Whether the shown version is approved, which is always the last step, for any steps of the agency. */
  readonly isApproved?: boolean
}

/** How far something is, in four named steps. */
export const DeliveryProgress = ({ status, isApproved = false }: DeliveryProgressProps) => {
  const words = usePortalWords()
  const reached = isApproved ? steps.length : steps.indexOf(status) + 1
  return (
    <div className="progress-steps" role="img" aria-label={words.step(reached, steps.length)}>
      {steps.map((step, at) => (
        <span key={step} className={at < reached ? 'on' : undefined} data-now={at === reached - 1 || undefined}>
          {words.states[step === 'accepted' && status !== step ? 'approvedByAll' : step]}
        </span>
      ))}
    </div>
  )
}
