import { validate } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { deletePreviewShare } from '../contract.ts'
import { deploymentSubject } from '../present.ts'
import { findDeployment } from '../store.ts'
import { removeShare } from '../store-shares.ts'

export default handle(deletePreviewShare, async ({ tx, params: { id, shareId }, absent, ok }) => {
  const row = (await findDeployment(tx, id)) ?? absent()
  const removed = validate(shareId) ? await removeShare(tx, shareId, row.projectId) : undefined
  if (!removed) return absent()
  return ok({ deleted: true }, deploymentSubject(row, { shareId }))
})
