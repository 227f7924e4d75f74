import { Glyph } from '../../../../parts/text/glyph.tsx'
import { Tag } from '../../../../parts/feedback/state.tsx'
import { verdictName } from '../change-review/approve-step.ts'
import { verdictStates } from '../../../../states.ts'
import { useInboxWords } from '../../../../words/inbox/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { requestTitle } from '../../../../parts/request-decision/request-title.ts'
import { DecideRequest } from '../change-review/decide-request.tsx'
import { CheckTable, Coverage } from './check-table.tsx'
import { isReview, type Request } from './cycle-tasks.ts'
import { useEvidence } from './use-evidence.ts'

/** The question to a person in this cycle, with the checks that prove the change and the lines that they ran. */
export const CycleRequest = ({ request }: { readonly request: Request }) => {
  const words = useWords()
  const { taskId, requestType } = request
  const title = requestTitle(request, useInboxWords())
  const { evidence } = useEvidence({ id: taskId ?? '' }, isReview(request))
  const verdict = evidence?.verdict
  return (
    <section className="panel asks" aria-label={words.cycle.waitsFor(title)}>
      <div className="bar">
        <Glyph name={requestType === 'approval' && verdict?.outcome !== 'proved' ? 'doubt' : 'wait'} />
        <h2 className="cut" dir="auto" title={title}>
          {title}
        </h2>
        <span className="grow" />
        {request.requiredActor === 'client' ? (
          <Tag glyph="blocked" tone="plain">
            {words.states.waitsForClient}
          </Tag>
        ) : null}
        {verdict && !request.reasons.some(({ code }) => code === verdict.outcome) ? (
          <Tag {...verdictStates[verdict.outcome]}>{verdictName(verdict, false, words.cycle.verdicts)}</Tag>
        ) : null}
      </div>
      <div className="ask-body">
        <DecideRequest request={request} isDiffOpen>
          {evidence && evidence.checks.length > 0 ? (
            <div className="ask-checks">
              <CheckTable checks={evidence.checks} />
              <Coverage checks={evidence.checks} />
            </div>
          ) : null}
        </DecideRequest>
      </div>
    </section>
  )
}
