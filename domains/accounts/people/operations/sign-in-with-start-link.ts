import { handle } from '../../../../platform/handler/index.ts'
import { signInWithPassword, signInWithStartLink } from '../contract/sign-in.ts'
import { callLibrary } from '../sign-in/call-library.ts'
import { limitNetwork } from '../sign-in/limit-network.ts'
import type { SignInParts } from '../sign-in/parts.ts'

/** The password of the first owner, as they would type it: if it was changed since, the link signs in no one. */
const asPassword = { ...signInWithPassword, errors: signInWithStartLink.errors }

export default (parts: SignInParts) =>
  handle(signInWithStartLink, async (context) => {
    const { body, browser, requestId, fail, ok } = context
    if (!parts.canSignIn) return fail.unavailable()
    const network = await limitNetwork(parts, browser.ip)
    const credentials = parts.startLink.take(body.token, new Date())
    if (!credentials) {
      parts.log.info({ ip: browser.ip, requestId }, 'Rejected a start link')
      return fail.wrong()
    }
    const answer = await callLibrary(parts, asPassword, context, { body: { ...credentials } })
    await parts.networks.succeeded(network)
    return ok(answer as never)
  })
