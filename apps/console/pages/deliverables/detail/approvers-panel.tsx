import { Link } from 'react-router'
import {
  listDeliverableReviewers,
  requestDeliverableApproval,
} from '../../../../../domains/delivery/deliverables/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useLateRows } from '../../../api/use-pages.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { useFilter } from '../../../parts/list/use-filter.tsx'
import { ownApproval, type Approval, type View } from '../../../parts/deliverable/approvals.ts'
import { Section } from '../../../parts/section.tsx'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { paths } from '../../../paths.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { approvalStates } from '../deliverable-status.ts'
import { DeliverableError } from './deliverable-error.tsx'

type Person = Reply<typeof listDeliverableReviewers>[number]

interface PeopleProps {
  readonly cycleId: string
  readonly view: View | undefined
  readonly approvals: readonly Approval[]
}

/** With whom the project is shared: each person's answer about the published version, and a button to ask. */
export const People = ({ cycleId, view, approvals }: PeopleProps) => {
  const words = useDeliverableWords()
  const { data: people, error } = useLateRows(listDeliverableReviewers, 1_000, { params: { cycleId } })
  const { shown, field } = useFilter(people ?? [], {
    textOf: ({ name }) => name,
    label: words.filterPeople,
    param: 'people',
  })
  const ask = useOperation(requestDeliverableApproval)
  const askedOf = ({ userId }: Person) => view && ownApproval(view, approvals, userId)
  const first = people?.every((person) => !askedOf(person)) ? people[0] : undefined
  const canAsk = view !== undefined && view.publishedAt !== null && view.hasChanges !== true
  return (
    <Section title={words.people} text={canAsk ? words.peopleText : words.notYet} action={field}>
      <DeliverableError error={error ?? ask.error} />
      {people ? (
        <div className="panel rows">
          {people.length === 0 ? <Nobody /> : null}
          {shown.map((person) => (
            <PersonRow
              key={person.userId}
              person={person}
              canAsk={canAsk}
              isPending={ask.isPending}
              asked={askedOf(person)}
              isFirst={person === first}
              onAsk={() => ask.mutate({ params: { cycleId }, body: { reviewerId: person.userId } })}
            />
          ))}
        </div>
      ) : (
        <RowsSkeleton rows={2} />
      )}
    </Section>
  )
}

const Nobody = () => {
  const words = useDeliverableWords()
  return (
    <p className="pad quiet">
      {words.nobody} <Link to={paths.clients}>{words.share}</Link>
    </p>
  )
}

interface PersonRowProps {
  readonly person: Person
  readonly asked: Approval | undefined
  readonly canAsk: boolean
  readonly isPending: boolean
  /** The first person who was not asked yet has the main button of the page. */
  readonly isFirst: boolean
  readonly onAsk: () => void
}

const PersonRow = ({ person: { name }, asked, canAsk, isPending, isFirst, onAsk }: PersonRowProps) => {
  const words = useDeliverableWords()
  const variant = isFirst ? 'primary' : 'outline'
  return (
    <div className="row rows-cheap">
      <span className="t cut grow" dir="auto" title={name}>
        {name}
      </span>
      {asked ? (
        <State {...approvalStates[asked.status]}>{words.approvalStates[asked.status]}</State>
      ) : canAsk ? (
        <Button size="small" variant={variant} aria-label={words.askOf(name)} isPending={isPending} onClick={onAsk}>
          {words.ask}
        </Button>
      ) : null}
    </div>
  )
}
