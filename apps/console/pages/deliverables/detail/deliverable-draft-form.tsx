import { clientStatuses } from '../../../../../domains/delivery/deliverables/rules.ts'
import { DraftField, SaveBar } from '../../../parts/forms/draft-field.tsx'
import { DraftSelect } from '../../../parts/forms/draft-select.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import type { DraftOf } from '../../../parts/forms/use-draft.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import type { DraftFields } from './draft-fields.ts'
import { DeliverableError } from './deliverable-error.tsx'

interface DraftFormProps {
  readonly draft: DraftOf<DraftFields>
  /** Whether nothing of it is saved yet. */
  readonly isNew: boolean
  /** The version that the client approved, if it is the newest. */
  readonly approvedVersion: number | undefined
  readonly isPending: boolean
  readonly isSaved: boolean
  readonly error: unknown
  readonly onSave: () => void
}

/** The draft of a deliverable, which no client sees. */
export const DraftForm = ({ draft, isNew, approvedVersion, isPending, isSaved, error, onSave }: DraftFormProps) => {
  const words = useDeliverableWords()
  const { fields } = draft
  const submit = () => {
    if (fields.title.trim() && draft.conflicts.length === 0) onSave()
  }
  return (
    <Form className="panel pad stack-16" error={error} onSubmit={submit}>
      <DraftField
        draft={draft}
        field="title"
        label={words.name}
        maxLength={200}
        wrong={fields.title.trim() ? undefined : words.nameMissing}
      />
      <DraftField
        draft={draft}
        field="summary"
        label={words.summary}
        hint={words.summaryHint}
        maxLength={20_000}
        isLong
      />
      <div className="two-fields">
        <DraftSelect
          draft={draft}
          field="clientStatus"
          label={words.step}
          hint={approvedVersion === undefined ? words.stepHint : words.stepApproved(approvedVersion)}
          choices={clientStatuses.map((one) => [one, words.states[one]])}
        />
        <DraftField draft={draft} field="dueDay" name="dueDate" label={words.due} type="date" max="9999-12-31" />
      </div>
      <DeliverableError error={error} />
      <SaveBar
        isPending={isPending}
        isSaved={isSaved}
        label={words.save}
        draft={{ ...draft, isChanged: isNew || draft.isChanged }}
      />
    </Form>
  )
}
