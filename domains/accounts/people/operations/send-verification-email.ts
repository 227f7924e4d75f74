import { isMailAddress, normalEmail } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { sendVerificationEmail } from '../contract/sign-in.ts'
import { requestByMail } from '../sign-in/request-by-mail.ts'
import type { SignInParts } from '../sign-in/parts.ts'
import { sendLinkAgain } from '../sign-in/sign-ups.ts'

const floorMs = 300

// As long for an address that is to be verified as for any other.
export default (parts: SignInParts) =>
  handle(sendVerificationEmail, async (context) => {
    const { body, fail, ok } = context
    if (!(await parts.auth())) return fail.unavailable()
    const email = normalEmail(body.email)
    if (!isMailAddress(email)) return fail.invalidEmail()
    await requestByMail(parts, context, floorMs, () => sendLinkAgain(parts, email))
    return ok({ status: true })
  })
