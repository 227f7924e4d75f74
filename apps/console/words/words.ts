import { drawn } from '../api/drawn.ts'
import type { en } from './en.ts'
import type { Said } from './en-errors.ts'

export type Words = typeof en
export type Language = 'en' | 'de'

const readers: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
}
interface OfErrors {
  readonly codes: Readonly<Record<string, Said>>
  readonly rules: Words['rules']
}
const errorReaders: Readonly<Record<Language, () => Promise<OfErrors>>> = {
  en: async () => (await import('./codes/en.ts')).enOfErrors,
  de: async () => (await import('./codes/de.ts')).deOfErrors,
}
const read = new Map<Language, Words>()
const listeners = new Set<() => void>()

/** Calls back when more words were read. */
export const onWords = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads the words of a language; pages in it can be drawn after that. What errors say by their codes and rules follows. */
export const readWords = async (language: Language): Promise<void> => {
  if (read.has(language)) return
  read.set(language, await readers[language]())
  void drawn().then(() => readErrors(language))
}

/** Where they cannot be read, an error says the sentence of its status, or of the server. */
const readErrors = async (language: Language) => {
  const words = wordsIn(language)
  const { codes, rules } = await errorReaders[language]().catch(() => ({ codes: {}, rules: {} }))
  read.set(language, { ...words, rules, errors: { ...words.errors, codes } })
  for (const listener of listeners) listener()
}

/** What the console says in a language that was read. */
export const wordsIn = (language: Language): Words => {
  const words = read.get(language)
  if (!words) throw new TypeError(`A page was drawn before the words of ${language} were read`)
  return words
}
