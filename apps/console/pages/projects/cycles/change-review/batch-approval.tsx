import { useQueries } from '@tanstack/react-query'
import { getTaskReviewEvidence } from '../../../../../../domains/delivery/review/contract.ts'
import { resolvePendingRequest } from '../../../../../../domains/delivery/requests/contract.ts'
import { isFact } from '../../../../../../domains/delivery/tasks/rules/account-sentence.ts'
import { batchDecision, partsInBatch } from '../../../../../../domains/delivery/tasks/rules/in-batch.ts'
import { RefusedError } from '../../../../../../platform/client/index.ts'
import { call } from '../../../../api/client.ts'
import { useChange } from '../../../../api/use-change.ts'
import { query } from '../../../../api/use-operation.ts'
import type { Request } from '../../../../api/waiting-items.ts'
import { useChangeReviewWords } from '../../../../words/change-review/index.ts'
import { useInboxWords } from '../../../../words/inbox/index.ts'
import { useServerWords } from '../../../../words/server/index.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { rememberApproval } from '../../../../parts/revert/approved-cycles.ts'
import { Section } from '../../../../parts/section.tsx'
import { toast } from '../../../../parts/feedback/toast.ts'
import { requestTitle } from '../../../../parts/request-decision/request-title.ts'
import { Reasons } from '../../../../parts/request-decision/review-reasons.tsx'
import '../../../../parts/request-decision/decision.css'

export interface BatchRequest extends Request {
  readonly taskId: string
  readonly commitSha: string
}

/** The changes that may be decided together, each at the commit that its request is about. */
const useChanges = (requests: readonly BatchRequest[]) =>
  useQueries({
    queries: requests.map(({ taskId }) => query(getTaskReviewEvidence, { params: { id: taskId } })),
    combine: (read) => ({
      isRead: read.every(({ isPending }) => !isPending),
      changes: read.flatMap(({ data }, at) => {
        const request = requests[at]!
        const verdict = data?.headSha === request.commitSha ? data.verdict : null
        const parts = partsInBatch(request.reasons, verdict)
        return verdict && parts
          ? [{ request, account: verdict.account, facts: verdict.findings.filter(isFact), parts }]
          : []
      }),
    }),
  })

/** Approves each request separately; returns how many, and the requests that were decided or withdrawn meanwhile. */
const approveEach = async (requests: readonly BatchRequest[]) => {
  const leftOut: BatchRequest[] = []
  for (const request of requests)
    try {
      await call(resolvePendingRequest, { params: { id: request.id }, body: batchDecision })
      rememberApproval(request.cycleId)
    } catch (error) {
      if (!(error instanceof RefusedError) || error.answered.code !== 'request_not_pending') throw error
      leftOut.push(request)
    }
  return { approvedCount: requests.length - leftOut.length, leftOut }
}

/** “Approve these 9”: several changes with the lines that no test covers, and one button that approves all. */
export const BatchApproval = ({ requests }: { readonly requests: readonly BatchRequest[] }) => {
  const words = useChangeReviewWords()
  const inbox = useInboxWords()
  const { finding } = useServerWords()
  const { changes, isRead } = useChanges(requests)
  const approve = useChange(approveEach, {
    calls: [resolvePendingRequest],
    then: ({ approvedCount, leftOut }) => {
      if (approvedCount > 0) toast(words.batch.approved(approvedCount))
      for (const request of leftOut) toast(words.batch.leftOut(requestTitle(request, inbox)))
    },
  })
  if (!isRead || changes.length < 2) return null
  return (
    <Section title={words.batch.title} text={words.batch.text}>
      <div className="panel pad stack-16">
        <ul className="stack-16">
          {changes.map(({ request, account, facts, parts }) => (
            <li key={request.id} className="decision">
              <p dir="auto">
                <b>{requestTitle(request, inbox)}</b> <span className="quiet">{request.project.name}</span>
              </p>
              {account ? <p className="quiet">{words.account(account)}</p> : null}
              {facts.map((fact, at) => (
                <p key={at} className="quiet" dir="auto">
                  {finding(fact)}
                </p>
              ))}
              <Reasons reasons={parts.map((part) => ({ ...part, code: 'unseen', message: part.reason }))} />
            </li>
          ))}
        </ul>
        <Refusal error={approve.error} />
        <div className="line">
          <Button
            variant="primary"
            isPending={approve.isPending}
            onClick={() => approve.mutate(changes.map(({ request }) => request))}
          >
            {words.batch.approve(changes.length)}
          </Button>
        </div>
      </div>
    </Section>
  )
}
