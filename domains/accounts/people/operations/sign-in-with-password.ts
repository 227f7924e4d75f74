import { normalEmail } from '../../../../platform/contract/index.ts'
import { handle, Refusal, refuse } from '../../../../platform/handler/index.ts'
import { networkOf } from '../../../../platform/waiting/index.ts'
import { signInWithPassword } from '../contract/sign-in.ts'
import { recordSignInFailure } from '../sign-in/record-sign-in-failure.ts'
import { findSignUpOf } from '../sign-in/store-sign-ups.ts'
import { sendLinkAgain } from '../sign-in/sign-ups.ts'
import type { SignUpRow } from '../sign-in/tables.ts'
import { callLibrary } from '../sign-in/call-library.ts'
import type { SignInParts } from '../sign-in/parts.ts'

export default (parts: SignInParts) =>
  handle(signInWithPassword, async (context) => {
    const { body, browser, fail, ok } = context
    const email = normalEmail(body.email)
    const device = parts.devices.known(browser.cookie, email)
    const network = device ? undefined : networkOf(browser.ip)
    const account = device ? `device ${device}` : `${network} ${email}`
    const networkWaits = network === undefined ? undefined : await parts.networks.attempt(network)
    const waitSeconds = networkWaits ?? (await parts.accounts.attempt(account))
    if (waitSeconds !== undefined) return refuse('rateLimited', undefined, waitSeconds)
    try {
      const signUp = await parts.database.identity((tx) => findSignUpOf(tx, email))
      if (signUp && (await waitsForProof(parts, signUp, body.password))) return fail.emailNotVerified()
      if (signUp) return fail.wrong()
      const answer = await callLibrary(parts, signInWithPassword, context, { body: { ...body, email } })
      if (network !== undefined) await parts.networks.succeeded(network)
      await parts.accounts.succeeded(account, true)
      browser.keep(parts.devices.remember(email))
      return ok(answer as never)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'invalid_credentials') recordSignInFailure(parts, email, context)
      throw error
    }
  })

/** Whether it is the password of a sign-up that waits for the proof of its address; then its link is sent once more. */
const waitsForProof = async (parts: SignInParts, { emailNormal, password: hash }: SignUpRow, password: string) => {
  const context = await (await parts.auth())?.$context
  const isRight = context !== undefined && (await context.password.verify({ hash, password }))
  if (isRight) await sendLinkAgain(parts, emailNormal)
  return isRight
}
