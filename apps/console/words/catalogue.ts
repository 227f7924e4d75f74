import { useLanguage } from '../preferences.ts'
import type { Language } from './words.ts'

/** A hook that returns the words of an area in the language of the person. */
export const catalogue =
  <Words>(languages: Readonly<Record<Language, Words>>) =>
  (): Words =>
    languages[useLanguage()]
