import { handle } from '../../../../platform/handler/index.ts'
import { connectionAuditSubject } from '../audit-subject.ts'
import { disconnectPaymentProvider } from '../contract.ts'
import { noConnection } from '../present.ts'
import { countLive } from '../store-checkouts.ts'
import { disconnectConnection, forgetSpentKeys, holdConnection } from '../store.ts'

export default handle(disconnectPaymentProvider, async ({ tx, caller, now, fail, ok }) => {
  const row = (await holdConnection(tx)) ?? fail.notConnected()
  const openCheckouts = await countLive(tx)
  await disconnectConnection(tx, { id: row.id, now, userId: caller.userId })
  await forgetSpentKeys(tx)
  return ok(noConnection, connectionAuditSubject(row, { openCheckouts }))
})
