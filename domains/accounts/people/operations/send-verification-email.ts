import { handle, normalEmail } from '../../../../platform/contract/index.ts'
import { askByMail } from '../sign-in/ask-by-mail.ts'
import { sendVerificationEmail } from '../contract/sign-in.ts'
import { passOn } from '../sign-in/pass-on.ts'
import type { SignInParts } from '../sign-in/parts.ts'

const floorMs = 300

// Asked as a stranger, whoever asks: a session would learn more of its own address. As long for an address that is
// to be verified as for any other.
export default (parts: SignInParts) =>
  handle(sendVerificationEmail, async (context) => {
    const { body, browser, ok } = context
    const stranger = { ...context, browser: { ...browser, cookie: undefined } }
    const ask = () => passOn(parts, sendVerificationEmail, stranger, { body: { email: normalEmail(body.email) } })
    await askByMail(parts, context, floorMs, ask)
    return ok({ status: true })
  })
