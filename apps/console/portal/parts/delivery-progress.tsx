import type { ClientStatus } from '../../../../domains/delivery/deliverables/rules.ts'
import { usePortalWords } from '../../words/portal/index.ts'

const steps: readonly ClientStatus[] = ['draft', 'in_review', 'delivered', 'accepted']

/** How far something is, in four steps. */
export const DeliveryProgress = ({ status }: { readonly status: ClientStatus }) => {
  const words = usePortalWords()
  const reached = steps.indexOf(status) + 1
  return (
    <div className="way" role="img" aria-label={words.step(reached, steps.length)}>
      {steps.map((step, at) => (
        <i key={step} className={at < reached ? 'on' : undefined} />
      ))}
    </div>
  )
}
