import { useLanguage } from '../../preferences.ts'
import type { Language } from '../words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

const catalogue: Readonly<Record<Language, typeof en>> = { en, de }

/** What is said about pictures. The words come with the pages that show them. */
export const usePictureWords = (): typeof en => catalogue[useLanguage()]
