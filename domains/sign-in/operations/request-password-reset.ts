import { handle, normalEmail } from '../../../platform/contract/index.ts'
import { askByMail } from '../ask-by-mail.ts'
import { requestPasswordReset } from '../contract.ts'
import { passOn } from '../pass-on.ts'
import type { SignInParts } from '../parts.ts'

const floorMs = 300

// As long for an address that has an account as for one that has none.
export default (parts: SignInParts) =>
  handle(requestPasswordReset, async (context) => {
    const { body, ok } = context
    const ask = () => passOn(parts, requestPasswordReset, context, { body: { email: normalEmail(body.email) } })
    await askByMail(parts, context, floorMs, ask)
    return ok({ status: true })
  })
