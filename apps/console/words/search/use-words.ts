import { useLanguage } from '../../preferences.ts'
import type { Language } from '../words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

const catalogue: Readonly<Record<Language, typeof en>> = { en, de }

/** What the palette says of what the server found. The words come with it. */
export const useSearchWords = (): typeof en => catalogue[useLanguage()]
