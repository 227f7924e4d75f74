import { clientStatuses } from '../../../../../domains/delivery/deliverables/rules.ts'
import { DraftField, SaveBar } from '../../../parts/forms/draft-field.tsx'
import { DraftSelect } from '../../../parts/forms/draft-select.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import type { DraftOf } from '../../../parts/forms/use-draft.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { DeliverableError } from './deliverable-error.tsx'
import { useFormat } from '../../../format.ts'
import type { View } from '../../../parts/deliverable/approvals.ts'
import { changesBetween } from '../../../parts/deliverable/snapshot-changes.ts'
import { Differences } from '../../../parts/deliverable/snapshot-differences.tsx'
import { readSnapshot, type SnapshotContent } from '../../../parts/deliverable/snapshot.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { publishDeliverable, upsertDeliverable } from '../../../../../domains/delivery/deliverables/contract.ts'
import { call } from '../../../api/client.ts'
import { useChange } from '../../../api/use-change.ts'
import { toast } from '../../../parts/feedback/toast.ts'

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

interface NewInDraftProps {
  readonly view: View | undefined
  readonly draft: DraftOf<DraftFields>
}

/** The difference that publishing would make for readers, with typed values that are not saved yet. */
export const NewInDraft = ({ view, draft }: NewInDraftProps) => {
  const words = useDeliverableWords()
  const { day } = useFormat()
  if (view?.snapshot == null) return null
  const before = readSnapshot(view.snapshot)
  const after = draftPreview(draft.fields, view, before)
  const isEdited = changesBetween(before, after) !== undefined
  if (!isEdited && view.hasChanges !== true) return null
  const saved = draftPreview(draft.saved, view, before)
  // The server counts files and the commit as well; other differences belong to them.
  const isDelivered = view.hasChanges === true && changesBetween(before, saved) === undefined
  return (
    <div className="new-since">
      <h3>{words.pending(before.revision)}</h3>
      {isEdited ? <Differences before={before} after={after} words={words} states={words.states} day={day} /> : null}
      {isDelivered ? <p>{words.delivered}</p> : null}
    </div>
  )
}

interface PublishActionsProps {
  readonly view: View | undefined
  readonly draft: DraftOf<DraftFields>
  readonly publish: ReturnType<typeof useSaving>['publish']
  /** Something else on the page is the main task. */
  readonly isQuiet: boolean
}

/** Publishes the draft if that shows something new. */
export const PublishActions = ({ view, draft, publish, isQuiet }: PublishActionsProps) => {
  const words = useDeliverableWords()
  const isPublished = view !== undefined && view.publishedAt !== null
  const isNew = !isPublished || view.hasChanges === true || draft.isChanged
  const isReady = draft.fields.title.trim() !== '' && draft.conflicts.length === 0
  return (
    <>
      <DeliverableError error={publish.error} />
      {isNew ? (
        <Button
          variant={isQuiet || draft.isChanged || view === undefined ? 'outline' : 'primary'}
          disabled={publish.isPending || !isReady}
          onClick={() => publish.mutate(view !== undefined && !draft.isChanged)}
        >
          {publish.isPending ? words.publishing : words.publish((view?.submittedRevision ?? 0) + 1)}
        </Button>
      ) : null}
    </>
  )
}

/** Saving a draft, and publishing it: typed values are saved before. */
export const useSaving = (cycleId: string, draft: DraftOf<DraftFields>) => {
  const words = useDeliverableWords()
  const params = { cycleId }
  const upsert = async (_: void) => call(upsertDeliverable, { params, body: bodyOf(draft.fields, draft.mine) })
  const save = useChange(upsert, { calls: [upsertDeliverable], then: draft.clear })
  const publish = useChange(
    async (isSaved: boolean) => {
      if (!isSaved) await upsert()
      return call(publishDeliverable, { params })
    },
    {
      calls: [upsertDeliverable, publishDeliverable],
      then: ({ submittedRevision }) => {
        draft.clear()
        toast(words.published(submittedRevision))
      },
    },
  )
  return { save, publish }
}

/** A draft as its form has it: a day as the browser writes it, and empty texts for absent values. */
type DraftFields = ReturnType<typeof fieldsOf>

export const fieldsOf = (view: View | undefined, cycleTitle: string) => ({
  title: view?.title ?? cycleTitle.slice(0, 200),
  clientStatus: view?.clientStatus ?? ('draft' as const),
  dueDay: view?.dueDate?.slice(0, 10) ?? '',
  summary: view?.summary ?? '',
})

/** Noon of the day in UTC, which is that day nearly everywhere. */
const noonOf = (day: string) => (day === '' ? null : `${day}T12:00:00.000Z`)
const textOf = (summary: string) => (summary.trim() === '' ? null : summary)

/** The request of a draft: its title, and the changed fields. */
const bodyOf = ({ title }: DraftFields, { clientStatus, dueDay, summary }: Partial<DraftFields>) => ({
  title: title.trim(),
  ...(clientStatus !== undefined && { clientStatus }),
  ...(dueDay !== undefined && { dueDate: noonOf(dueDay) }),
  ...(summary !== undefined && { summary: textOf(summary) }),
})

/** The draft as a client would read it, with the files of the published version. */
const draftPreview = (fields: DraftFields, view: View, published: SnapshotContent): SnapshotContent => ({
  ...published,
  title: fields.title.trim(),
  clientStatus: fields.clientStatus,
  dueDate: fields.dueDay === (view.dueDate?.slice(0, 10) ?? '') ? view.dueDate : noonOf(fields.dueDay),
  summary: textOf(fields.summary),
})
