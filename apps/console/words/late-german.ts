import { chooseLanguage, languageOf, useLanguage } from '../preferences.ts'
import { lateCode } from '../shell/late-code.ts'
import type { Language } from './words.ts'

const code = lateCode(() => import('./german.ts'))

/** The German texts that are read late, for a person who reads German; undefined until they are read. */
export const useGerman = () => (useLanguage() === 'de' ? code.now() : undefined)

/** Reads the texts of a language that are not loaded with the pages. Without them the page is English. */
export const readTextsOf = async (language: Language): Promise<void> => {
  if (language === 'de') await code.read().catch(() => undefined)
}

let chosenLast: Language | null = null

/** Changes the language as soon as its texts are read. Null goes back to the browser's language. */
export const enterLanguage = async (chosen: Language | null): Promise<void> => {
  chosenLast = chosen
  await readTextsOf(languageOf(chosen))
  if (chosenLast === chosen) chooseLanguage(chosen)
}
