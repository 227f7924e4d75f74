const key = 'atelier.signed-up'

/**
 * Whether a person signed up in this browser and has not confirmed it yet: opening the link here asks for no password
 * first. It only chooses the form; the server has its own proof.
 */
export const pendingSignUp = {
  is: (): boolean => localStorage.getItem(key) !== null,
  keep: (): void => localStorage.setItem(key, '1'),
  forget: (): void => localStorage.removeItem(key),
}
