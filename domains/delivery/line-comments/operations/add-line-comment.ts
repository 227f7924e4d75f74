import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { findTask } from '../../tasks/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { addLineComment } from '../contract.ts'
import { presentLineComments } from '../present.ts'
import { addDraft } from '../store.ts'

export default handle(addLineComment, async ({ tx, params, body, caller, now, fail, absent, created }) => {
  const { id: taskId, projectId, cycleId, headSha } = (await findTask(tx, params.id)) ?? absent()
  const commitSha = headSha ?? fail.noChange()
  const { path, side, line, lineText, body: words } = body
  const of = { id: uuidv7(), projectId, cycleId, taskId, commitSha, createdBy: caller.userId }
  const row = (await addDraft(tx, { ...of, path, side, line, lineText, body: words, now })) ?? fail.tooManyDrafts()
  const [comment] = await presentLineComments(tx, [row])
  return created(comment!, auditSubject(row))
})
