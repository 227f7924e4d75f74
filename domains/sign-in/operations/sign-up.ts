import { setTimeout as delay } from 'node:timers/promises'
import { handle, normalEmail } from '../../../platform/contract/index.ts'
import { countMail } from '../count-mail.ts'
import { signUp } from '../contract.ts'
import { passOn } from '../pass-on.ts'
import type { SignInParts } from '../parts.ts'

const floorMs = 400

// As long for an address that has an account as for one that has none.
export default (parts: SignInParts) =>
  handle(signUp, async (context) => {
    const { body, browser, ok } = context
    countMail(parts, browser.ip, body.email)
    const email = normalEmail(body.email)
    const asked = passOn(parts, signUp, context, { body: { ...body, email }, typedEmail: body.email.trim() })
    await Promise.all([asked, delay(floorMs)])
    return ok({ status: true })
  })
