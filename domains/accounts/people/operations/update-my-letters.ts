import { handle } from '../../../../platform/handler/index.ts'
import type { AccountEventParts } from '../account-events.ts'
import { updateMyLetters } from '../contract/letters.ts'
import { keepAccountEvent } from '../keep-account-event.ts'
import { changeLetterSettings } from '../store-letters.ts'

export default (parts: AccountEventParts) =>
  handle(updateMyLetters, async ({ tx, caller: { userId }, body, now, requestId, traceId, absent, ok }) => {
    const settings = (await changeLetterSettings(tx, userId, body, now)) ?? absent()
    const event = { action: 'user.letters_update', category: 'update', details: { ...body } } as const
    await keepAccountEvent(tx, { ...event, userId, requestId, traceId }, parts)
    return ok(settings)
  })
