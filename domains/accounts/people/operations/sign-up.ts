import { handle, normalEmail } from '../../../../platform/contract/index.ts'
import { askByMail } from '../sign-in/ask-by-mail.ts'
import { signUp } from '../contract/sign-in.ts'
import { passOn } from '../sign-in/pass-on.ts'
import type { SignInParts } from '../sign-in/parts.ts'

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
