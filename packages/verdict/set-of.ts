/** The words of a text, which spaces separate. */
export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))
