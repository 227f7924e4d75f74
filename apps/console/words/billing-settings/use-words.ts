import { useLanguage } from '../../preferences.ts'
import type { Language } from '../words.ts'
import { de } from './de.ts'
import { en } from './en.ts'

const catalogue: Readonly<Record<Language, typeof en>> = { en, de }

/** What the pages say of reminders, of the books, and of tables to take away; they bring it along. */
export const useSettingWords = (): typeof en => catalogue[useLanguage()]
