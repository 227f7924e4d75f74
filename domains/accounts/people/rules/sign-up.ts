/** The passwords that come with the opened link of a sign-up. */
interface SignUpPasswords {
  readonly password?: string
  readonly newPassword?: string
}

export type Proof = 'newPassword' | 'browser' | 'password' | 'none'

/**
 * Decides the password of a sign-up's account. A new password comes first, and replaces the sign-up's; the sign-up's
 * own password counts for its browser, and for a person who knows it.
 */
export const proofOf = ({ password, newPassword }: SignUpPasswords, isItsBrowser: boolean): Proof => {
  if (newPassword !== undefined) return 'newPassword'
  if (password !== undefined) return 'password'
  return isItsBrowser ? 'browser' : 'none'
}
