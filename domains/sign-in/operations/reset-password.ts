import { handle } from '../../../platform/contract/index.ts'
import { resetPassword } from '../contract.ts'
import { passOn } from '../pass-on.ts'
import type { SignInParts } from '../parts.ts'

export default (parts: SignInParts) =>
  handle(resetPassword, async (context) => {
    await passOn(parts, resetPassword, context, { whole: true })
    return context.ok({ status: true })
  })
