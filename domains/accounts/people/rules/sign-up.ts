/** What somebody who opens the link of a sign-up sends along. */
interface SignUpPasswords {
  readonly password?: string
  readonly newPassword?: string
}

export type Proof = 'newPassword' | 'browser' | 'password' | 'none'

/**
 * By what the account of a sign-up is made. A new password counts before all else, and replaces what the sign-up
 * chose; the sign-up's own password counts for its browser, and for whoever knows it.
 */
export const proofOf = ({ password, newPassword }: SignUpPasswords, isItsBrowser: boolean): Proof => {
  if (newPassword !== undefined) return 'newPassword'
  if (password !== undefined) return 'password'
  return isItsBrowser ? 'browser' : 'none'
}
