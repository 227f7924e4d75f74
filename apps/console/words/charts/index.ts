import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words that all charts share. */
export const useChartWords = catalogue<typeof en>({ en, de })
