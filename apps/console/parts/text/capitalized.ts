/** A text with its first letter as a capital. */
export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
