import { handle, normalEmail } from '../../../platform/contract/index.ts'
import { changeEmail } from '../contract.ts'
import { countMail } from '../count-mail.ts'
import { passOn } from '../pass-on.ts'
import type { SignInParts } from '../parts.ts'

export default (parts: SignInParts) =>
  handle(changeEmail, async (context) => {
    const { body, browser, caller, ok } = context
    countMail(parts, browser.ip, body.newEmail)
    const newEmail = normalEmail(body.newEmail)
    if (newEmail !== caller.person?.emailNormal) await passOn(parts, changeEmail, context, { body: { newEmail } })
    return ok({ status: true })
  })
