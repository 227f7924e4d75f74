import { validate } from 'uuid'
import { revoke } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { keepAccountEvent } from '../keep-account-event.ts'
import type { AccountEventParts } from '../account-events.ts'
import { revokeMySession } from '../contract/me.ts'
import { removeSession } from '../store-me.ts'

export default (parts: AccountEventParts) =>
  handle(revokeMySession, async ({ tx, params: { sessionId }, caller: { userId }, requestId, traceId, fail, ok }) => {
    const isRemoved = validate(sessionId) && (await removeSession(tx, sessionId, userId))
    if (!isRemoved) return fail.sessionAbsent()
    revoke(tx, { userIds: [userId] })
    const event = { action: 'auth.session_revoke', details: { sessionId } } as const
    await keepAccountEvent(tx, { ...event, userId, requestId, traceId }, parts)
    return ok({ message: 'The session has ended.' })
  })
