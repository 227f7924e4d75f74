import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words about reminders, the books, and exported tables. */
export const useSettingWords = catalogue<typeof en>({ en, de })
