import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words for the page of data providers, and for passes over leads. */
export const useGrowthProviderWords = catalogue<typeof en>({ en, de })
