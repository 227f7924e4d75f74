import { setTimeout as delay } from 'node:timers/promises'
import { handle, normalEmail } from '../../../platform/contract/index.ts'
import { requestPasswordReset } from '../contract.ts'
import { countMail } from '../count-mail.ts'
import { passOn } from '../pass-on.ts'
import type { SignInParts } from '../parts.ts'

const floorMs = 300

// As long for an address that has an account as for one that has none.
export default (parts: SignInParts) =>
  handle(requestPasswordReset, async (context) => {
    const { body, browser, ok } = context
    countMail(parts, browser.ip, body.email)
    const asked = passOn(parts, requestPasswordReset, context, { body: { email: normalEmail(body.email) } })
    await Promise.all([asked, delay(floorMs)])
    return ok({ status: true })
  })
