import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the pages of growth projects. */
export const useGrowthProjectWords = catalogue<typeof en>({ en, de })
