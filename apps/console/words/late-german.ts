import { chooseLanguage, languageOf, useLanguage } from '../preferences.ts'
import { lateCode } from '../shell/late-code.ts'
import type { Language } from './words.ts'

const code = lateCode(() => import('./german.ts'))
const codeOfAgency = lateCode(() => import('./german-of-agency.ts'))

/** German texts of what every visit begins with, for a person who reads German; undefined until they are read. */
export const useGerman = () => (useLanguage() === 'de' ? code.now() : undefined)

/** German for the first texts of agency pages. */
export const useGermanOfAgency = () => (useLanguage() === 'de' ? codeOfAgency.now() : undefined)

/** Reads what every visit needs of a language that is not loaded with the pages. Without it the page is English. */
export const readFirstTextsOf = async (language: Language): Promise<void> => {
  if (language === 'de') await code.read().catch(() => undefined)
}

/** Reads the texts that pages of the agency need. */
export const readTextsOf = async (language: Language): Promise<void> => {
  if (language === 'de') await Promise.all([code.read(), codeOfAgency.read()]).catch(() => undefined)
}

let chosenLast: Language | null = null

/** Changes the language as soon as its texts are read. Null goes back to the browser's language. */
export const enterLanguage = async (chosen: Language | null): Promise<void> => {
  chosenLast = chosen
  await readTextsOf(languageOf(chosen))
  if (chosenLast === chosen) chooseLanguage(chosen)
}
