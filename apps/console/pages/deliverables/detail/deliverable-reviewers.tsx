import { Link } from 'react-router'
import {
  listDeliverableReviewers,
  requestDeliverableApproval,
} from '../../../../../domains/delivery/deliverables/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useLateRows, useRows } from '../../../api/use-pages.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { useFilter } from '../../../parts/list/use-filter.tsx'
import { ownApproval, type Approval, type View, changedAnswers } from '../../../parts/deliverable/approvals.ts'
import { Section } from '../../../parts/section.tsx'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { paths } from '../../../paths.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { approvalStates } from '../deliverable-status.ts'
import { DeliverableError } from './deliverable-error.tsx'
import { Age } from '../../../parts/text/age.tsx'
import { Glyph } from '../../../parts/text/glyph.tsx'
import { Suspense } from 'react'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { listBillables } from '../../../../../domains/billing/billables/contract.ts'
import { useFormat } from '../../../format.ts'

type Person = Reply<typeof listDeliverableReviewers>[number]

interface PeopleProps {
  readonly cycleId: string
  readonly view: View | undefined
  readonly approvals: readonly Approval[]
}

/** With whom the project is shared: each person's answer about the published version, and a button to ask. */
export const People = ({ cycleId, view, approvals, asksAbove }: PeopleProps & { readonly asksAbove: boolean }) => {
  const words = useDeliverableWords()
  const { data: people, error } = useLateRows(listDeliverableReviewers, 1_000, { params: { cycleId } })
  const { shown, field } = useFilter(people ?? [], {
    textOf: ({ name }) => name,
    label: words.filterPeople,
    param: 'people',
  })
  const first = firstToAsk(view, approvals, people)
  const canAsk = isAskable(view)
  return (
    <Section
      title={view?.approval === 'approved' ? words.peopleDecided : words.people}
      text={canAsk ? words.peopleText : words.notYet}
      action={field}
    >
      <DeliverableError error={error} />
      {people ? (
        <div className="panel rows">
          {people.length === 0 ? (
            <p className="pad quiet">
              {words.nobody} <Link to={paths.clients}>{words.share}</Link>
            </p>
          ) : null}
          {shown.map((person) => {
            const status = view && ownApproval(view, approvals, person.userId)?.status
            return (
              <div key={person.userId} className="row rows-cheap">
                <span className="t cut grow" dir="auto" title={person.name}>
                  {person.name}
                </span>
                {status ? (
                  <State {...approvalStates[status]}>
                    {status === 'open' ? words.asked : words.approvalStates[status]}
                  </State>
                ) : asksAbove && person === first ? (
                  // The head of the page has the button to ask this person.
                  <span className="quiet">{words.approvalStates.none}</span>
                ) : canAsk ? (
                  <AskButton cycleId={cycleId} person={person} />
                ) : null}
              </div>
            )
          })}
        </div>
      ) : (
        <RowsSkeleton rows={2} />
      )}
    </Section>
  )
}

const isAskable = (view: View | undefined): view is View =>
  view !== undefined && view.publishedAt !== null && view.hasChanges !== true

/** The first person, unless a person was asked about the version. */
const firstToAsk = (view: View | undefined, approvals: readonly Approval[], people: readonly Person[] | undefined) =>
  isAskable(view) && people?.every(({ userId }) => !ownApproval(view, approvals, userId)) ? people[0] : undefined

/** The main action of a published version without a request for approval. */
export const AskFirst = ({ cycleId, view, approvals }: PeopleProps) => {
  const { data: people } = useLateRows(listDeliverableReviewers, 1_000, { params: { cycleId } })
  const person = firstToAsk(view, approvals, people)
  return person ? <AskButton cycleId={cycleId} person={person} isMain /> : null
}

interface AskButtonProps {
  readonly cycleId: string
  readonly person: Person
  readonly isMain?: boolean
}

const AskButton = ({ cycleId, person: { userId, name }, isMain = false }: AskButtonProps) => {
  const words = useDeliverableWords()
  const ask = useOperation(requestDeliverableApproval)
  return (
    <>
      <DeliverableError error={ask.error} />
      <Button
        size={isMain ? 'medium' : 'small'}
        variant={isMain ? 'primary' : 'outline'}
        aria-label={words.askOf(name)}
        isPending={ask.isPending}
        onClick={() => ask.mutate({ params: { cycleId }, body: { reviewerId: userId } })}
      >
        {words.ask}
      </Button>
    </>
  )
}

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

const BilledWork = ({ approvalId }: { readonly approvalId: string }) => {
  const words = useDeliverableWords()
  const { rows, isWhole } = useRows(listBillables, 5_000, { query: { limit: 100 } })
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
