import { getTaskReviewEvidence } from '../../../../../../domains/delivery/tasks/contract.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import { Glyph } from '../../../../parts/glyph.tsx'
import { Tag } from '../../../../parts/state.tsx'
import { verdictStates } from '../../../../states.ts'
import { useInboxWords } from '../../../../words/inbox/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { DecideInPlace } from '../../../../parts/request-decision/request-decision-form.tsx'
import { requestTitle } from '../../../../parts/request-decision/request-title.ts'
import { CheckTable } from './check-table.tsx'
import { Coverage } from './coverage-table.tsx'
import type { Request } from './cycle-tasks.ts'

/** What a person is asked in this cycle, beside what proves the change. */
export const CycleRequest = ({ request }: { readonly request: Request }) => {
  const words = useWords()
  const { taskId, requestType } = request
  const title = requestTitle(request, useInboxWords())
  const isReview = requestType === 'approval' && taskId !== null
  const evidence = useLateReply(getTaskReviewEvidence, { params: { id: taskId ?? '' } }, { enabled: isReview }).data
  const verdict = evidence?.verdict
  return (
    <section className="panel asks" aria-label={words.cycle.waitsFor(title)}>
      <div className="bar">
        <Glyph name={requestType === 'approval' && verdict?.outcome !== 'proved' ? 'doubt' : 'wait'} />
        <h2 className="cut" dir="auto" title={title}>
          {title}
        </h2>
        <span className="grow" />
        {verdict ? <Tag {...verdictStates[verdict.outcome]}>{words.cycle.verdicts[verdict.outcome]}</Tag> : null}
      </div>
      <div className={evidence ? 'verdict' : ''}>
        <div className="ask-body">
          <DecideInPlace request={request} />
        </div>
        {evidence ? (
          <div>
            <CheckTable checks={evidence.checks} />
            <Coverage checks={evidence.checks} />
          </div>
        ) : null}
      </div>
    </section>
  )
}
