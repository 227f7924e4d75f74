import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words of the inbox of a growth project. */
export const useGrowthInboxWords = catalogue<typeof en>({ en, de })
