import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of growth plays: their list, settings, sequence and leads. */
export const useGrowthPlayWords = catalogue<typeof en>({ en, de })
