import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the page of data providers, and of passes over leads. */
export const useGrowthProviderWords = catalogue<typeof en>({ en, de })
