import { isMailRefused } from '../../../../platform/mail/index.ts'
import { inLibraryTransaction, inLazyTransaction } from './sign-in-request.ts'
import type { SignInParts } from './parts.ts'
import { findPersonOf } from './store.ts'
import { findSignUpOf, putSignUp, renewLink } from './store-sign-ups.ts'
import type { SignUpRow } from './tables.ts'

/**
 * Inserts a sign-up in the place of an earlier one, and sends its link; an address with an account gets a mail that
 * explains it. If no more mail goes to the address, nothing changes: the earlier link must not end without a new link.
 */
export const keepSignUp = (parts: SignInParts, signUp: SignUpRow): Promise<void> =>
  inLazyTransaction(parts.database, async () => {
    const { database, accountMail } = parts
    const person = await inLibraryTransaction(database, (tx) => findPersonOf(tx, signUp.emailNormal))
    if (person?.isVerified) return accountMail().alreadyThere(person)
    if (await inLibraryTransaction(database, (tx) => isMailRefused(tx, signUp.emailNormal))) return
    await inLibraryTransaction(database, (tx) => putSignUp(tx, signUp))
    await sendLink(parts, signUp)
  })

/** Sends the link of a sign-up again, for another hour; nothing if the address has no sign-up, or has an account. */
export const sendLinkAgain = (parts: SignInParts, emailNormal: string): Promise<void> =>
  inLazyTransaction(parts.database, async () => {
    const signUp = await inLibraryTransaction(parts.database, (tx) => findSignUpOf(tx, emailNormal))
    if (!signUp) return
    await inLibraryTransaction(parts.database, (tx) => renewLink(tx, signUp.id))
    await sendLink(parts, signUp)
  })

// Without the name, which a stranger may have chosen.
const sendLink = ({ accountMail, signUpLinks }: SignInParts, { id, emailNormal }: SignUpRow) =>
  accountMail().confirmSignUp({ email: emailNormal, name: '' }, signUpLinks.token(id))
