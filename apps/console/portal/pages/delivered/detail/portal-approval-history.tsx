import type { Approval } from '../../../../parts/deliverable/approvals.ts'
import { Glyph } from '../../../../parts/text/glyph.tsx'
import { useDates } from '../../../use-dates.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'

/** Every reviewer, their revision and their decision. approval-history.tsx of the console shows them to the agency. */
export const History = ({ approvals, mine }: { readonly approvals: readonly Approval[]; readonly mine: string }) => {
  const words = usePortalWords().thing
  if (approvals.length === 0) return null
  return (
    <section className="sect">
      <h2>{words.history}</h2>
      <ul className="panel rows">
        {approvals.map((approval) => (
          <Said key={approval.id} approval={approval} isMine={approval.reviewerId === mine} />
        ))}
      </ul>
    </section>
  )
}

const glyphs = { approved: 'good', changes_requested: 'blocked' } as const

const Said = ({ approval, isMine }: { readonly approval: Approval; readonly isMine: boolean }) => {
  const words = usePortalWords().thing
  const { moment } = useDates()
  const { decision, revision, comment, decidedAt, requestedAt, reviewerName } = approval
  const name = isMine ? words.you : (reviewerName ?? words.somebody)
  const say = { approved: words.historyApproved, changes_requested: words.historyAsked }
  return (
    <li className="item">
      <Glyph name={decision ? glyphs[decision] : 'queued'} />
      <div className="grow">
        <span dir="auto">
          {decision ? say[decision](name, revision) : words.historyOpen(isMine ? words.toYou : name, revision)}
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
}
