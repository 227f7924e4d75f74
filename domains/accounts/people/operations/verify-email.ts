import { handle, type Context } from '../../../../platform/handler/index.ts'
import { verifyEmail } from '../contract/sign-in.ts'
import { isChange } from '../rules/sign-in.ts'
import { confirmSignUp } from '../sign-in/confirm-sign-up.ts'
import { callLibrary } from '../sign-in/call-library.ts'
import type { SignInParts } from '../sign-in/parts.ts'

export default (parts: SignInParts) =>
  handle(verifyEmail, async (context) =>
    isChange(context.body.token) ? changeAddress(parts, context) : confirmSignUp(parts, context),
  )

// Without a session the library would make one for each visitor of the link that changes an address.
const changeAddress = async (parts: SignInParts, context: Context<typeof verifyEmail>) => {
  const { body, browser, fail, ok } = context
  const person = (await parts.sessions.principal(browser.cookie))?.person
  if (!person) return fail.signInFirst()
  await callLibrary(parts, verifyEmail, context, {
    whole: true,
    leaving: person.emailNormal,
    query: { token: body.token },
  })
  return ok({ status: true })
}
