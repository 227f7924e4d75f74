import { handle } from '../../../../platform/handler/index.ts'
import { decideAiDocumentPage } from '../contract.ts'
import { presentDocument } from '../present.ts'
import { decidePage, findDocument, lockDocument } from '../store.ts'
import { hasPage } from '../store-parses.ts'

export default handle(decideAiDocumentPage, async ({ tx, caller, params, body, now, absent, fail, ok }) => {
  await lockDocument(tx, params.id)
  const document = (await findDocument(tx, caller, params.id)) ?? absent()
  if (!document.isCritical || document.parseStatus !== 'parsed') return fail.notReviewed()
  const { page: number, decision } = body
  if (!(await hasPage(tx, document.parseId, number))) return fail.noPage()
  await decidePage(tx, { documentId: document.id, number, decision, userId: caller.userId, now })
  const decided = (await findDocument(tx, caller, params.id))!
  const within = document.projectId === null ? {} : { within: { projectId: document.projectId } }
  return ok(presentDocument(decided), {
    resource: ['ai_document', document.id],
    metadata: { number, decision },
    ...within,
  })
})
