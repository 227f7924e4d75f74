import { handle } from '../../../../platform/handler/index.ts'
import { registerPasskey } from '../contract/sign-in.ts'
import { passkeyWasAdded } from '../sign-in/notices.ts'
import type { SignInParts } from '../sign-in/parts.ts'
import { callLibrary } from '../sign-in/call-library.ts'
import { findRecipient } from '../sign-in/store.ts'

export default (parts: SignInParts) =>
  handle(registerPasskey, async (context) => {
    const answer = await callLibrary(parts, registerPasskey, context, {
      whole: true,
      alongside: async (tx, userId) => {
        const person = await findRecipient(tx, userId)
        if (person) await parts.accountMail().notify(person, passkeyWasAdded(context.body.name))
      },
    })
    return context.ok(answer as never)
  })
