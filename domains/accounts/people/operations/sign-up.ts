import { v7 as uuidv7 } from 'uuid'
import { isMailAddress, normalEmail } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { signUp } from '../contract/sign-in.ts'
import { requestByMail } from '../sign-in/request-by-mail.ts'
import type { SignInParts } from '../sign-in/parts.ts'
import { keepSignUp } from '../sign-in/sign-ups.ts'

const floorMs = 400

// As long, and with the same cookie, for an address that has an account as for one that has none.
export default (parts: SignInParts) =>
  handle(signUp, async (context) => {
    const { body, browser, fail, ok } = context
    const auth = await parts.auth()
    if (!auth) return fail.unavailable()
    const id = uuidv7()
    const email = body.email.trim()
    const emailNormal = normalEmail(body.email)
    if (!isMailAddress(email)) return fail.invalidEmail()
    await requestByMail(parts, context, floorMs, async () => {
      const password = await (await auth.$context).password.hash(body.password)
      await keepSignUp(parts, { id, email, emailNormal, name: body.name, password })
    })
    browser.keep(parts.signUpLinks.remember(id))
    return ok({ status: true })
  })
