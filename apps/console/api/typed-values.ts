// The person whose values the tab stores.
const writerKey = 'atelier.writer'
// Values of forms, and messages of a conversation that were not sent yet (outbox.ts).
const isTyped = (key: string) => /^atelier\.(form|unsent)\./.test(key)

/** The key of sessionStorage under which the tab stores the typed values of a form. */
export const typedKey = (name: string): string => `atelier.form.${name}`

/** Whether the tab stores typed values of this form that were not sent: such a form opens automatically. */
export const hasTyped = (name: string): boolean => sessionStorage.getItem(typedKey(name)) !== null

/** Dispatches `forgotten` when the typed values of this tab were removed. */
export const typedForgotten = new EventTarget()

/** Removes all typed values of this tab, as at sign-out. */
export const forgetTyped = (): void => {
  for (const key of Object.keys(sessionStorage).filter(isTyped)) sessionStorage.removeItem(key)
  typedForgotten.dispatchEvent(new Event('forgotten'))
}

/** Keeps the typed values for this person, and removes the values of another person who used the tab before. */
export const keepTypedOf = (personId: string): void => {
  if (sessionStorage.getItem(writerKey) !== personId) forgetTyped()
  sessionStorage.setItem(writerKey, personId)
}
