import { validate } from 'uuid'
import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { actAfter } from '../me/act-after.ts'
import type { ActParts } from '../me/acts.ts'
import { revokeMySession } from '../contract/me.ts'
import { removeSession } from '../me/store-me.ts'

export default (parts: ActParts) =>
  handle(revokeMySession, async ({ tx, params: { sessionId }, caller: { userId }, requestId, traceId, fail, ok }) => {
    const isRemoved = validate(sessionId) && (await removeSession(tx, sessionId, userId))
    if (!isRemoved) return fail.sessionAbsent()
    revoke(tx, { userIds: [userId] })
    const act = { action: 'auth.session_revoke', details: { sessionId } } as const
    await actAfter(tx, { ...act, userId, requestId, traceId }, parts)
    return ok({ message: 'The session has ended.' })
  })
