import { useState } from 'react'
import { Button } from '../../../../parts/button.tsx'
import { SendBack } from '../../../../parts/request-decision/send-back-form.tsx'
import { useRequestDecision, type Request } from '../../../../parts/request-decision/use-request-decision.ts'
import { Refusal } from '../../../../parts/refusal.tsx'
import { useKeptFocus } from '../../../../parts/use-kept-focus.ts'
import { useInboxWords } from '../../../../words/inbox/index.ts'
import { useReviewWords } from '../../../../words/review/index.ts'
import { useDrafts } from './use-line-notes.tsx'
import './decision-bar.css'

/** Approves or sends back what stands above, at the bottom edge of the page. */
export const DecisionBar = ({ request }: { readonly request: Request }) => (
  <div ref={useKeptFocus<HTMLDivElement>()}>
    <Bar request={request} />
  </div>
)

const Bar = ({ request }: { readonly request: Request }) => {
  const words = useInboxWords()
  const review = useReviewWords()
  const { decide, error, isPending } = useRequestDecision(request)
  const [isSendingBack, setSendingBack] = useState(false)
  const { commitSha } = request
  const drafts = useDrafts(request.taskId ?? '')
  if (isSendingBack)
    return (
      <section className="decide is-open" aria-label={review.decision}>
        <SendBack request={request} atLines={drafts} onCancel={() => setSendingBack(false)} />
      </section>
    )
  return (
    <section className="decide" aria-label={review.decision}>
      {commitSha === null ? null : (
        <span className="mono quiet" title={commitSha}>
          {commitSha.slice(0, 8)}
        </span>
      )}
      <p className="cut hide-s" title={request.question}>
        {review.decides}
      </p>
      <Refusal error={error} />
      <span className="grow" />
      <Button isPending={isPending} onClick={() => setSendingBack(true)}>
        {drafts === 0 ? words.sendBack : review.sendBackWith(drafts)}
      </Button>
      <Button variant="primary" isPending={isPending} onClick={() => decide({ status: 'approved' })}>
        {words.approve}
      </Button>
    </section>
  )
}
