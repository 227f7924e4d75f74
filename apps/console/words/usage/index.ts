import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the use of models. */
export const useUsageWords = catalogue<typeof en>({ en, de })
