import { setTimeout as delay } from 'node:timers/promises'
import { handle, normalEmail } from '../../../platform/contract/index.ts'
import { sendVerificationEmail } from '../contract.ts'
import { countMail } from '../count-mail.ts'
import { passOn } from '../pass-on.ts'
import type { SignInParts } from '../parts.ts'

const floorMs = 300

// Asked as a stranger, whoever asks: a session would learn more of its own address. As long for an address that is
// to be verified as for any other.
export default (parts: SignInParts) =>
  handle(sendVerificationEmail, async (context) => {
    const { body, browser, ok } = context
    countMail(parts, browser.ip, body.email)
    const stranger = { ...context, browser: { ...browser, cookie: undefined } }
    const asked = passOn(parts, sendVerificationEmail, stranger, { body: { email: normalEmail(body.email) } })
    await Promise.all([asked, delay(floorMs)])
    return ok({ status: true })
  })
