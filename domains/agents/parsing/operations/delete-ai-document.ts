import { handle } from '../../../../platform/handler/index.ts'
import { deleteAiDocument } from '../contract.ts'
import { isBeingRead } from '../rules.ts'
import { findDocument, lockDocument, removeDocument } from '../store.ts'

export default handle(deleteAiDocument, async ({ tx, caller, params, absent, fail, ok }) => {
  await lockDocument(tx, params.id)
  const document = (await findDocument(tx, caller, params.id)) ?? absent()
  if (isBeingRead(document.parseStatus)) return fail.beingRead()
  await removeDocument(tx, document)
  const within = document.projectId === null ? {} : { within: { projectId: document.projectId } }
  return ok(
    { message: `The document “${document.title}” is deleted.` },
    { resource: ['ai_document', document.id], metadata: { title: document.title }, ...within },
  )
})
