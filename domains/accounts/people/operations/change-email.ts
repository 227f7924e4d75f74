import { normalEmail } from '../../../../platform/contract/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { changeEmail } from '../contract/sign-in.ts'
import { limitMailRequests } from '../sign-in/limit-mail-requests.ts'
import { callLibrary } from '../sign-in/call-library.ts'
import type { SignInParts } from '../sign-in/parts.ts'
import { isFreshSession } from '../sign-in/store.ts'

const freshMinutes = 15

// The owner of the address has the account: a session that was left open somewhere is not enough for the change.
export default (parts: SignInParts) =>
  handle(changeEmail, async (context) => {
    const { body, browser, caller, fail, ok } = context
    const isFresh = await parts.database.identity((tx) => isFreshSession(tx, caller.credentialId, freshMinutes))
    if (!isFresh) return fail.notFresh()
    await limitMailRequests(parts, browser.ip, body.newEmail)
    const newEmail = normalEmail(body.newEmail)
    if (newEmail !== caller.person?.emailNormal) await callLibrary(parts, changeEmail, context, { body: { newEmail } })
    return ok({ status: true })
  })
