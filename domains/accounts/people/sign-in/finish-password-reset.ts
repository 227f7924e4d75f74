import type { Transaction } from '../../../../platform/db/transaction.ts'
import { namesOfKeys } from '../../workspaces/index.ts'
import { addAccountEvent } from '../account-events.ts'
import { currentSignInRequest } from './sign-in-request.ts'
import { passwordWasReset } from './notices.ts'
import type { SignInParts } from './parts.ts'
import { findRecipient, verifyPerson } from './store.ts'
import { removePasskeys } from './store-sign-ups.ts'

/**
 * Ends the person's passkeys in the transaction of a reset by mail, since the last holder of the account may have added
 * one. API keys stay, because programs depend on them: the letter names them.
 */
export const finishPasswordReset = async ({ accountMail }: SignInParts, tx: Transaction, userId: string) => {
  // The link came by mail to the address, and proves it.
  await verifyPerson(tx, userId)
  const removed = await removePasskeys(tx, userId)
  const keys = await namesOfKeys(tx, userId)
  const signInRequest = currentSignInRequest()
  if (signInRequest && removed > 0) {
    const { requestId, traceId } = signInRequest
    const event = { action: 'passkey.remove', details: { removed, by: 'password reset' } } as const
    for (const workspace of await addAccountEvent(tx, { ...event, userId, requestId, traceId }))
      signInRequest.workspaces.add(workspace)
  }
  const person = await findRecipient(tx, userId)
  if (person) await accountMail().notify(person, passwordWasReset(removed, keys))
  return { passkeysRemoved: removed, apiKeysKept: keys.length }
}
