import type { en } from './en.ts'
import type { Said } from './en-errors.ts'

export type Words = typeof en
export type Language = 'en' | 'de'

const readers: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
}
const codeReaders: Readonly<Record<Language, () => Promise<Readonly<Record<string, Said>>>>> = {
  en: async () => (await import('./codes/en.ts')).enCodes,
  de: async () => (await import('./codes/de.ts')).deCodes,
}
const read = new Map<Language, Words>()
const listeners = new Set<() => void>()

/** Calls back when more words were read. */
export const onWords = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads the words of a language; pages in it can be drawn after that. What errors say by their codes follows. */
export const readWords = async (language: Language): Promise<void> => {
  if (read.has(language)) return
  read.set(language, await readers[language]())
  void readCodes(language)
}

/** Where the codes cannot be read, an error says the sentence of its status, or of the server. */
const readCodes = async (language: Language) => {
  const codes = await codeReaders[language]().catch(() => ({}))
  const words = wordsIn(language)
  read.set(language, { ...words, errors: { ...words.errors, codes } })
  for (const listener of listeners) listener()
}

/** What the console says in a language that was read. */
export const wordsIn = (language: Language): Words => {
  const words = read.get(language)
  if (!words) throw new TypeError(`A page was drawn before the words of ${language} were read`)
  return words
}
