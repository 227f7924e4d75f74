import { handle } from '../../../../platform/handler/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { deleteLineComment } from '../contract.ts'
import { deleteDraft } from '../store.ts'

export default handle(deleteLineComment, async ({ tx, params: { id: taskId, commentId: id }, caller, absent, ok }) => {
  const row = (await deleteDraft(tx, { id, taskId, userId: caller.userId })) ?? absent()
  return ok({ message: 'The draft is deleted.' }, auditSubject(row))
})
