import { handle } from '../../../../platform/contract/index.ts'
import { verifyEmail } from '../contract/sign-in.ts'
import { passOn } from '../sign-in/pass-on.ts'
import type { SignInParts } from '../sign-in/parts.ts'
import { isChange } from '../rules/sign-in.ts'

// Without a session the library would make one for whoever opens the link that changes an address.
export default (parts: SignInParts) =>
  handle(verifyEmail, async (context) => {
    const { query, browser, fail, ok } = context
    const person = isChange(query.token) ? (await parts.sessions.principal(browser.cookie))?.person : undefined
    if (isChange(query.token) && !person) return fail.signInFirst()
    await passOn(parts, verifyEmail, context, { whole: true, ...(person && { leaving: person.emailNormal }) })
    return ok({ status: true })
  })
