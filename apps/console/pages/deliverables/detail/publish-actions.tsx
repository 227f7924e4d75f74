import { unpublishDeliverable } from '../../../../../domains/delivery/deliverables/contract.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import type { View } from '../../../parts/deliverable/approvals.ts'
import { toast } from '../../../parts/feedback/toast.ts'
import type { DraftOf } from '../../../parts/forms/use-draft.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import type { DraftFields } from './draft-fields.ts'
import type { useSaving } from './use-save-draft.ts'
import { DeliverableError } from './deliverable-error.tsx'

/** Withdraws the published version. */
export const Withdraw = ({ cycleId, title }: Pick<View, 'cycleId' | 'title'>) => {
  const words = useDeliverableWords()
  return (
    <ConfirmButton
      size="small"
      label={words.withdraw}
      operation={unpublishDeliverable}
      input={{ params: { cycleId } }}
      then={() => toast(words.withdrawnToast)}
      title={words.withdrawTitle(title)}
      keep
    >
      <p>{words.withdrawMeans}</p>
    </ConfirmButton>
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
          variant={isQuiet || draft.isChanged ? 'outline' : 'primary'}
          disabled={publish.isPending || !isReady}
          onClick={() => publish.mutate(view !== undefined && !draft.isChanged)}
        >
          {publish.isPending ? words.publishing : words.publish((view?.submittedRevision ?? 0) + 1)}
        </Button>
      ) : null}
    </>
  )
}
