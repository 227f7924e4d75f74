import { v7 as uuidv7 } from 'uuid'
import { normalEmail, isMailAddress } from '../../../../platform/contract/index.ts'
import { handle, refuse, Refusal, type Context } from '../../../../platform/handler/index.ts'
import { networkOf } from '../../../../platform/waiting/index.ts'
import * as signInContract from '../contract/sign-in.ts'
import { isChange } from '../rules/sign-in.ts'
import { passwordWasChanged, passkeyWasAdded } from '../sign-in/account-mail.ts'
import { forwardToLibrary, callLibrary } from '../sign-in/call-library.ts'
import { sendLinkAgain, startSignUp, confirmSignUp } from '../sign-in/confirm-sign-up.ts'
import type { SignInParts } from '../sign-in/parts.ts'
import { recordSignInFailure } from '../sign-in/record-sign-in-failure.ts'
import {
  finishPasswordReset,
  limitMailRequests,
  limitNetwork,
  notifyPerson,
  requestByMail,
} from '../sign-in/request-by-mail.ts'
import { notePasskey, findSignUpOf } from '../sign-in/store-sign-ups.ts'
import { isFreshSession } from '../sign-in/store.ts'
import type { SignUpRow } from '../sign-in/tables.ts'

const freshMinutes = 15

// The owner of the address has the account: a session that was left open somewhere is not enough for the change.
const changeEmail = (parts: SignInParts) =>
  handle(signInContract.changeEmail, async (context) => {
    const { body, browser, caller, fail, ok } = context
    const isFresh = await parts.database.identity((tx) =>
      isFreshSession(tx, { sessionId: caller.credentialId, minutes: freshMinutes }),
    )
    if (!isFresh) return fail.notFresh()
    await limitMailRequests(parts, browser.ip, body.newEmail)
    const newEmail = normalEmail(body.newEmail)
    if (newEmail !== caller.person?.emailNormal)
      await callLibrary(parts, signInContract.changeEmail, context, { body: { newEmail } })
    return ok({ status: true })
  })

// Counted by session, so that the thief of a session cannot guess the password.
const changePassword = (parts: SignInParts) =>
  handle(signInContract.changePassword, async (context) => {
    const { body, caller, ok } = context
    const name = `session ${caller.credentialId}`
    const waitSeconds = await parts.accounts.attempt(name)
    if (waitSeconds !== undefined) return refuse('rateLimited', undefined, waitSeconds)
    await callLibrary(parts, signInContract.changePassword, context, {
      body: { ...body, revokeOtherSessions: true },
      whole: true,
      alongside: (tx, userId) => notifyPerson(parts, tx, userId, passwordWasChanged),
    })
    await parts.accounts.succeeded(name, true)
    return ok({ status: true })
  })

const getSession = (parts: SignInParts) =>
  handle(signInContract.getSession, async (context) => {
    const answer = (await callLibrary(parts, signInContract.getSession, context)) as {
      readonly session: NonNullable<Reply['session']> & { readonly token: string }
      readonly user: NonNullable<Reply['user']>
    } | null
    if (!answer) return context.ok({ session: null, user: null })
    const { id, userId, expiresAt, createdAt, updatedAt } = answer.session
    return context.ok({ session: { id, userId, expiresAt, createdAt, updatedAt }, user: answer.user })
  })

type Reply = Parameters<Parameters<Parameters<typeof handle<typeof signInContract.getSession>>[1]>[0]['ok']>[0]
const registerPasskey = (parts: SignInParts) =>
  handle(signInContract.registerPasskey, async (context) => {
    const answer = await callLibrary(parts, signInContract.registerPasskey, context, {
      whole: true,
      alongside: (tx, userId) => notifyPerson(parts, tx, userId, passkeyWasAdded(context.body.name)),
    })
    return context.ok(answer as never)
  })

// Longer than either answer takes, so that the time does not reveal whether an account has the address.
const floorMs = 300
const signUpFloorMs = 400

// Takes the same time for addresses with and without an account. The link of a sign-up sets a password too.
const requestPasswordReset = (parts: SignInParts) =>
  handle(signInContract.requestPasswordReset, async (context) => {
    const { body, ok } = context
    const email = normalEmail(body.email)
    await requestByMail(parts, context, floorMs, async () => {
      await callLibrary(parts, signInContract.requestPasswordReset, context, { body: { email } })
      await sendLinkAgain(parts, email)
    })
    return ok({ status: true })
  })

const resetPassword = (parts: SignInParts) =>
  handle(signInContract.resetPassword, async (context) => {
    let result = { passkeysRemoved: 0, apiKeysKept: 0 }
    await callLibrary(parts, signInContract.resetPassword, context, {
      whole: true,
      alongside: async (tx, userId) => {
        result = await finishPasswordReset(parts, tx, userId)
      },
    })
    return context.ok({ status: true, ...result })
  })

// As long for an address that is to be verified as for any other.
const sendVerificationEmail = (parts: SignInParts) =>
  handle(signInContract.sendVerificationEmail, async (context) => {
    const { body, fail, ok } = context
    if (!(await parts.auth())) return fail.unavailable()
    const email = normalEmail(body.email)
    if (!isMailAddress(email)) return fail.invalidEmail()
    await requestByMail(parts, context, floorMs, () => sendLinkAgain(parts, email))
    return ok({ status: true })
  })

const signInWithPasskey = (parts: SignInParts) =>
  handle(signInContract.signInWithPasskey, async (context) => {
    const { id: credentialId } = context.body.response
    const answer = await callLibrary(parts, signInContract.signInWithPasskey, context, {
      alongside: async (tx, userId, sessionId) => {
        if (typeof credentialId === 'string') await notePasskey(tx, { sessionId, userId, credentialId })
      },
    })
    return context.ok(answer as never)
  })

const signInWithPassword = (parts: SignInParts) =>
  handle(signInContract.signInWithPassword, async (context) => {
    const { body, browser, fail, ok } = context
    const email = normalEmail(body.email)
    const device = parts.devices.known(browser.cookie, email)
    const network = device ? undefined : networkOf(browser.ip)
    const account = device ? `device ${device}` : `${network} ${email}`
    const networkWaits = network === undefined ? undefined : await parts.networks.attempt(network)
    const waitSeconds = networkWaits ?? (await parts.accounts.attempt(account))
    if (waitSeconds !== undefined) return refuse('rateLimited', undefined, waitSeconds)
    try {
      const signUp = await parts.database.identity((tx) => findSignUpOf(tx, { emailNormal: email }))
      if (signUp && (await waitsForProof(parts, signUp, body.password))) return fail.emailNotVerified()
      if (signUp) return fail.wrong()
      const answer = await callLibrary(parts, signInContract.signInWithPassword, context, { body: { ...body, email } })
      if (network !== undefined) await parts.networks.succeeded(network)
      await parts.accounts.succeeded(account, true)
      browser.keep(parts.devices.remember(email))
      return ok(answer as never)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'invalid_credentials') recordSignInFailure(parts, email, context)
      throw error
    }
  })

/** True if it is the password of a sign-up that waits for the proof of its address; then the link is sent again. */
const waitsForProof = async (parts: SignInParts, { emailNormal, password: hash }: SignUpRow, password: string) => {
  const context = await (await parts.auth())?.$context
  const isRight = context !== undefined && (await context.password.verify({ hash, password }))
  if (isRight) await sendLinkAgain(parts, emailNormal)
  return isRight
}

/** The password of the first owner, as they would type it: if it was changed since, the link signs in no one. */
const asPassword = { ...signInContract.signInWithPassword, errors: signInContract.signInWithStartLink.errors }

const signInWithStartLink = (parts: SignInParts) =>
  handle(signInContract.signInWithStartLink, async (context) => {
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

// Takes the same time, with the same cookie, for addresses with and without an account.
const signUp = (parts: SignInParts) =>
  handle(signInContract.signUp, async (context) => {
    const { body, browser, fail, ok } = context
    const auth = await parts.auth()
    if (!auth) return fail.unavailable()
    const id = uuidv7()
    const email = body.email.trim()
    const emailNormal = normalEmail(body.email)
    if (!isMailAddress(email)) return fail.invalidEmail()
    await requestByMail(parts, context, signUpFloorMs, async () => {
      const password = await (await auth.$context).password.hash(body.password)
      await startSignUp(parts, { id, email, emailNormal, name: body.name, password })
    })
    browser.keep(parts.signUpLinks.remember(id))
    return ok({ status: true })
  })

const verifyEmail = (parts: SignInParts) =>
  handle(signInContract.verifyEmail, async (context) =>
    isChange(context.body.token) ? changeAddress(parts, context) : confirmSignUp(parts, context),
  )

// Without a session the library would make one for each visitor of the link that changes an address.
const changeAddress = async (parts: SignInParts, context: Context<typeof signInContract.verifyEmail>) => {
  const { body, browser, fail, ok } = context
  const person = (await parts.sessions.principal(browser.cookie))?.person
  if (!person) return fail.signInFirst()
  await callLibrary(parts, signInContract.verifyEmail, context, {
    whole: true,
    leaving: person.emailNormal,
    query: { token: body.token },
  })
  return ok({ status: true })
}

export default (parts: SignInParts) => ({
  beginPasskeyRegistration: forwardToLibrary(parts, signInContract.beginPasskeyRegistration),
  beginPasskeySignIn: forwardToLibrary(parts, signInContract.beginPasskeySignIn),
  changeEmail: changeEmail(parts),
  changePassword: changePassword(parts),
  getSession: getSession(parts),
  listMyPasskeys: forwardToLibrary(parts, signInContract.listMyPasskeys),
  registerPasskey: registerPasskey(parts),
  removePasskey: forwardToLibrary(parts, signInContract.removePasskey),
  renamePasskey: forwardToLibrary(parts, signInContract.renamePasskey),
  requestPasswordReset: requestPasswordReset(parts),
  resetPassword: resetPassword(parts),
  sendVerificationEmail: sendVerificationEmail(parts),
  signInWithPasskey: signInWithPasskey(parts),
  signInWithPassword: signInWithPassword(parts),
  signInWithStartLink: signInWithStartLink(parts),
  signOut: forwardToLibrary(parts, signInContract.signOut),
  signUp: signUp(parts),
  updateMyName: forwardToLibrary(parts, signInContract.updateMyName),
  verifyEmail: verifyEmail(parts),
})
