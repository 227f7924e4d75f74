import { handle } from '../../../../platform/handler/index.ts'
import { preferencesOf, changePreferences } from '../store-preferences.ts'
import { type AccountEventParts, keepAccountEvent } from '../account-events.ts'
import * as preferencesContract from '../contract/preferences.ts'

export const getMyPreferences = handle(preferencesContract.getMyPreferences, async ({ tx, caller, ok }) =>
  ok(await preferencesOf(tx, caller.userId)),
)

export const updateMyPreferences = (parts: AccountEventParts) =>
  handle(
    preferencesContract.updateMyPreferences,
    async ({ tx, caller: { userId }, body, now, requestId, traceId, absent, ok }) => {
      const preferences = (await changePreferences(tx, userId, body, now)) ?? absent()
      // Every workspace of the person gets the row: it names no cycle of another workspace.
      const { dismissFailure, restoreFailure, ...choices } = body
      const details = {
        ...choices,
        ...(dismissFailure && { failuresDismissed: 1 }),
        ...(restoreFailure && { failuresRestored: 1 }),
      }
      const event = { action: 'user.preferences_update', category: 'update', details } as const
      await keepAccountEvent(tx, { ...event, userId, requestId, traceId }, parts)
      return ok(preferences)
    },
  )
