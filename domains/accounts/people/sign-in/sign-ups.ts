import { isMailRefused } from '../../../../platform/mail/index.ts'
import { among, lazily } from './moment.ts'
import type { SignInParts } from './parts.ts'
import { findPersonOf } from './store.ts'
import { findSignUpOf, putSignUp, renewLink } from './store-sign-ups.ts'
import type { SignUpRow } from './tables.ts'

/**
 * Keeps a sign-up in the place of an earlier one, and sends its link; an address with an account is told so by mail.
 * Where no more mail goes to the address, nothing is changed: the link of the earlier one must not end without a new one.
 */
export const keepSignUp = (parts: SignInParts, signUp: SignUpRow): Promise<void> =>
  lazily(parts.database, async () => {
    const { database, letters } = parts
    const person = await among(database, (tx) => findPersonOf(tx, signUp.emailNormal))
    if (person?.isVerified) return letters().alreadyThere(person)
    if (await among(database, (tx) => isMailRefused(tx, signUp.emailNormal))) return
    await among(database, (tx) => putSignUp(tx, signUp))
    await sendLink(parts, signUp)
  })

/** Sends the link of a sign-up once more, for another hour; nothing where the address has none, or has an account. */
export const sendLinkAgain = (parts: SignInParts, emailNormal: string): Promise<void> =>
  lazily(parts.database, async () => {
    const signUp = await among(parts.database, (tx) => findSignUpOf(tx, emailNormal))
    if (!signUp) return
    await among(parts.database, (tx) => renewLink(tx, signUp.id))
    await sendLink(parts, signUp)
  })

// Without the name, which somebody else may have chosen.
const sendLink = ({ letters, signUpLinks }: SignInParts, { id, emailNormal }: SignUpRow) =>
  letters().confirmSignUp({ email: emailNormal, name: '' }, signUpLinks.token(id))
