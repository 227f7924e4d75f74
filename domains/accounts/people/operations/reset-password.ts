import { handle } from '../../../../platform/contract/index.ts'
import { resetPassword } from '../contract/sign-in.ts'
import { passOn } from '../sign-in/pass-on.ts'
import type { SignInParts } from '../sign-in/parts.ts'

export default (parts: SignInParts) =>
  handle(resetPassword, async (context) => {
    await passOn(parts, resetPassword, context, { whole: true })
    return context.ok({ status: true })
  })
