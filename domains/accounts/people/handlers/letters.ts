import { handle } from '../../../../platform/handler/index.ts'
import { letterSettingsOf, changeLetterSettings } from '../store-letters.ts'
import { type AccountEventParts, keepAccountEvent } from '../account-events.ts'
import type { LetterTokens } from '../letter-tokens.ts'
import * as lettersContract from '../contract/letters.ts'

export const getMyLetters = handle(lettersContract.getMyLetters, async ({ tx, caller, ok }) =>
  ok(await letterSettingsOf(tx, caller.userId)),
)

const none = { requests: false, approvals: false, failedRuns: false, budgets: false }

export const switchOffLetters = (parts: AccountEventParts & { readonly letterTokens: LetterTokens }) =>
  handle(lettersContract.switchOffLetters, async ({ params, now, requestId, traceId, fail, ok }) => {
    const userId = parts.letterTokens.personOf(params.token) ?? fail.unknownToken()
    await parts.database.identity(async (tx) => {
      if (!(await changeLetterSettings(tx, userId, none, now))) return fail.unknownToken()
      const event = { action: 'user.letters_update', category: 'update', details: none } as const
      return keepAccountEvent(tx, { ...event, userId, requestId, traceId }, parts)
    })
    return ok({ message: 'You get no more such letters. Sign in to switch them on again.' })
  })

export const updateMyLetters = (parts: AccountEventParts) =>
  handle(
    lettersContract.updateMyLetters,
    async ({ tx, caller: { userId }, body, now, requestId, traceId, absent, ok }) => {
      const settings = (await changeLetterSettings(tx, userId, body, now)) ?? absent()
      const event = { action: 'user.letters_update', category: 'update', details: { ...body } } as const
      await keepAccountEvent(tx, { ...event, userId, requestId, traceId }, parts)
      return ok(settings)
    },
  )
