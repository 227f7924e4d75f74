import { validate } from 'uuid'
import { revoke } from '../../../platform/access/index.ts'
import { handle } from '../../../platform/contract/index.ts'
import { actAfter } from '../act-after.ts'
import type { ActParts } from '../acts.ts'
import { revokeMySession } from '../contract.ts'
import { removeSession } from '../store-me.ts'

export default (parts: ActParts) =>
  handle(revokeMySession, async ({ tx, params: { sessionId }, caller: { userId }, requestId, traceId, fail, ok }) => {
    const isRemoved = validate(sessionId) && (await removeSession(tx, sessionId, userId))
    if (!isRemoved) return fail.sessionAbsent()
    revoke(tx, { userIds: [userId] })
    const act = { action: 'auth.session_revoke', details: { sessionId } } as const
    await actAfter(tx, { ...act, userId, requestId, traceId }, parts)
    return ok({ message: 'The session has ended.' })
  })
