import { isAgency } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { aboutAttachment, shownAttachment } from '../attachments.ts'
import { removeCycleAttachment } from '../contract/attachments.ts'
import { removeAttachment } from '../store-attachments.ts'

export default handle(removeCycleAttachment, async ({ tx, params, caller, absent, fail, ok }) => {
  const cycle = (await findCycle(tx, params.id)) ?? absent()
  const attachment = (await shownAttachment(tx, cycle, params.attachmentId, caller)) ?? absent()
  if (!isAgency(caller.role) && attachment.isSent) return fail.sent()
  await removeAttachment(tx, attachment.id)
  return ok({ message: `The file “${attachment.name}” is removed.` }, aboutAttachment(cycle, attachment))
})
