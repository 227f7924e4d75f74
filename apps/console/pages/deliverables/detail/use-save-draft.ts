import { publishDeliverable, upsertDeliverable } from '../../../../../domains/delivery/deliverables/contract.ts'
import { call } from '../../../api/client.ts'
import { useChange } from '../../../api/use-change.ts'
import { toast } from '../../../parts/feedback/toast.ts'
import type { DraftOf } from '../../../parts/forms/use-draft.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { bodyOf, type DraftFields } from './draft-fields.ts'

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
