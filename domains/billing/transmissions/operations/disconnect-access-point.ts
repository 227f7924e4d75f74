import { handle } from '../../../../platform/handler/index.ts'
import { connectionAuditSubject } from '../audit-subject.ts'
import { disconnectAccessPoint } from '../contract.ts'
import { endUnsent } from '../learn.ts'
import { noConnection } from '../present.ts'
import { disconnectConnection, forgetSpentKeys, holdConnection } from '../store.ts'
import { holdUnsent, restDisconnected } from '../store-transmissions.ts'

export default handle(disconnectAccessPoint, async ({ tx, caller, now, fail, ok }) => {
  const row = (await holdConnection(tx)) ?? fail.notConnected()
  const unsent = await holdUnsent(tx, row.id)
  for (const transmission of unsent) await endUnsent(tx, transmission, { reason: 'disconnected', detail: null })
  await disconnectConnection(tx, { id: row.id, now, userId: caller.userId })
  await restDisconnected(tx)
  await forgetSpentKeys(tx)
  return ok(noConnection, connectionAuditSubject(row, { unsent: unsent.length }))
})
