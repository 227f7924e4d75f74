import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** Texts of the portal about the account of a person. */
export const useAccountWords = catalogue<typeof en>({ en, de })
