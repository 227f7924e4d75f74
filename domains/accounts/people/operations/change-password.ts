import { handle, refuse } from '../../../../platform/handler/index.ts'
import { changePassword } from '../contract/sign-in.ts'
import { passwordWasChanged } from '../sign-in/notices.ts'
import { callLibrary } from '../sign-in/call-library.ts'
import type { SignInParts } from '../sign-in/parts.ts'
import { findRecipient } from '../sign-in/store.ts'

// Counted by the session: the thief of one cannot guess the password.
export default (parts: SignInParts) =>
  handle(changePassword, async (context) => {
    const { body, caller, ok } = context
    const name = `session ${caller.credentialId}`
    const waitSeconds = await parts.accounts.attempt(name)
    if (waitSeconds !== undefined) return refuse('rateLimited', undefined, waitSeconds)
    await callLibrary(parts, changePassword, context, {
      body: { ...body, revokeOtherSessions: true },
      whole: true,
      alongside: async (tx, userId) => {
        const person = await findRecipient(tx, userId)
        if (person) await parts.accountMail().notify(person, passwordWasChanged)
      },
    })
    await parts.accounts.succeeded(name, true)
    return ok({ status: true })
  })
