import type { en } from './en.ts'

export type Words = typeof en
export type Language = 'en' | 'de'

const readers: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
}
const read = new Map<Language, Words>()

/** Reads the words of a language; pages in it can be drawn after that. */
export const readWords = async (language: Language): Promise<void> => {
  if (!read.has(language)) read.set(language, await readers[language]())
}

/** What the console says in a language that was read. */
export const wordsIn = (language: Language): Words => {
  const words = read.get(language)
  if (!words) throw new TypeError(`A page was drawn before the words of ${language} were read`)
  return words
}
