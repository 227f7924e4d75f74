import { handle, normalEmail } from '../../../../platform/contract/index.ts'
import { askByMail } from '../sign-in/ask-by-mail.ts'
import { requestPasswordReset } from '../contract/sign-in.ts'
import { passOn } from '../sign-in/pass-on.ts'
import type { SignInParts } from '../sign-in/parts.ts'

const floorMs = 300

// As long for an address that has an account as for one that has none.
export default (parts: SignInParts) =>
  handle(requestPasswordReset, async (context) => {
    const { body, ok } = context
    const ask = () => passOn(parts, requestPasswordReset, context, { body: { email: normalEmail(body.email) } })
    await askByMail(parts, context, floorMs, ask)
    return ok({ status: true })
  })
