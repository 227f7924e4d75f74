import { handle } from '../../../../platform/handler/index.ts'
import { admitByLetter, limitNetwork, type SignInParts } from '../../people/index.ts'
import { signUpByPortalInvitation } from '../contract/portals.ts'
import { takeLetterProof } from '../store-letter-proof.ts'

export default (parts: SignInParts) =>
  handle(signUpByPortalInvitation, async (context) => {
    const { body, browser, fail, ok } = context
    if (!parts.canSignIn) return fail.unavailable()
    const network = await limitNetwork(parts, browser.ip)
    const { token, letterToken, name } = body
    const admitted = await admitByLetter(parts, context, name, (tx) => takeLetterProof(tx, token, letterToken))
    if (admitted === 'unproved') return fail.invalidToken()
    await parts.networks.succeeded(network)
    if (admitted === 'known') return fail.hasAccount()
    return ok({ user: admitted })
  })
