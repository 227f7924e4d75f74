import type { Approval } from '../../../../parts/deliverable/approvals.ts'
import { Glyph } from '../../../../parts/text/glyph.tsx'
import { useDates } from '../../../use-dates.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'

/** Every reviewer, their revision and their decision. deliverable-reviewers.tsx of the console shows them to the agency. */
export const History = ({ approvals, mine }: { readonly approvals: readonly Approval[]; readonly mine: string }) => {
  const words = usePortalWords().thing
  const { moment } = useDates()
  if (approvals.length === 0) return null
  const sentences = { approved: words.historyApproved, changes_requested: words.historyAsked }
  return (
    <section className="sect">
      <h2>{words.history}</h2>
      <ul className="panel rows">
        {approvals.map(({ id, decision, revision, comment, decidedAt, requestedAt, reviewerId, reviewerName }) => {
          const isMine = reviewerId === mine
          const name = isMine ? words.you : (reviewerName ?? words.somebody)
          return (
            <li key={id} className="item">
              <Glyph name={decision ? glyphs[decision] : 'queued'} />
              <div className="grow">
                <span dir="auto">
                  {decision
                    ? sentences[decision](name, revision)
                    : words.historyOpen(isMine ? words.toYou : name, revision)}
                </span>
                <div className="small">{moment(decidedAt ?? requestedAt)}</div>
                {comment === null ? null : (
                  <q className="told" dir="auto">
                    {comment}
                  </q>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const glyphs = { approved: 'good', changes_requested: 'blocked' } as const
