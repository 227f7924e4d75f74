import { useFormat } from '../../../format.ts'
import type { View } from '../../../parts/deliverable/approvals.ts'
import { changesBetween } from '../../../parts/deliverable/snapshot-changes.ts'
import { Differences } from '../../../parts/deliverable/snapshot-differences.tsx'
import { readSnapshot } from '../../../parts/deliverable/snapshot.ts'
import type { DraftOf } from '../../../parts/forms/use-draft.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { draftPreview, type DraftFields } from './draft-fields.ts'

interface NewInDraftProps {
  readonly view: View | undefined
  readonly draft: DraftOf<DraftFields>
}

/** The difference that publishing would make for readers, with typed values that are not saved yet. */
export const NewInDraft = ({ view, draft }: NewInDraftProps) => {
  const words = useDeliverableWords()
  const { day } = useFormat()
  if (view?.snapshot == null) return <p className="quiet new-since">{words.first}</p>
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
