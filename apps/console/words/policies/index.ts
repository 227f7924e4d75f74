import { catalogue } from '../catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** The words about policies, of a workspace and of a project. */
export const usePolicyWords = catalogue<typeof en>({ en, de })
