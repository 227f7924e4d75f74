import { handle } from '../../../../platform/handler/index.ts'
import { deleteChatChannel } from '../contract.ts'
import { chatAuditSubject } from '../present.ts'
import { removeChatChannel } from '../store.ts'

export default handle(deleteChatChannel, async ({ tx, params, absent, ok }) => {
  const row = (await removeChatChannel(tx, params.id)) ?? absent()
  return ok({ deleted: true }, chatAuditSubject(row))
})
