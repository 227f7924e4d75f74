import { useState } from 'react'
import { Button } from '../../../../parts/forms/button.tsx'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { useInboxWords } from '../../../../words/inbox/index.ts'
import { useReviewWords } from '../../../../words/review/index.ts'
import { useChangeReviewWords } from '../../../../words/change-review/index.ts'
import type { VerdictOutcome } from '../../../../../../domains/delivery/tasks/rules.ts'
import { useDecisionKeys } from '../../../../parts/request-decision/use-decision-keys.ts'
import { SendBack } from '../../../../parts/request-decision/send-back-form.tsx'
import { TryRest } from '../../../../parts/request-decision/try-rest.tsx'
import { useRequestDecision, type Request } from '../../../../parts/request-decision/use-request-decision.ts'
import { useKeptFocus } from '../../../../parts/use-kept-focus.ts'
import { useDrafts } from './line-notes.tsx'
import './decision-bar.css'

interface DecisionBarProps {
  readonly request: Request
  readonly files: number
  readonly isTruncated: boolean
  readonly outcome: VerdictOutcome
}

/** The bar at the bottom of the page that approves the change or sends it back. */
export const DecisionBar = (props: DecisionBarProps) => (
  <div ref={useKeptFocus<HTMLDivElement>()}>
    <div ref={useDecisionKeys<HTMLDivElement>()}>
      <Bar {...props} />
    </div>
  </div>
)

const Bar = ({ request, files, isTruncated, outcome }: DecisionBarProps) => {
  const words = useInboxWords()
  const { approve } = useChangeReviewWords()
  const review = useReviewWords()
  const { decide, error, isPending } = useRequestDecision(request)
  const [isSendingBack, setSendingBack] = useState(false)
  const drafts = useDrafts(request.taskId ?? '')
  if (isSendingBack)
    return (
      <section className="decide is-open" aria-label={review.decision}>
        <SendBack request={request} atLines={drafts} onCancel={() => setSendingBack(false)} />
      </section>
    )
  return (
    <section className="decide" aria-label={review.decision}>
      <p className="cut hide-s" title={request.question}>
        {review.decides}
      </p>
      <Refusal error={error} />
      <span className="grow" />
      <TryRest request={request} decide={decide} isPending={isPending} />
      <Button aria-keyshortcuts="B" isPending={isPending} onClick={() => setSendingBack(true)}>
        {drafts === 0 ? words.sendBack : review.sendBackWith(drafts)}
      </Button>
      <Button
        variant="primary"
        aria-keyshortcuts="A"
        isPending={isPending}
        onClick={() => decide({ status: 'approved' })}
      >
        {approve(files, outcome, isTruncated)}
      </Button>
    </section>
  )
}
