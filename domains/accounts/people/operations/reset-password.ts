import { handle } from '../../../../platform/handler/index.ts'
import { resetPassword } from '../contract/sign-in.ts'
import { finishPasswordReset } from '../sign-in/finish-password-reset.ts'
import { callLibrary } from '../sign-in/call-library.ts'
import type { SignInParts } from '../sign-in/parts.ts'

export default (parts: SignInParts) =>
  handle(resetPassword, async (context) => {
    let result = { passkeysRemoved: 0, apiKeysKept: 0 }
    await callLibrary(parts, resetPassword, context, {
      whole: true,
      alongside: async (tx, userId) => {
        result = await finishPasswordReset(parts, tx, userId)
      },
    })
    return context.ok({ status: true, ...result })
  })
