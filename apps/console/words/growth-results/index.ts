import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of what growth plays achieve and cost. */
export const useGrowthResultWords = catalogue<typeof en>({ en, de })
