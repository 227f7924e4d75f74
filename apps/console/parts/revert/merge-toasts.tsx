import { useEffect } from 'react'
import { getCycle } from '../../../../domains/delivery/cycles/contract.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { useUndoWords } from '../../words/undo/index.ts'
import { toast } from '../feedback/toast.ts'
import { forgetApproval, undoOf, type ApprovedCycle } from './approved-cycles.ts'
import { useRevertCycle } from './use-revert-cycle.ts'

/** Offers to take back each change that the person approved in this tab, once it is merged. */
export const MergeToasts = ({ approved }: { readonly approved: readonly ApprovedCycle[] }) =>
  approved.map((one) => <MergeToast key={one.id} approved={one} />)

const MergeToast = ({ approved }: { readonly approved: ApprovedCycle }) => {
  const words = useUndoWords()
  const { id } = approved
  const cycle = useLateReply(getCycle, { params: { id } }).data?.cycle
  const { mutateAsync: revert } = useRevertCycle()
  useEffect(() => {
    if (!cycle) return
    const undo = undoOf(cycle, approved, Date.now())
    if (undo === 'wait') return
    forgetApproval(id)
    if (undo === 'forget') return
    const { title, projectId } = cycle
    const act = async () => {
      const { notStarted } = await revert({ id, projectId })
      if (notStarted) throw new Error(notStarted.title)
    }
    toast(words.merged(title), {
      words: { undo: words.undo, done: words.revertStarted(title), failed: words.revertNotStarted(title) },
      act,
    })
  }, [id, cycle, approved, words, revert])
  return null
}
