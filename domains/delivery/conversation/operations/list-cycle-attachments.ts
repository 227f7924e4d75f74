import { isAgency } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { listCycleAttachments } from '../contract/attachments.ts'
import { presentAttachments } from '../present-attachments.ts'
import { isAttachmentShown } from '../rules/attachments.ts'
import { attachmentsOf } from '../store-attachments.ts'

export default handle(listCycleAttachments, async ({ tx, params, caller, absent, ok }) => {
  const { id } = (await findCycle(tx, params.id)) ?? absent()
  const reader = { userId: caller.userId, isOfAgency: isAgency(caller.role) }
  const shown = (await attachmentsOf(tx, id)).filter((row) => isAttachmentShown(row, reader))
  return ok(await presentAttachments(tx, caller, shown))
})
