import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the page of leads. */
export const useGrowthLeadWords = catalogue<typeof en>({ en, de })
