import { Suspense } from 'react'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { listBillables } from '../../../../../domains/billing/billables/contract.ts'
import { useRows } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { changedAnswers, type Approval } from '../../../parts/deliverable/approvals.ts'
import { paths } from '../../../paths.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'

interface ChangedAnswersProps {
  readonly approvals: readonly Approval[]
  readonly revision: number
}

/** Reviewers who changed their answer about the published version, and what their first answer set off. */
export const ChangedAnswers = ({ approvals, revision }: ChangedAnswersProps) => {
  const words = useDeliverableWords()
  const { day } = useFormat()
  return changedAnswers(approvals, revision).map(({ first, now }) => {
    const name = now.reviewerName ?? words.somebody
    return (
      <div key={now.id} className="note wait changed-answer">
        <div>
          <p dir="auto">
            <b>{now.decision === null ? words.changingAnswer(name) : words.changedAnswer(name)}</b>{' '}
            {words.firstAnswer[first.decision!](day(first.decidedAt!))}
          </p>
          {first.decision === 'approved' ? (
            <Suspense>
              <BilledWork approvalId={first.id} />
            </Suspense>
          ) : null}
        </div>
      </div>
    )
  })
}

const allBillables = { query: { limit: 100 } } as const

const BilledWork = ({ approvalId }: { readonly approvalId: string }) => {
  const words = useDeliverableWords()
  const { rows, isWhole } = useRows(listBillables, 5_000, allBillables)
  const billed = rows.filter(({ source }) => source.kind === 'decision' && source.id === approvalId)
  if (billed.length === 0) return isWhole ? <p>{words.nothingFollowed}</p> : null
  return (
    <>
      <p>{words.followed}</p>
      <ul>
        {billed.map(({ id, description, status }) => (
          <li key={id} dir="auto">
            <TextLink to={paths.billables}>{description}</TextLink>
            &nbsp;· {words.billableStates[status]}
          </li>
        ))}
      </ul>
    </>
  )
}
