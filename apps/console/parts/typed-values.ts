const writer = 'atelier.writer'
const isTyped = (key: string) => /^atelier\.(typed|form|unsent)\./.test(key)

/** Under which key the tab keeps the typed values of a form. */
export const typedKey = (name: string): string => `atelier.form.${name}`

/** Whether something was typed in this tab under a name and not sent: a form that holds it opens by itself. */
export const hasTyped = (name: string): boolean => sessionStorage.getItem(typedKey(name)) !== null

/** Told when what was typed in this tab is of no use any more. */
export const typedForgotten = new EventTarget()

/** Forgets what was typed in this tab and not sent, as for who signs out. */
export const forgetTyped = (): void => {
  for (const key of Object.keys(sessionStorage).filter(isTyped)) sessionStorage.removeItem(key)
  typedForgotten.dispatchEvent(new Event('forgotten'))
}

/** Keeps what was typed in this tab for the person who typed it: somebody else who signs in here finds none of it. */
export const keepTypedOf = (personId: string): void => {
  if (sessionStorage.getItem(writer) !== personId) forgetTyped()
  sessionStorage.setItem(writer, personId)
}
