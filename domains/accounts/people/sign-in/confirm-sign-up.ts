import { v7 as uuidv7 } from 'uuid'
import type { Static } from '../../../../platform/contract/index.ts'
import { refuse, type Context } from '../../../../platform/handler/index.ts'
import { addAccountEvent, settleAccountEventsOf } from '../account-events.ts'
import type { verifyEmail } from '../contract/sign-in.ts'
import { proofOf } from '../rules/sign-in.ts'
import type { Auth } from './auth.ts'
import { beginSession } from './begin-session.ts'
import type { SignInParts } from './parts.ts'
import { firstWorkspace } from '../../workspaces/index.ts'
import { endLinks, findUser, findPersonOf } from './store.ts'
import * as store from './store-sign-ups.ts'
import type { SignUpRow } from './tables.ts'
import { isMailRefused } from '../../../../platform/mail/index.ts'
import { inLibraryTransaction, inLazyTransaction } from './sign-in-request.ts'

type Confirming = Context<typeof verifyEmail>

/**
 * Makes the person of a sign-up and signs them in: with the password of the sign-up for a visitor who knows it or comes
 * with the browser that signed up, else with the new password. See decisions/0025.
 */
export const confirmSignUp = async (parts: SignInParts, context: Confirming) => {
  const { body, browser, fail, ok } = context
  const auth = await parts.auth()
  if (!auth) return fail.unavailable()
  const id = parts.signUpLinks.idIn(body.token)
  const signUp = id && (await parts.database.identity((tx) => store.findOpenSignUp(tx, { id })))
  if (!signUp) return fail.invalidToken()
  const proof = proofOf(body, parts.signUpLinks.isFrom(browser.cookie, signUp.id))
  if (proof === 'none') return fail.passwordNeeded()
  if (proof === 'password' && !(await isPassword(parts, auth, signUp, body))) return fail.wrong()
  const { password } = await auth.$context
  const chosen =
    proof === 'newPassword'
      ? { ...signUp, name: body.name ?? signUp.name, password: await password.hash(body.newPassword!) }
      : signUp
  const made = await admit(parts, context, chosen)
  if (!made) return fail.invalidToken()
  browser.keep(parts.sessionCookie(made.token))
  browser.keep(parts.devices.remember(signUp.emailNormal))
  browser.keep(parts.signUpLinks.forget)
  return ok({ status: true, user: made.user })
}

const isPassword = async (
  { accounts }: SignInParts,
  auth: Auth,
  { id, password: hash }: SignUpRow,
  { password = '' }: Static<(typeof verifyEmail)['body']>,
) => {
  const name = `sign-up ${id}`
  const waitSeconds = await accounts.attempt(name)
  if (waitSeconds !== undefined) return refuse('rateLimited', undefined, waitSeconds)
  const isRight = await (await auth.$context).password.verify({ hash, password })
  if (isRight) await accounts.succeeded(name, true)
  return isRight
}

/** One transaction: of links racing for one sign-up, and of sign-ups for one address, one makes the person. */
const admit = async (parts: SignInParts, context: Confirming, signUp: SignUpRow) => {
  const { requestId, traceId, browser } = context
  const made = await parts.database.identity(async (tx) => {
    if (!(await store.claimSignUp(tx, { id: signUp.id }))) return undefined
    const person = await store.admitPerson(tx, { ...signUp, id: uuidv7() })
    if (!person) return undefined
    const userId = person.id
    await store.setOnlyPassword(tx, userId, uuidv7(), signUp.password)
    await endLinks(tx, { userId })
    const { token } = await beginSession(tx, browser, { userId, workspaceId: await firstWorkspace(tx, userId) })
    const user = (await findUser(tx, { userId }))!
    const event = { userId, action: 'auth.email_verify', requestId, traceId } as const
    return { token, user, workspaces: await addAccountEvent(tx, event) }
  })
  if (!made) return undefined
  await settleAccountEventsOf(parts, made.workspaces, requestId)
  parts.log.info({ userId: made.user.id, requestId }, 'Mail address confirmed')
  return made
}

/**
 * Inserts a sign-up in the place of an earlier one, and sends its link; an address with an account gets a mail that
 * explains it. If no more mail goes to the address, nothing changes: the earlier link must not end without a new link.
 */
export const startSignUp = (parts: SignInParts, signUp: SignUpRow): Promise<void> =>
  inLazyTransaction(parts.database, async () => {
    const { database, accountMail } = parts
    const person = await inLibraryTransaction(database, (tx) => findPersonOf(tx, { emailNormal: signUp.emailNormal }))
    if (person?.isVerified) return accountMail().alreadyThere(person)
    if (await inLibraryTransaction(database, (tx) => isMailRefused(tx, signUp.emailNormal))) return
    await inLibraryTransaction(database, (tx) => store.putSignUp(tx, signUp))
    await sendLink(parts, signUp)
  })

/** Sends the link of a sign-up again, for another hour; nothing if the address has no sign-up, or has an account. */
export const sendLinkAgain = (parts: SignInParts, emailNormal: string): Promise<void> =>
  inLazyTransaction(parts.database, async () => {
    const signUp = await inLibraryTransaction(parts.database, (tx) => store.findSignUpOf(tx, { emailNormal }))
    if (!signUp) return
    await inLibraryTransaction(parts.database, (tx) => store.renewLink(tx, { id: signUp.id }))
    await sendLink(parts, signUp)
  })

// Without the name, which a stranger may have chosen.
const sendLink = ({ accountMail, signUpLinks }: SignInParts, { id, emailNormal }: SignUpRow) =>
  accountMail().confirmSignUp({ email: emailNormal, name: '' }, signUpLinks.token(id))
