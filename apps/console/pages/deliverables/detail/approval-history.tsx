import { Age } from '../../../parts/text/age.tsx'
import { Glyph } from '../../../parts/text/glyph.tsx'
import type { Approval } from '../../../parts/deliverable/approvals.ts'
import { Section } from '../../../parts/section.tsx'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { approvalStates } from '../deliverable-status.ts'

/** Every reviewer, their revision and their decision, newest first. portal-approval-history.tsx shows them to clients. */
export const History = ({ approvals, mine }: { readonly approvals: readonly Approval[]; readonly mine: string }) => {
  const words = useDeliverableWords()
  if (approvals.length === 0) return null
  return (
    <Section title={words.history}>
      <ol className="rail">
        {approvals.map(({ id, reviewerId, status, revision, comment, decidedAt, requestedAt, reviewerName }) => (
          <li key={id} className={approvalStates[status].tone}>
            <Glyph name={approvalStates[status].glyph} />
            <span dir="auto">
              {reviewerId === mine
                ? words.youSaid[status](revision)
                : words.said[status](reviewerName ?? words.somebody, revision)}
            </span>
            <Age at={decidedAt ?? requestedAt} className="quiet" />
            {comment === null ? null : (
              <q className="body told" dir="auto">
                {comment}
              </q>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}
