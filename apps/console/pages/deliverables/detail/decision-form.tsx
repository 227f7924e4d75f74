import { getMe } from '../../../../../domains/accounts/people/contract/me.ts'
import { call } from '../../../api/client.ts'
import { useReply } from '../../../api/use-operation.ts'
import type { Approval } from '../../../parts/deliverable/approvals.ts'
import { DecisionActions, DecisionComment } from '../../../parts/deliverable/decision-form.tsx'
import { useDecisionForm } from '../../../parts/deliverable/use-decision-form.ts'
import { useKeptFocus } from '../../../parts/use-kept-focus.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { DeliverableError } from './deliverable-error.tsx'

/** The form in which a reviewer of the agency decides; signed if they have a passkey. */
export const DecisionForm = ({ approval }: { readonly approval: Approval }) => {
  const words = useDeliverableWords()
  const { passkeys } = useReply(getMe)
  const form = useDecisionForm({ call, approval, passkeys })
  return (
    <section ref={useKeptFocus()} className="panel pad stack-16 decide-card" aria-label={words.decision}>
      <div>
        <h2>{words.decision}</h2>
        <p className="quiet">{words.decisionText}</p>
      </div>
      <DecisionComment form={form} label={words.comment} words={words} />
      <DecisionActions form={form} words={words} busy={words.deciding} Wrong={DeliverableError} />
    </section>
  )
}
