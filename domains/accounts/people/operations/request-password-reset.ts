import { normalEmail } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { requestByMail } from '../sign-in/request-by-mail.ts'
import { requestPasswordReset } from '../contract/sign-in.ts'
import { callLibrary } from '../sign-in/call-library.ts'
import type { SignInParts } from '../sign-in/parts.ts'
import { sendLinkAgain } from '../sign-in/sign-ups.ts'

const floorMs = 300

// As long for an address that has an account as for one that has none. The link of a sign-up sets a password too.
export default (parts: SignInParts) =>
  handle(requestPasswordReset, async (context) => {
    const { body, ok } = context
    const email = normalEmail(body.email)
    await requestByMail(parts, context, floorMs, async () => {
      await callLibrary(parts, requestPasswordReset, context, { body: { email } })
      await sendLinkAgain(parts, email)
    })
    return ok({ status: true })
  })
