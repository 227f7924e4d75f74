import { handle } from '../../../../platform/handler/index.ts'
import type { AccountEventParts } from '../account-events.ts'
import { switchOffLetters } from '../contract/letters.ts'
import { keepAccountEvent } from '../keep-account-event.ts'
import type { LetterTokens } from '../letter-tokens.ts'
import { changeLetterSettings } from '../store-letters.ts'

const none = { requests: false, approvals: false, failedRuns: false, budgets: false }

export default (parts: AccountEventParts & { readonly letterTokens: LetterTokens }) =>
  handle(switchOffLetters, async ({ params, now, requestId, traceId, fail, ok }) => {
    const userId = parts.letterTokens.personOf(params.token) ?? fail.unknownToken()
    await parts.database.identity(async (tx) => {
      if (!(await changeLetterSettings(tx, userId, none, now))) return fail.unknownToken()
      const event = { action: 'user.letters_update', category: 'update', details: none } as const
      return keepAccountEvent(tx, { ...event, userId, requestId, traceId }, parts)
    })
    return ok({ message: 'You get no more such letters. Sign in to switch them on again.' })
  })
