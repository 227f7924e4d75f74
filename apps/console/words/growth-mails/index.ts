import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the mails of a growth play. */
export const useGrowthMailWords = catalogue<typeof en>({ en, de })
