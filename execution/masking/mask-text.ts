/** The text in the place of a secret. */
export const maskText = '[secret]'
