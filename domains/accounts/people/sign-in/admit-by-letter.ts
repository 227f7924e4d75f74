import type { Transaction } from '../../../../platform/db/transaction.ts'
import { addAccountEvent, settleAccountEventsOf } from '../account-events.ts'
import { beginSession } from './begin-session.ts'
import type { SignInParts } from './parts.ts'
import { findUser } from './store.ts'
import { makeProvedPerson, type SignInRequestContext } from './sign-in-by-provider.ts'

/** Ends the transaction, so that the proof is not used up. */
class AddressKnown extends Error {}

/**
 * Makes the person of an address that a letter proves, without a password, and signs them in. `prove` uses the proof up
 * in the same transaction. An address that any person has, confirmed or not, is never taken over: `known`. See
 * decisions/0156.
 */
export const admitByLetter = async (
  parts: SignInParts,
  context: SignInRequestContext,
  name: string,
  prove: (tx: Transaction) => Promise<{ readonly email: string; readonly emailNormal: string } | undefined>,
) => {
  const { browser, requestId, traceId } = context
  const admit = async (tx: Transaction) => {
    const address = await prove(tx)
    if (!address) return undefined
    const { email, emailNormal } = address
    const userId = await makeProvedPerson(tx, { email, emailNormal, name })
    if (userId === undefined) throw new AddressKnown()
    const { token } = await beginSession(tx, browser, { userId, workspaceId: undefined })
    const user = (await findUser(tx, { userId }))!
    const event = { userId, action: 'auth.email_verify', requestId, traceId } as const
    return { token, user, emailNormal, workspaces: await addAccountEvent(tx, event) }
  }
  const made = await parts.database.identity(admit).catch((error: unknown) => {
    if (error instanceof AddressKnown) return 'known' as const
    throw error
  })
  if (made === undefined) return 'unproved'
  if (made === 'known') return made
  await settleAccountEventsOf(parts, made.workspaces, requestId)
  parts.log.info({ userId: made.user.id, requestId }, 'Signed up by the letter of an invitation')
  browser.keep(parts.sessionCookie(made.token))
  browser.keep(parts.devices.remember(made.emailNormal))
  return made.user
}
