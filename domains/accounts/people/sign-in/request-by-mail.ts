import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, refuse } from '../../../../platform/handler/index.ts'
import type { SignInParts } from './parts.ts'
import { networkOf } from '../../../../platform/waiting/index.ts'
import { normalEmail } from '../../../../platform/contract/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { namesOfKeys } from '../../workspaces/index.ts'
import { addAccountEvent } from '../account-events.ts'
import { currentSignInRequest } from './sign-in-request.ts'
import { type NoticeIn, passwordWasReset } from './account-mail.ts'
import { findRecipient, verifyPerson } from './store.ts'
import { removePasskeys } from './store-sign-ups.ts'

/** Counts a request for a letter, and takes at least `floorMs` for `ask`: as long for an address that gets none. */
export const requestByMail = async (
  parts: SignInParts,
  { browser, body }: { readonly browser: Browser; readonly body: { readonly email: string } },
  floorMs: number,
  ask: () => Promise<unknown>,
): Promise<void> => {
  await limitMailRequests(parts, browser.ip, body.email)
  await Promise.all([ask(), delay(floorMs)])
}

/** The network of an IP address; ends the request in 429 where too many attempts came from it. */
export const limitNetwork = async ({ networks }: Pick<SignInParts, 'networks'>, ip: string): Promise<string> => {
  const network = networkOf(ip)
  const waitSeconds = await networks.attempt(network)
  return waitSeconds === undefined ? network : refuse('rateLimited', undefined, waitSeconds)
}

/** Ends the request in 429 if one network asks for too many letters, in all or to one address. */
export const limitMailRequests = async (parts: SignInParts, ip: string, email: string): Promise<void> => {
  const network = await limitNetwork(parts, ip)
  const waitSeconds = await parts.requests.attempt(`${network} ${normalEmail(email)}`)
  if (waitSeconds !== undefined) refuse('rateLimited', undefined, waitSeconds)
}

/**
 * Ends the person's passkeys in the transaction of a reset by mail, since the last holder of the account may have added
 * one. API keys stay, because programs depend on them: the letter names them.
 */
export const finishPasswordReset = async (parts: SignInParts, tx: Transaction, userId: string) => {
  // The link came by mail to the address, and proves it.
  await verifyPerson(tx, { userId })
  const removed = await removePasskeys(tx, userId)
  const keys = await namesOfKeys(tx, userId)
  const signInRequest = currentSignInRequest()
  if (signInRequest && removed > 0) {
    const { requestId, traceId } = signInRequest
    const event = { action: 'passkey.remove', details: { removed, by: 'password reset' } } as const
    for (const workspace of await addAccountEvent(tx, { ...event, userId, requestId, traceId }))
      signInRequest.workspaces.add(workspace)
  }
  await notifyPerson(parts, tx, userId, passwordWasReset(removed, keys))
  return { passkeysRemoved: removed, apiKeysKept: keys.length }
}

/** Queues a letter about a change to a person's account, in the transaction of the change. */
export const notifyPerson = async ({ accountMail }: SignInParts, tx: Transaction, userId: string, notice: NoticeIn) => {
  const person = await findRecipient(tx, { userId })
  if (person) await accountMail().notify(person, notice)
}
