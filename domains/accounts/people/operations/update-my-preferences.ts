import { handle } from '../../../../platform/handler/index.ts'
import type { AccountEventParts } from '../account-events.ts'
import { updateMyPreferences } from '../contract/preferences.ts'
import { keepAccountEvent } from '../keep-account-event.ts'
import { changePreferences } from '../store-preferences.ts'

export default (parts: AccountEventParts) =>
  handle(updateMyPreferences, async ({ tx, caller: { userId }, body, now, requestId, traceId, absent, ok }) => {
    const preferences = (await changePreferences(tx, userId, body, now)) ?? absent()
    // Every workspace of the person gets the row: it names no cycle of another one.
    const { dismissFailure, restoreFailure, ...choices } = body
    const details = {
      ...choices,
      ...(dismissFailure && { failuresDismissed: 1 }),
      ...(restoreFailure && { failuresRestored: 1 }),
    }
    const event = { action: 'user.preferences_update', category: 'update', details } as const
    await keepAccountEvent(tx, { ...event, userId, requestId, traceId }, parts)
    return ok(preferences)
  })
