import { handle, normalEmail } from '../../../platform/contract/index.ts'
import { askByMail } from '../ask-by-mail.ts'
import { signUp } from '../contract.ts'
import { passOn } from '../pass-on.ts'
import type { SignInParts } from '../parts.ts'

const floorMs = 400

// As long for an address that has an account as for one that has none.
export default (parts: SignInParts) =>
  handle(signUp, async (context) => {
    const { body, ok } = context
    const email = normalEmail(body.email)
    const ask = () => passOn(parts, signUp, context, { body: { ...body, email }, typedEmail: body.email.trim() })
    await askByMail(parts, context, floorMs, ask)
    return ok({ status: true })
  })
